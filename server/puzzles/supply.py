"""Import of the supplied puzzles into the store, in small pieces in idle time.

The number of imported lines is stored in the transaction that stores their puzzles: a stopped server continues where it
was, and one that has them all reads no more than a hash. Another version of the file is imported again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from itertools import islice
from typing import cast

from bots.errors import BotError, Stopped
from bots.executor import Execute
from bots.puzzles import puzzle
from server.errors import StoreError
from server.protocol.values import Rules
from server.puzzles.rating import FROM_TREE
from server.steady_time import Now
from server.store.database import Database
from server.store.knowledge import supplied_puzzles
from server.store.knowledge.supplied_puzzles import SuppliedPuzzle


def read(first: int, count: int) -> list[SuppliedPuzzle]:
    """Read ``count`` puzzles from line ``first`` on; fewer at the end of the file. Raises BadPuzzle."""
    with puzzle.PUZZLES.open(encoding="ascii") as lines:
        return [_supply(made) for made in puzzle.read_all(islice(lines, first, first + count))]


def find_version() -> tuple[str, int]:
    """Return a hash of the file, and the number of its lines."""
    data = puzzle.PUZZLES.read_bytes()
    return hashlib.blake2b(data, digest_size=16).hexdigest(), data.count(b"\n")


def _supply(made: puzzle.MadePuzzle) -> SuppliedPuzzle:
    return SuppliedPuzzle(
        rules=cast(Rules, made.rules),
        size=puzzle.SIZE,
        kind=made.kind,
        method=made.method,
        nodes=puzzle.NODES,
        moves=made.moves,
        answers=made.answers,
        proof=made.proof,
        length=made.measure.length,
        themes=made.themes,
        rating=made.rating,
        deviation=FROM_TREE,
    )


log = logging.getLogger("tengen")

AT_ONCE = 40
"""Lines in one transaction, which takes 3 ms of processor time from those who play."""
PAUSE_S = 1.0
"""Seconds between two transactions: a fresh server has its first puzzles at once, and all within a minute."""
RETRY_S = 10.0


class Supply:
    """``run`` calls a function in the background process, as `Executor.run` does; ``now`` returns ms. If not
    ``active``, it does nothing.
    """

    def __init__(self, store: Database, run: Execute, now: Now, active: bool = True) -> None:
        self._store = store
        self._run = run
        self._now = now
        self._active = active

    async def work(self) -> None:
        """Import all remaining puzzles."""
        while self._active:
            try:
                await self.fill()
            except Stopped:
                return
            except (BotError, StoreError) as error:
                log.warning("the puzzles of the tree wait: %s", error)
                await asyncio.sleep(RETRY_S)
            else:
                return

    async def fill(self) -> None:
        """Import all remaining puzzles; raises BotError and StoreError, after which it may be called again."""
        version, lines = await self._run(find_version)
        first = await supplied_puzzles.read_done(self._store, version)
        for done in range(first, lines, AT_ONCE):
            found = await self._run(read, done, AT_ONCE)
            end = min(lines, done + AT_ONCE)
            await self._store.execute(*supplied_puzzles.keep(found, version, end, self._now()))
            await asyncio.sleep(PAUSE_S)
