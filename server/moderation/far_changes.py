"""Changes that other processes of an installation make to blocks, roles and sanctions, read from the store.

Signals tell it sooner, but the bus may lose them. So every process also reads what it remembers again when the store
says that it may have changed, and when the bus is back after a break.
"""

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any

from server.accounts.accounts import let_in
from server.accounts.sessions import Sessions
from server.background import Renewal
from server.bus.bus import Bus
from server.errors import Refused
from server.moderation.blocks import Blocks
from server.moderation.roles import Roles
from server.signals import SanctionsChanged, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.people import accounts, player_pairs, players, reports, sanctions

BLOCKS_PAUSE_S = 10.0
"""Pause between two readings of all blocks, which may be many: each is also a signal."""


class FarChanges:
    """Follows the store in ``blocks``, ``roles`` and the sanctions of players who are connected here.

    ``tell_reports`` tells staff here how many reports wait.
    """

    def __init__(
        self,
        bus: Bus,
        store: Database,
        now: Now,
        sessions: Sessions,
        signals: Signals,
        *,
        blocks: Blocks,
        roles: Roles,
        tell_reports: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._now = now
        self._sessions = sessions
        self._signals = signals
        self._active: dict[int, str] = {}
        self._renewals = (
            (Renewal(blocks.reload, BLOCKS_PAUSE_S), player_pairs.BLOCKED),
            (Renewal(roles.refresh), accounts.ROLES),
            (Renewal(self.read_sanctions), sanctions.CHANGES),
            (Renewal(tell_reports), reports.CHANGES),
        )
        for renewal, watched in self._renewals:
            store.on_change(renewal.due, watched)
            bus.on_return(renewal.due)

    async def start(self) -> None:
        """Read the sanctions that are in force."""
        self._active = await sanctions.list_all_active(self._store, self._now())

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work."""
        for renewal, _ in self._renewals:
            yield renewal.work()

    async def read_sanctions(self) -> None:
        """Show players here that a sanction was laid or lifted, and disconnect those who are banned by now."""
        before, self._active = self._active, await sanctions.list_all_active(self._store, self._now())
        for player in {player for _, player in before.items() ^ self._active.items()}:
            if not self._sessions.of_player(player):
                continue
            found = await players.find_player(self._store, player)
            try:
                if found is not None:
                    let_in(found, self._now())
            except Refused as ban:
                await self._sessions.dismiss(self._sessions.of_player(player), ban.code, ban.detail)
                continue
            self._signals.hear(SanctionsChanged(player))
