"""The number of open reports, told to staff when they join and whenever it changes."""

import asyncio
import logging
from collections.abc import Iterable

from server.accounts.sessions import Sessions
from server.background import Background
from server.errors import StoreError
from server.handlers import Client
from server.moderation.roles import Roles
from server.protocol.outbound import ReportsWaiting
from server.signals import ClientJoined, ReportsChanged, Signals
from server.store.database import Database
from server.store.people import reports

log = logging.getLogger(__name__)


class WaitingReports:
    """Tells staff among ``sessions``, by their ``roles``, how many reports are open in ``store``."""

    def __init__(self, store: Database, sessions: Sessions, roles: Roles) -> None:
        self._store = store
        self._sessions = sessions
        self._roles = roles
        self._background = Background()
        self._lock = asyncio.Lock()
        """Held from a count until it is told, so that no client keeps an older count."""

    def subscribe(self, signals: Signals) -> None:
        """Tell staff when they join, and whenever a report is made or settled."""
        signals.on(ClientJoined, lambda joined: self._greet(joined.client))
        signals.on(ReportsChanged, lambda _: self.changed())

    async def close(self) -> None:
        """Stop telling."""
        await self._background.close()

    def changed(self) -> None:
        """Tell all staff the new count."""
        self._background.spawn(self.tell_all())

    def _greet(self, client: Client) -> None:
        if self._roles.is_staff(client.player):
            self._background.spawn(self._tell_one(client))

    async def _tell_one(self, client: Client) -> None:
        async with self._lock:
            waiting = await self._count()
            if waiting:
                self._say([client], waiting)

    async def tell_all(self) -> None:
        """Tell all staff who are connected here how many reports are open."""
        async with self._lock:
            waiting = await self._count()
            if waiting is not None:
                for player in self._sessions.players:
                    self._say(self._sessions.of_player(player), waiting)

    async def _count(self) -> int | None:
        try:
            return await reports.count_open(self._store)
        except StoreError as error:  # the next change tells staff
            log.warning("the reports that wait cannot be counted: %s", error)
            return None

    def _say(self, clients: Iterable[Client], waiting: int) -> None:
        for client in clients:
            if self._roles.is_staff(client.player):  # the client may have signed in as somebody else
                client.say(ReportsWaiting(waiting))
