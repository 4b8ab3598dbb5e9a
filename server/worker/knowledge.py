"""The bots' knowledge at a worker: published from the database as at a server, and at least as new as a server asks."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from typing import Any

from bots.executor import Executor
from bots.learning.players import published
from server.learning.proof_writer import ProofWriter
from server.learning.publishing import Publishing
from server.steady_time import Now
from server.store.changes import Watched
from server.store.database import Database
from server.store.knowledge import practice
from server.worker.messages import Revisions

log = logging.getLogger("tengen.worker")

TABLES = "learned", "experience_games", "experience_choices", "experience_dropped"
WATCHED = (*map(Watched, TABLES), practice.CHANGED)
PATIENCE_S = 1.0
"""Longest wait of a move for knowledge that its server has and this worker has not."""


class WorkerKnowledge:
    """Publishes what is in ``store`` to the players of this process, and stores the proofs that they find.

    Weights are not published: each request brings those of its game.
    """

    def __init__(self, store: Database, executor: Executor, now: Now, *, experience: bool) -> None:
        self._store = store
        self._publishing = Publishing(store, executor, experience=experience)
        self._proofs = ProofWriter(store, now, self._publishing.changed)
        self._awaited: set[tuple[str, int, Revisions]] = set()

    def start(self) -> None:
        """Share the proofs of the store with the players, and follow changes of the store."""
        published.share(self._store.proofs, self._proofs.add)
        self._store.on_change(self._publishing.changed, *WATCHED)

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the jobs that run until cancelled."""
        yield self._publishing.work()
        yield self._proofs.work()

    async def first(self) -> None:
        """Wait for the first publication, for some seconds at most; kernels must be ready."""
        await self._publishing.caught_up()

    async def keep_up(self, rules: str, level: int, asked: Revisions) -> None:
        """Wait until this worker knows as much as the server that asks, once for each of its revisions, briefly."""
        here = Revisions(published.revision(rules), published.book_revision(rules, level))
        if here.patterns >= asked.patterns and here.book >= asked.book:
            return
        key = rules, level, asked
        if key in self._awaited:  # it was waited for in vain
            return
        if len(self._awaited) > 1000:
            self._awaited.clear()
        self._awaited.add(key)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                await self._publishing.caught_up()

    async def close(self) -> None:
        """Store the proofs that wait, and withdraw what is published."""
        await self._proofs.keep()
        published.share(None, None)
