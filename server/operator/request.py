"""Performs an act by the server that holds the database, or here if none does, and shows the progress."""

import asyncio
import sys
from contextlib import nullcontext
from pathlib import Path
from time import monotonic, sleep, time

from server.accounts.look_renewal import renew_looks
from server.errors import Refused, StoreError, StoreUnusable
from server.operator.changes import perform
from server.operator.notice_server import refusing_notices
from server.store.address import hide_password, is_server
from server.store.file.lock import StoreInUse
from server.store.opening import open_address
from server.store.people import notices
from server.store.people.notices import Notice
from server.store.reading import read_from

AGAIN_MS = 2_000
"""Time after which a command tries again if the holder has not begun. A server polls four times as often."""


def ask(db: str, kind: str, target: str, argument: str) -> str:
    """Perform an act by the server that holds the database, or here if none does. Return a sentence.

    ``db`` is the database's address. Of several servers that share a database the first one to see it performs the
    act. Refused, StoreError, StoreUnusable if it was not done.
    """
    if is_server(db):
        said = _ask_holder(db, kind, target, argument)
        return do_here(db, kind, target, argument) if said is None else said
    if not Path(db).exists():
        raise StoreUnusable(f"{db}: there is no such file")
    since = monotonic()
    while True:
        try:
            return do_here(db, kind, target, argument)
        except StoreInUse:
            said = _ask_holder(db, kind, target, argument)
        if said is not None:
            return said
        if (monotonic() - since) * 1000 >= notices.WAIT_MS:
            raise StoreError(f"the server that holds {db} did not answer in {notices.WAIT_MS // 1000} s")


def do_here(db: str, kind: str, target: str, argument: str) -> str:
    """Perform an act in this process. Return a sentence. Refused, StoreError, StoreUnusable if it was not done."""
    return asyncio.run(_alone(db, Notice(0, kind, target, argument)))


async def _alone(db: str, notice: Notice) -> str:
    store = await open_address(db)
    news = News()

    async def tell(text: str) -> None:
        news.show(text)

    busy = f"another command is at work on {db}: try again once it is done"
    try:
        # one database serves many: only a file has a single holder
        async with nullcontext() if is_server(db) else refusing_notices(store, busy):
            await renew_looks(store)
            return await perform(store, notice, None, tell)
    finally:
        news.end()
        await store.close()


def _ask_holder(db: str, kind: str, target: str, argument: str) -> str | None:
    """Ask the process that holds the database and return its answer. None if it does not begin: another command may
    have ended before it read the notice."""
    name = hide_password(db)
    with read_from(db) as connection:
        id = notices.put(connection, kind, target, argument, int(time() * 1000))
        news = News()
        try:
            while (state := notices.read_state(connection, id)).done is None:
                news.show(state.said)
                if state.said is None:
                    if news.still_s * 1000 >= min(AGAIN_MS, notices.WAIT_MS) and notices.withdraw(connection, id):
                        return None
                elif news.still_s * 1000 >= notices.STILL_MS:
                    seconds = notices.STILL_MS // 1000
                    raise StoreError(
                        f"the server that holds {name} has begun, but nothing was heard of it for {seconds} s"
                    )
                sleep(0.05)
        except KeyboardInterrupt:
            if notices.withdraw(connection, id):
                raise
            raise StoreError("the server goes on with it") from None
        finally:
            news.end()
    if not state.done:
        raise Refused(state.said or "")
    return state.said or ""


class News:
    """Progress on the standard error: one changing line on a terminal, otherwise a line each."""

    def __init__(self) -> None:
        self._last: str | None = None
        self._at = monotonic()
        self._shown = 0

    @property
    def still_s(self) -> float:
        """Seconds since the last change."""
        return monotonic() - self._at

    def show(self, text: str | None) -> None:
        """Show a text if it is new; ignore None and ""."""
        if text == self._last:
            return
        self._last, self._at = text, monotonic()
        if text and sys.stderr.isatty():
            print(f"\r{text:<{self._shown}}", end="", file=sys.stderr, flush=True)
            self._shown = len(text)
        elif text:
            print(text, file=sys.stderr)

    def end(self) -> None:
        """End the line."""
        if self._shown:
            print(file=sys.stderr)
            self._shown = 0
