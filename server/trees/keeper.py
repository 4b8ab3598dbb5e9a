"""Stores trees that a process makes from files or games: within limits, one at a time for each player, in small
pieces.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from msgspec import Struct

from bots.errors import BotError
from bots.executor import Execute
from bots.workers.background_work import Function
from bots.workers.fair_queue import Asker
from server.errors import Refused, StoreError, to_refusal
from server.protocol.values import Rules, Visibility
from server.signals import FileRead, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.records import new_id
from server.store.sql import Conflict, Statement
from server.store.trees import tree_rows
from server.store.trees.tree_blocks import TreeBlock
from server.store.trees.tree_rows import NewTree, StoredTree
from server.trees.tree_file import FoundTree, TreeRejected

log = logging.getLogger(__name__)

MOST_TREES = 50
"""Most trees of one player."""
MOST_BYTES = 64 << 20
"""Most bytes of one player's trees, as stored."""
MOST_JOBS = 32
"""Most jobs that wait, of all players together."""
DAILY_BYTES = 256 << 20
"""Most bytes of files read for one address in a day: a class shares one."""
DAY_MS = 86_400_000
ANSWER_S = 0.25
"""Longest wait for an answer about a tree: other commands of the connection wait behind it."""
SWEEP_S = 60.0
HALF_MS = 600_000
"""Age at which a tree of which a part is there was left by a process that is gone."""
LOOK_S = 0.1
LOOKS = 300
"""Looks at what another process stores for the same command, `LOOK_S` apart."""
PAUSE_S = 0.02
"""Pause between two transactions of a removal."""

MakeNote = Callable[[NewTree], Statement]
"""Returns a statement that belongs to the transaction of a tree."""


class WantedTree(Struct, frozen=True):
    """A tree to be stored: its owner and command, its source, and its attributes."""

    player: str
    command: str
    address: str
    title: str
    visibility: Visibility
    rules: Rules | None = None
    file: str = ""
    sealed: bool = False
    cost: int = 0
    """Bytes to be read."""
    by_staff: str = ""
    """The member of staff who uploads it for the player; the player's limits then do not apply."""

    @property
    def asker(self) -> str:
        """The player who waits for it."""
        return self.by_staff or self.player


