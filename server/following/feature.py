"""The feature of following: whether followed players are here, and what they play."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.accounts import feature as accounts
from server.accounts.sessions import Sessions
from server.background import Renewal
from server.feature import Core, Feature
from server.following.presence import FollowedPresence
from server.handlers import Handlers
from server.moderation import feature as moderation
from server.protocol.values import Who
from server.rooms import feature as rooms
from server.signals import RoomChanged
from server.store.database import Database
from server.store.people import people_lists, player_pairs, players

MOST_SEARCHED = 5000
"""Most connected players whose names are scanned (a millisecond)."""


class PlayerFinder:
    """Finds players by name. A player hidden by ``presence`` is found by their account, as if they were away."""

    def __init__(self, store: Database, sessions: Sessions, presence: FollowedPresence) -> None:
        self._store = store
        self._sessions = sessions
        self._presence = presence

    async def find(self, wanted: str) -> list[Who]:
        """Find connected players, then accounts whose names begin with the text; exact matches first."""
        text = players.fold_name(wanted)
        sessions, is_hidden = self._sessions, self._presence.is_hidden
        here = ((id, sessions.name_of(id)) for id in sessions.players[:MOST_SEARCHED])
        found = {id: Who(id, name) for id, name in here if text in name.casefold() and not is_hidden(id)}
        found |= {who.id: who for who in await people_lists.find_accounts(self._store, text)}
        exact = sorted(found.values(), key=lambda who: (players.fold_name(who.name) != text, who.name, who.id))
        return exact[: people_lists.MOST_PLAYERS]


class FollowingFeature(Feature):
    """Presence of followed players, and the search for players by name."""

    def __init__(self, core: Core) -> None:
        sessions = core.need(accounts.open).sessions
        self._rooms = core.need(rooms.open).rooms
        self.presence = FollowedPresence(
            *(core.store, core.now, sessions, self._rooms), may_meet=core.need(moderation.open).company.may_meet
        )
        self.finder = PlayerFinder(core.store, sessions, self.presence)
        self.presence.subscribe(core.signals)
        self._hidden: Renewal | None = None
        if core.bus is not None:
            self._hidden = Renewal(self.presence.read_hidden)
            core.store.on_change(self._hidden.due, player_pairs.HIDDEN)
            core.bus.on_return(self._hidden.due)
        core.signals.on(RoomChanged, self._note_players)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of followers."""
        self.presence.register(handlers)

    async def start(self) -> None:
        """Load the hidden players."""
        await self.presence.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: following what other processes store."""
        if self._hidden is not None:
            yield self._hidden.work()

    async def close(self) -> None:
        """Cancel pending notifications."""
        self.presence.close()

    def _note_players(self, change: RoomChanged) -> None:
        table = self._rooms.tables.get(change.room)
        for who in () if table is None else table.room.seats:
            if who is not None and who.id:
                self.presence.changed(who.id)


def open(core: Core) -> FollowingFeature:
    """Open the feature."""
    return FollowingFeature(core)
