"""Work that one process of an installation does for all."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from server.bus.bus import Bus
from server.errors import StoreError
from server.store.database import Database

log = logging.getLogger("tengen")

LOOK_S = 3.0
"""Interval in which a process asks whether it leads."""


async def do_once(store: Database, bus: Bus | None, name: str, work: Callable[[], Awaitable[Any]]) -> None:
    """Do ``work``, which lasts or comes to its end, in one process at a time; a process without a bus is alone.

    Work in a process that leads no more is cancelled, and begins in another: a little later than this one has noticed,
    or a little earlier, as after a break of the database. Until cancelled.
    """
    if bus is None:
        await work()
        return
    working: asyncio.Future[Any] | None = None
    try:
        while True:
            leads = await _ask(store, name)
            if not leads and working is not None:
                working.cancel()
                await asyncio.gather(working, return_exceptions=True)
                working = None
            elif leads and working is None:
                log.info("%s: this process leads", name)
                working = asyncio.ensure_future(work())
            if working is None or working.done():
                await asyncio.sleep(LOOK_S)
            else:
                await asyncio.wait({working}, timeout=LOOK_S)
            if working is not None and working.done():
                working.result()  # an error ends this, too
    finally:
        if working is not None:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)


async def _ask(store: Database, name: str) -> bool:
    try:
        return await store.lead(name)
    except StoreError as error:
        log.warning("nobody knows who leads: %s", error)
        return False
