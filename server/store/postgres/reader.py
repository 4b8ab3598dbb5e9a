"""Reading from PostgreSQL by threads and other processes without an event loop: one thread has a loop for all."""

import asyncio
import os
import threading
from collections import deque
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from server.errors import StoreError
from server.store.postgres.connection import FAILURES, PostgresConnection, is_lost
from server.store.postgres.lifecycle import one_line
from server.store.sql import Named, Parameters, Row

Result = TypeVar("Result")

KEPT = 2
"""Free connections to a database that a process keeps open."""


class PostgresRows(deque[Row]):
    """The rows of a query; each is given once."""

    def __init__(self, rows: list[Row], rowcount: int = -1) -> None:
        super().__init__(rows)
        self.rowcount = rowcount

    def __iter__(self) -> Iterator[Row]:
        while self:
            yield self.popleft()

    def fetchone(self) -> Row | None:
        """Return the next row, None after the last."""
        return self.popleft() if self else None

    def fetchall(self) -> list[Row]:
        """Return the rows that are left."""
        return list(self)


class PostgresReading:
    """Runs queries on a database from any thread. Raises StoreError if one fails."""

    def __init__(self, address: str) -> None:
        self._address = address

    def execute(self, sql: str, parameters: Parameters | Named = (), /) -> PostgresRows:
        """Run a query, or a statement, which is a transaction of its own."""
        try:
            return PostgresRows(_loop().call(_fetch(self._address, sql, parameters)).result())
        except FAILURES as error:
            raise StoreError(f"not readable: {error}") from error


@contextmanager
def read_from_server(address: str) -> Iterator[PostgresReading]:
    """Open a database to read it. Raises StoreUnusable if it cannot be read, or fails while it is in use."""
    with one_line(address):
        yield PostgresReading(address)


def close_readers(address: str) -> None:
    """Close this process's free connections to a database."""
    if _loops and os.getpid() in _loops:
        _loop().call(_close(address)).result()


class _Loop:
    """An event loop in a thread of its own, and the free connections by address."""

    def __init__(self) -> None:
        self.free: dict[str, list[PostgresConnection]] = {}
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="postgres readers", daemon=True).start()

    def call(self, work: Coroutine[Any, Any, Result]) -> "Future[Result]":
        """Run a coroutine on the loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)


_loops: dict[int, _Loop] = {}
"""By process: a forked one has no thread of its parent's."""
_lock = threading.Lock()


def _loop() -> _Loop:
    with _lock:
        found = _loops.get(os.getpid())
        if found is None:
            _loops.clear()
            found = _loops[os.getpid()] = _Loop()
        return found


async def _fetch(address: str, sql: str, parameters: Parameters | Named) -> list[Row]:
    free = _loop().free.setdefault(address, [])
    while True:
        session, new = (free.pop(), False) if free else (await PostgresConnection.open(address, "tengen reader"), True)
        try:
            rows = await session.fetch(sql, parameters)
        except FAILURES as error:
            if session.is_lost or is_lost(error):
                session.drop()
                if not new:
                    continue
            else:
                free.append(session)
            raise
        except BaseException:
            session.drop()
            raise
        if len(free) < KEPT:
            free.append(session)
        else:
            await session.close()
        return rows


async def _close(address: str) -> None:
    for session in _loop().free.pop(address, ()):
        await session.close()
