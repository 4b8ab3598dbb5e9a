"""The one process that leads in something: it holds a lock of a connection, which ends with the process."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from server.errors import StoreError
from server.store.postgres.session import FAILURES, Session

_SPACE = 0x4C454144
"""First half of the keys of these locks, apart from the other locks of the server."""
_NOTICE_DEATH = "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3"
"""Within some seconds the database notices that a machine is gone, and its locks are free."""


class Leading:
    """Takes and keeps locks by name, all on one connection that ``connect`` opens when it is needed."""

    def __init__(self, connect: Callable[[], Awaitable[Session]]) -> None:
        self._connect = connect
        self._session: Session | None = None
        self._held: set[str] = set()
        self._turn = asyncio.Lock()

    async def lead(self, name: str) -> bool:
        """Return whether this process holds the lock of a name, taken now if it is free. Raises StoreError."""
        async with self._turn:
            try:
                return await self._try(name)
            except FAILURES as error:
                await self._drop()
                raise StoreError(f"nobody knows who leads in {name}: {error}") from error
            except BaseException:  # cancelled in the middle
                await self._drop()
                raise

    async def _try(self, name: str) -> bool:
        if self._session is None or self._session.is_lost:
            self._held.clear()
            self._session = await self._connect()
            await self._session.script(_NOTICE_DEATH)
        if name in self._held:  # unless the connection is gone and nobody has noticed yet
            await self._session.connection.fetchval("SELECT 1")
            return True
        got = await self._session.connection.fetchval(
            "SELECT pg_try_advisory_lock($1::integer, hashtext($2))", _SPACE, name
        )
        if got:
            self._held.add(name)
        return bool(got)

    async def _drop(self) -> None:
        session, self._session = self._session, None
        self._held.clear()
        if session is not None:
            session.drop()

    async def close(self) -> None:
        """Lead in nothing any more."""
        async with self._turn:
            session, self._session = self._session, None
            self._held.clear()
            if session is not None:
                with suppress(*FAILURES):
                    await session.close()
