"""Hashing of passwords in a process of its own: the event loop never waits for it, and a flood waits in a queue."""

import asyncio
from itertools import count
from typing import Any

from bots.errors import BotError
from bots.workers.background_work import Errand, Function, Work
from bots.workers.fair_queue import Asker
from bots.workers.pool import Pool, PoolJob, SeatState
from bots.workers.process import AwaitedWorker
from server.accounts import passwords
from server.errors import Refused, to_refusal

MOST_WAITING = 64
"""Length of the queue: some two seconds. Addresses take turns, and those last in turn are refused."""


class Hashing:
    """Computes and verifies hashes one after the other; the process starts with the first request.

    Raises Refused: "accounts_busy" if the queue is full, "restart" while the server stops.
    """

    def __init__(self) -> None:
        self._pool: Pool[Errand, Any] | None = None
        self._numbers = count()
        self._closed = False

    async def close(self) -> None:
        """Stop the process; waiting requests are refused."""
        self._closed = True
        if self._pool is not None:
            await self._pool.close()

    async def make_hash(self, password: str, address: str) -> str:
        """Return the hash of a password, for a client at an address."""
        return str(await self._run(passwords.make_hash, address, password))

    async def verify(self, kept: str | None, password: str, address: str) -> tuple[bool, str | None]:
        """Verify a password against a hash. Return whether it is right, and a new hash if its parameters are
        outdated.
        """
        right, anew = await self._run(passwords.verify, address, kept, password)
        return bool(right), anew

    async def hash_codes(self, codes: list[str], address: str) -> list[bytes]:
        """Return the hashes of long-lived codes, which are looked up by hash."""
        hashes: list[bytes] = await self._run(passwords.hash_codes, address, codes)
        return hashes

    async def _run(self, function: Function, address: str, *arguments: str | list[str] | None) -> Any:
        if self._closed:
            raise Refused(code="restart")
        if self._pool is None:
            self._pool = Pool([AwaitedWorker("passwords")], MOST_WAITING)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        errand = Errand(Work(function, arguments), lambda _: None)
        job = PoolJob(SeatState(next(self._numbers)), lambda *_: errand, answer, Asker(address))
        self._pool.submit(job)
        try:
            # a client that leaves must not stop the process, which others wait for
            return await asyncio.shield(answer)
        except BotError as error:
            refusal = to_refusal(error, "the hashing of a password")
            raise Refused(code="accounts_busy") if refusal.code == "bots_busy" else refusal from None
