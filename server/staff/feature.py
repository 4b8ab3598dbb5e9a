"""Feature of staff: their pages, acts upon the running server, backups and checks."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

from server import studying
from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.gauges import Gauges
from server.handlers import Handlers
from server.leading import do_once
from server.learning import feature as learning
from server.moderation import feature as moderation
from server.operator import serve_notices
from server.operator.backup_schedule import Backups
from server.operator.checks import Checks
from server.rooms import feature as rooms
from server.running_server import RunningServer
from server.staff.act_messages import ActMessages
from server.staff.evidence_messages import EvidenceMessages
from server.staff.game_lists import GameListMessages
from server.staff.health import HealthMessages
from server.staff.learned_messages import LearnedMessages
from server.staff.live_settings import LiveSettings
from server.staff.people_messages import PeopleMessages
from server.staff.upkeep_messages import BackupMessages, CheckMessages
from server.staff.uploads import StaffUploads
from server.store.file.database_file import check_pages
from server.store.games import checksum_backfill, explorer_index
from server.store.opening import find_address
from server.trees import feature as trees


class StaffFeature(Feature):
    """Opens and connects the parts of staff."""

    def __init__(self, core: Core) -> None:
        store, executor, config, now = core.store, core.executor, core.config, core.now
        people = core.need(accounts.open)
        moderators = core.need(moderation.open)
        knowledge = core.need(learning.open)
        table = core.need(rooms.open).rooms
        stored = core.need(trees.open)
        powers, sessions = moderators.powers, people.sessions
        self._store, self._config, self._bus = store, config, core.bus
        self.gauges = Gauges(store, executor, table, core.metrics, now)
        self.backups = Backups(
            *(config.db, config.backup_folder, 0 if config.database else config.backup_every, config.backup_keep),
            on_done=lambda done: core.metrics.backups.labels("done" if done else "failed").inc(),
        )
        self.checks = Checks(find_address(config), now)
        self.live = RunningServer(
            *(table, sessions, knowledge.publishing, knowledge.tuning, core.need(studying.open).analyst),
            acts=moderators.acts,
            signals=core.signals,
        )
        self.rebuilding = asyncio.Lock()
        self._acts = ActMessages(*(store, self.live, powers, now), rebuilding=self.rebuilding)
        self._uploads = StaffUploads(
            *(store, executor.run, self.live, stored.keeper, stored.uploads, stored.gathering, powers, now)
        )
        self.settings = LiveSettings(store, config, powers, now, core.signals)
        self._parts = (
            EvidenceMessages(store, executor.run, moderators.acts, powers, now),
            HealthMessages(
                *(store, executor, table, sessions, core.metrics, self.gauges, self.backups),
                powers=powers,
                now=now,
                shared=core.bus is not None,
            ),
            BackupMessages(store, self.backups, powers, now),
            CheckMessages(store, self.checks, self.backups, powers, now),
            LearnedMessages(store, executor.run, powers),
            PeopleMessages(store, powers, sessions),
            GameListMessages(store, table, powers),
            self._acts,
            self._uploads,
            self.settings,
        )

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of staff."""
        for part in self._parts:
            part.register(handlers)

    async def start(self) -> None:
        """Apply the settings that the owner has changed."""
        await self.settings.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the loops: notices, measurements, backups, checks."""
        yield self.gauges.probe_loop()
        yield self.gauges.watch_studies()
        yield serve_notices(self._store, self.live, self.rebuilding)
        yield do_once(self._store, self._bus, "checksums", lambda: checksum_backfill.fill(self._store))
        yield do_once(self._store, self._bus, "explorer", lambda: explorer_index.fill(self._store))
        if not self._config.database:
            yield check_pages(self._config.db)
        yield self.backups.work()
        yield self.checks.work()

    async def close(self) -> None:
        """Cancel uploads and rebuilds."""
        await self._uploads.close()
        await self._acts.close()


def open(core: Core) -> StaffFeature:
    """Open the feature."""
    return StaffFeature(core)
