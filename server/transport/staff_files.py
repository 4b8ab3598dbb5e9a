"""Files that the owner downloads from the staff page: learned patterns, learned weights, and any stored tree.

They are made in processes; the command line writes the same files, and larger ones.
"""

import asyncio
from typing import Any

from bots.engine import Numbers
from bots.errors import BotError
from bots.executor import Execute
from bots.workers.background_work import Function
from bots.workers.fair_queue import Asker
from server.errors import Refused, to_refusal
from server.moderation.powers import Powers
from server.operator import patterns
from server.operator.weights import format_version
from server.protocol.query import StaffTreeQuery
from server.steady_time import Now
from server.store import audit
from server.store.database import Database
from server.store.knowledge import weights
from server.store.knowledge.weights import TREE
from server.store.reading import read_from
from server.store.trees import tree_rows
from server.store.trees.tree_rows import StoredTree

MOST_BYTES = 64 << 20
"""Largest file to send: it is in memory as a whole."""
ACT_MS = 3_600_000
"""How long an act permits the download of a tree."""


def write_patterns(address: str, most: int) -> bytes | None:
    """Return all patterns in use of the database at an address as a file; None if it exceeds ``most`` bytes."""
    pieces: list[bytes] = []
    size = 0
    with read_from(address) as connection:
        for line in patterns.list_lines(connection):
            pieces.append(line.encode())
            size += len(pieces[-1])
            if size > most:
                return None
    return b"".join(pieces)


def write_weights(version: int, numbers: Numbers | None) -> bytes:
    """Return a version of the weights as a file; without numbers, the program's own."""
    if numbers is None:
        from bots.tuning.weight_fit import PRIOR  # noqa: PLC0415 - imports numba

        numbers = PRIOR
    return format_version(version, numbers).encode()


class StaffFiles:
    """Files of ``store`` for viewers permitted by ``powers``; ``run`` calls a function in a process, as
    `bots.executor.Executor.run` does, and ``now`` returns ms.
    """

    def __init__(self, store: Database, run: Execute, powers: Powers, now: Now) -> None:
        self._store = store
        self._run = run
        self._powers = powers
        self._now = now

    async def write_patterns(self, viewer: str | None) -> bytes:
        """Return the patterns in use, one a line; raises Refused, among others "file_too_large"."""
        owner = self._powers.require_files(viewer)
        body: bytes | None = await self._make(owner, write_patterns, self._store.address, MOST_BYTES)
        if body is None:
            raise Refused(code="file_too_large", limit=MOST_BYTES >> 20)
        return body

    async def write_weights(self, viewer: str | None, version: int) -> bytes:
        """Return a version of the weights; raises Refused, as "not_found" if its numbers are gone."""
        owner = self._powers.require_files(viewer)
        found = None if version == TREE else await weights.find_version(self._store, version)
        if found is None and version != TREE:
            raise Refused(code="not_found")
        body: bytes = await self._make(owner, write_weights, version, None if found is None else found.numbers)
        return body

    async def find_tree(self, viewer: str | None, id: str, query: StaffTreeQuery) -> StoredTree:
        """Return any player's tree, if a recent act permits it; raises Refused."""
        owner = self._powers.require_files(viewer)
        tree = await tree_rows.find_tree(self._store, id)
        if tree is None:
            raise Refused(code="not_found")
        since = self._now() - ACT_MS
        if not await audit.has_act(self._store, owner, query.act or "", "tree_export", "tree", id, since):
            raise Refused(code="act_needed")
        return tree

    async def _make(self, owner: str, work: Function, *arguments: Any) -> Any:
        made = asyncio.ensure_future(self._run(work, *arguments, awaited=True, asker=Asker(person=owner)))
        made.add_done_callback(lambda job: job.cancelled() or job.exception())  # perhaps nobody waits any more
        try:
            return await asyncio.shield(made)  # a client that leaves must not stop the process, which others wait for
        except BotError as error:
            raise to_refusal(error, f"a file by {work.__name__}") from None
