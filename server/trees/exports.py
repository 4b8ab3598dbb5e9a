"""Exports of stored trees: written by a process while the client polls, and kept for a moment."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bots.errors import BotError
from bots.executor import Execute
from bots.workers.fair_queue import Asker
from gomoku.notation.encodings import for_library
from server.errors import Refused, to_refusal
from server.steady_time import Now
from server.store.database import Database
from server.store.trees.tree_rows import StoredTree
from server.trees import tree_file
from server.trees.tree_file import TreeRejected

MOST = 8
"""Most files being written or kept, for all trees together; the process writes one after the other."""
KEPT_MS = 60_000
ANSWER_S = 4.0
"""Longest wait of a request, before its connection would be closed."""

Key = tuple[int, int, str, str]


@dataclass(eq=False)
class _Written:
    """A file that is being written, or is ready."""

    job: asyncio.Future[bytes | TreeRejected]
    asked_at: int


class TreeExports:
    """``run`` calls a function in a separate process, as `bots.executor.Executor.run` does with ``large``; ``now``
    returns ms.
    """

    def __init__(self, store: Database, run: Execute, now: Now) -> None:
        self._store = store
        self._run = run
        self._now = now
        self._written: dict[Key, _Written] = {}

    async def write(self, tree: StoredTree, format: str, encoding: str | None, viewer: str | None) -> bytes:
        """Return the bytes of the file; raises Refused("tree_writing") if it is not ready, and others if it cannot be
        written.
        """
        if tree.nodes > tree_file.MOST_NODES:
            raise Refused(code="tree_too_large", nodes=tree_file.MOST_NODES)
        key = tree.serial, tree.v, format, encoding or for_library(tree.encoding)
        written = self._written.get(key) or self._begin(key, tree.size, viewer)
        written.asked_at = self._now()
        await asyncio.wait([written.job], timeout=ANSWER_S)
        if not written.job.done():
            raise Refused(code="tree_writing")
        try:
            body = written.job.result()
        except BotError as error:
            self._written.pop(key, None)
            raise to_refusal(error, f"tree {tree.id} as {format}") from None
        if isinstance(body, TreeRejected):
            raise Refused("", code=body.code, **body.detail)
        return body

    def _begin(self, key: Key, size: int, viewer: str | None) -> _Written:
        serial, _, format, encoding = key
        self._forget()
        if len(self._written) >= MOST:
            raise Refused(code="flood")
        arguments = self._store.address, serial, size, format, encoding
        work = self._run(tree_file.write, *arguments, large=True, asker=Asker(person=viewer or ""))
        written = self._written[key] = _Written(asyncio.ensure_future(work), self._now())
        written.job.add_done_callback(lambda job: job.cancelled() or job.exception())  # perhaps nobody asks again
        asyncio.get_running_loop().call_later(KEPT_MS / 1000, self._forget)
        return written

    def _forget(self) -> None:
        before = self._now() - KEPT_MS
        for key in [key for key, each in self._written.items() if each.job.done() and each.asked_at <= before]:
            del self._written[key]
        done = [key for key, each in self._written.items() if each.job.done()]
        if len(self._written) >= MOST and done:
            del self._written[min(done, key=lambda key: self._written[key].asked_at)]
