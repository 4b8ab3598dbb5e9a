"""The learned patterns, from the store to the players of this process: all rooms have them from their next moves on."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace

import msgspec

from bots.errors import BotError
from bots.executor import Executor
from bots.learning import current
from bots.learning.pattern import Pattern
from bots.learning.weights import evident
from gomoku.rulesets import RULESETS
from server.errors import StoreError
from server.store import patterns
from server.store.patterns import StoredPattern
from server.store.store import Store

log = logging.getLogger("tengen.learning")

RETRY_S = 5.0


class Publishing:
    """Keeps the tables of `bots.learning.current` as the store is, once the kernels that match them are there."""

    def __init__(self, store: Store, executor: Executor) -> None:
        self._store = store
        self._executor = executor
        self._changed = asyncio.Event()
        self._changed.set()
        self._read: dict[str, Pattern] = {}
        self.revision = 0
        """Of what is published."""

    def changed(self) -> None:
        """Something was learned, met, turned off or on, forgotten or imported."""
        self._changed.set()

    async def work(self) -> None:
        """Publish what is there and, until cancelled, whatever changes; nothing without kernels."""
        try:
            await self._executor.warm()
        except BotError:
            return
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self.publish()
            except StoreError as error:
                log.warning("learned patterns wait for the store: %s", error)
                self._changed.set()
                await asyncio.sleep(RETRY_S)

    async def publish(self) -> None:
        """Build the tables beside the loop and put all of them in place of the old."""
        revision = await patterns.revision(self._store)
        if revision == self.revision:
            return
        stored = await patterns.in_use(self._store)
        await asyncio.to_thread(self._build, stored, revision)
        self.revision = revision
        log.info("%d learned patterns in use, revision %d", len(stored), revision)

    def _build(self, stored: Iterable[StoredPattern], revision: int) -> None:
        """A table for each rule set; patterns that were read before are not read again."""
        from bots.learning.table import PatternTable  # noqa: PLC0415 - imports numba: the loop shall not wait for it

        read: dict[str, Pattern] = {}
        found: dict[str, list[Pattern]] = {rules: [] for rules in RULESETS if rules != "tictactoe"}
        for row in stored:
            try:
                pattern = self._read.get(row.key) or Pattern.from_json(msgspec.json.decode(row.body))
            except (BotError, msgspec.MsgspecError) as error:
                log.warning("pattern %d cannot be read, the others can: %s", row.id, error)
                continue
            read[row.key] = pattern
            blocking = tuple((dx, dy, evident(weight, row.met, row.held)) for dx, dy, weight in pattern.blocking)
            found[row.rules].append(replace(pattern, blocking=blocking))
        self._read = read
        for rules, of_rules in found.items():
            current.publish(PatternTable(rules, of_rules, revision))
