"""Processes that lead in something: each holds a lock of its session, which ends with the session."""

import asyncio
from contextlib import suppress
from zlib import crc32

from server.errors import StoreError
from server.store.postgres.connection import FAILURES, Connect, PostgresConnection

KEY = 0x54454E4C
"""First half of the keys of these locks."""
IDLE_S = 12
"""Silence after which the database ends the session: a process that hangs, or whose machine is gone, leads no more."""


_KEYS = "$1::integer, $2::integer # hashtext(current_schema())"


def _hash(name: str) -> int:
    return crc32(name.encode()) - (1 << 31)


class Leads:
    """Tasks that this process leads in; ``connect`` opens the session that holds its locks."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._session: PostgresConnection | None = None
        self._held: set[str] = set()
        self._turn = asyncio.Lock()

    async def lead(self, name: str) -> bool:
        """Try to become or to remain the only process that leads in something. Raises StoreError."""
        async with self._turn:
            try:
                return await self._ask(name)
            except FAILURES as error:
                self._drop()
                raise StoreError(f"nobody knows who leads in {name}: {error}") from error
            except asyncio.CancelledError:
                self._drop()  # in the middle of a statement
                raise

    async def _ask(self, name: str) -> bool:
        if self._session is None or self._session.is_lost:
            self._held.clear()
            self._session = await self._connect()
            await self._session.script(f"SET idle_session_timeout = '{IDLE_S}s'")
        connection = self._session.connection
        if name in self._held:  # a session may take a lock twice, and would have to give it back twice
            await connection.execute("SELECT 1")
            return True
        taken = await connection.fetchval(f"SELECT pg_try_advisory_lock({_KEYS})", KEY, _hash(name))
        if taken:
            self._held.add(name)
        return bool(taken)

    async def stop(self, name: str) -> None:
        """Lead in something no more. Raises StoreError, but does so even then."""
        async with self._turn:
            if name not in self._held or self._session is None:
                return
            self._held.discard(name)
            try:
                await self._session.connection.execute(f"SELECT pg_advisory_unlock({_KEYS})", KEY, _hash(name))
            except FAILURES as error:
                self._drop()
                raise StoreError(f"the lead in {name} ends with its connection: {error}") from error
            except asyncio.CancelledError:
                self._drop()
                raise

    def _drop(self) -> None:
        self._held.clear()
        if self._session is not None:
            self._session.drop()
            self._session = None

    async def close(self) -> None:
        """Lead in nothing any more."""
        self._held.clear()
        if self._session is not None:
            with suppress(*FAILURES):
                await self._session.close()
            self._session = None
