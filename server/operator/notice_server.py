"""Serves the notices of commands: a running server performs them, a command that holds the store refuses them."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import time

from server.background import Background
from server.errors import StoreError, TengenError
from server.moderation.act import Live
from server.operator.changes import collect_acts, perform
from server.store.database import Database
from server.store.people import notices
from server.store.people.notices import Notice

log = logging.getLogger(__name__)

POLL_S = 0.5


async def serve_notices(store: Database, live: Live, rebuilding: asyncio.Lock | None = None) -> None:
    """Perform notices until cancelled, one after the other, and beside them at most one rebuild, which takes minutes.
    ``rebuilding`` is held during a rebuild, here or elsewhere.
    """
    background = Background()
    rebuilds = {act.name for act in collect_acts().values() if act.rebuilds}
    rebuilding = rebuilding or asyncio.Lock()
    try:
        while True:
            async for notice in _begun(store):
                if notice.kind not in rebuilds:
                    await _serve(store, notice, live)
                elif not rebuilding.locked():
                    await rebuilding.acquire()
                    background.spawn(_serve(store, notice, live)).add_done_callback(lambda _: rebuilding.release())
                else:
                    await _answer(store, notice, False, "a rebuilding is under way: ask again once it is done")
            await asyncio.sleep(POLL_S)
    finally:
        await background.close()


@asynccontextmanager
async def refusing_notices(store: Database, why: str) -> AsyncIterator[None]:
    """Refuse notices while the block runs: the store is held by a command, not by a server."""
    ending = asyncio.Event()

    async def refuse() -> None:
        while True:
            last = ending.is_set()
            async for notice in _begun(store):
                await _answer(store, notice, False, why)
            if last:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), POLL_S)

    refusing = asyncio.create_task(refuse())
    try:
        yield
    finally:
        ending.set()
        await refusing


async def _begun(store: Database) -> AsyncIterator[Notice]:
    """Yield the notices that wait, each once it can no longer be withdrawn."""
    try:
        for notice in await notices.open_notices(store, _now()):
            if await notices.begin(store, notice):
                yield notice
    except StoreError as error:
        log.warning("operators' notices cannot be read: %s", error)


async def _serve(store: Database, notice: Notice, live: Live) -> None:
    await _answer(store, notice, *await _perform(store, notice, live))


async def _answer(store: Database, notice: Notice, done: bool, sentence: str) -> None:
    try:
        await notices.answer(store, notice, done, sentence, _now())
    except StoreError as error:
        log.warning("operators' notices cannot be answered: %s", error)


async def _perform(store: Database, notice: Notice, live: Live) -> tuple[bool, str]:
    try:
        return True, await perform(store, notice, live, partial(notices.tell, store, notice))
    except TengenError as error:
        return False, str(error)
    except Exception as error:
        log.exception("the operator's command %s %s failed", notice.kind, notice.target)
        return False, f"the server failed at it ({type(error).__name__}); its log says more"


def _now() -> int:
    return int(time() * 1000)