class TreeKeeper:
    """``run`` calls a function in a separate process, as `bots.executor.Executor.run` does with ``large``; ``now``
    returns ms; ``most_bytes`` is the limit of all trees together. If ``shared``, other processes store trees, too:
    jobs and their results are those of this process. Emits and hears `FileRead`.
    """

    def __init__(
        self, store: Database, run: Execute, now: Now, most_bytes: int, signals: Signals, *, shared: bool = False
    ) -> None:
        self._signals = signals
        self._shared = shared
        self._store = store
        self._run = run
        self._now = now
        self._most_bytes = most_bytes
        self._jobs: dict[tuple[str, str], asyncio.Task[str]] = {}
        self._ended: dict[tuple[str, str], asyncio.Task[str]] = {}
        """Jobs that had ended by the last sweep: their results are available until the next."""
        self._storing = asyncio.Lock()
        self._spent: dict[str, tuple[float, int]] = {}
        """Bytes read for an address, less what time has refunded, and the time of that figure."""
        self.going = asyncio.Event()
        """Set when a tree waits for its removal."""

    def subscribe(self) -> None:
        """Count the bytes that other processes read for an address."""
        self._signals.on(FileRead, lambda read: self._note_spent(read.address, read.bytes), theirs=True)

    async def start(self) -> None:
        """Remove trees that were incomplete when the previous server ended."""
        if not self._shared:  # else another may be at it
            await tree_rows.leave_half(self._store)

    async def answer(self, player: str, command: str) -> str | None:
        """Return the tree that a command of a player or of staff has made, waiting for a moment; None if it takes
        longer.

        Raises KeyError for an unknown command, and Refused, once, if the job did.
        """
        made = await tree_rows.find_of_command(self._store, player, command)
        if made is not None:
            self._jobs.pop((player, command), None)
            return made
        job = self._jobs.get((player, command)) or self._ended[player, command]
        await asyncio.wait([job], timeout=ANSWER_S)
        if not job.done():
            return None
        self._jobs.pop((player, command), None)
        self._ended.pop((player, command), None)
        return job.result()

    async def begin(self, wanted: WantedTree, make: Callable[[WantedTree], Coroutine[Any, Any, str]]) -> None:
        """Begin to make a tree, unless a limit of the player or the server is reached; raises Refused."""
        await self._check_own_room(wanted)
        self._check_room(await tree_rows.count_bytes(self._store), self._most_bytes, "server")
        waiting = [player for (player, _), job in self._jobs.items() if not job.done()]
        if len(waiting) >= MOST_JOBS or wanted.asker in waiting:
            raise Refused(code="tree_busy")
        self.spend(wanted.address, wanted.cost)
        self._jobs[wanted.asker, wanted.command] = asyncio.create_task(make(wanted))

    async def keep(
        self,
        wanted: WantedTree,
        work: Function,
        *arguments: Any,
        note: MakeNote | None = None,
    ) -> str:
        """Run ``work`` of `server.trees.tree_file` in a process, and store the tree. Return its id. The statement of
        ``note`` is written in the transaction that completes the tree. Raises Refused.
        """
        blocks: list[TreeBlock] = []
        asker = Asker(wanted.address, wanted.asker)
        try:
            found: FoundTree | TreeRejected = await self._run(
                work, *arguments, progress=blocks.append, large=True, asker=asker
            )
        except BotError as error:
            raise to_refusal(error, f"reading of {wanted.cost} bytes for a tree") from None
        if isinstance(found, TreeRejected):
            raise Refused("", code=found.code, **found.detail)
        return await self.store(wanted, found, blocks, note)

    async def store(
        self, wanted: WantedTree, found: FoundTree, blocks: Sequence[TreeBlock], note: MakeNote | None = None
    ) -> str:
        """Store a packed tree, as `keep` does. Return its id. Raises Refused."""
        size = sum(block.length for block in blocks)
        async with self._storing:  # so that two cannot both take the last space
            await self._check_own_room(wanted, size)
            self._check_room(await tree_rows.count_bytes(self._store) + size, self._most_bytes, "server")
            tree = NewTree(
                id=new_id(),
                owner=wanted.player,
                command=wanted.command,
                title=wanted.title,
                visibility="private" if wanted.sealed else wanted.visibility,
                sealed=wanted.sealed,
                rules=wanted.rules,
                size=found.size,
                file=wanted.file,
                encoding=found.encoding,
                skipped=found.skipped,
                nodes=found.nodes,
                depth=found.depth,
                bytes=size,
                at=self._now(),
            )
            needed = [tree_rows.demand_room(size, self._most_bytes)]
            if not wanted.by_staff:
                needed.append(tree_rows.demand_own_room(wanted.player, size, MOST_BYTES, MOST_TREES))
            try:
                noted = () if note is None else (note(tree),)
                await tree_rows.insert(self._store, tree, blocks, *noted, needed=needed)
            except Conflict:
                made = await self._find_made_elsewhere(wanted)
                if made is not None:
                    return made
                await self._check_own_room(wanted, size)
                self._check_room(await tree_rows.count_bytes(self._store) + size, self._most_bytes, "server")
                raise Refused(code="unknown_tree") from None  # the player was deleted, or has already deleted it
        return tree.id

    async def _find_made_elsewhere(self, wanted: WantedTree) -> str | None:
        """Return the tree that was stored meanwhile for the same command, by another process perhaps in a moment."""
        for _ in range(LOOKS):
            if not await tree_rows.is_coming(self._store, wanted.player, wanted.command):
                break
            await asyncio.sleep(LOOK_S)
        return await tree_rows.find_of_command(self._store, wanted.player, wanted.command)

    async def check_edit(self, tree: StoredTree, size: int) -> None:
        """Raise Refused if an edit that makes a tree larger finds no room."""
        if size > 0:
            _, own = await tree_rows.count_own(self._store, tree.owner)
            self._check_room(own + size, MOST_BYTES, "yours")
            self._check_room(await tree_rows.count_bytes(self._store) + size, self._most_bytes, "server")

    async def work(self) -> None:
        """Remove deleted trees, count bookmarks and drop old results, until cancelled."""
        while True:
            self.going.clear()
            try:
                if not self._shared or await self._store.lead("trees"):
                    if self._shared:
                        await tree_rows.leave_half(self._store, self._now() - HALF_MS)
                    await self._remove()
                    await self._count_bookmarks()
            except StoreError as error:
                log.warning("trees are not removed: %s", error)
            self._forget()
            try:
                await asyncio.wait_for(self.going.wait(), SWEEP_S)
            except TimeoutError:
                continue

    async def _remove(self) -> None:
        going = True
        while going:
            going = await tree_rows.remove_some(self._store)
            await asyncio.sleep(PAUSE_S)

    async def _count_bookmarks(self) -> None:
        """List the bookmarks of trees that were stored before there was a list of these."""
        more = True
        while more:
            more = await tree_rows.count_bookmarks(self._store)
            await asyncio.sleep(PAUSE_S)

    async def close(self) -> None:
        """Cancel running jobs."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _check_own_room(self, wanted: WantedTree, size: int = 0) -> None:
        if wanted.by_staff:
            return
        count, own = await tree_rows.count_own(self._store, wanted.player)
        if count >= MOST_TREES:
            raise Refused(code="too_many_trees", limit=MOST_TREES)
        self._check_room(own + size, MOST_BYTES, "yours")

    def _check_room(self, size: int, most: int, whose: str) -> None:
        if size >= most:
            raise Refused(code="trees_full", whose=whose, limit=most >> 20)

    def spend(self, address: str, cost: int) -> None:
        """Charge the bytes of a file to the day of an address; raises Refused."""
        if self._find_spent(address) + cost > DAILY_BYTES:
            raise Refused(code="trees_full", whose="address", limit=DAILY_BYTES >> 20)
        self._note_spent(address, cost)
        self._signals.emit(FileRead(address, cost))

    def _note_spent(self, address: str, cost: int) -> None:
        self._spent[address] = self._find_spent(address) + cost, self._now()

    def _find_spent(self, address: str) -> float:
        """Return the bytes read for an address, less what time has refunded."""
        now = self._now()
        spent, at = self._spent.get(address, (0.0, now))
        return max(0.0, spent - (now - at) * DAILY_BYTES / DAY_MS)

    def _forget(self) -> None:
        """Drop results that ended a sweep ago, and addresses whose spending is refunded."""
        for job in self._ended.values():
            if not job.cancelled():
                job.exception()
        self._ended = {key: job for key, job in self._jobs.items() if job.done()}
        for key in self._ended:
            del self._jobs[key]
        now = self._now()
        for address, (spent, at) in list(self._spent.items()):
            if (now - at) * DAILY_BYTES / DAY_MS >= spent:
                del self._spent[address]
