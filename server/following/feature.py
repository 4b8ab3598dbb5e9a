"""The feature of following: whether followed players are here, and what they play."""

from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.following.player_finder import PlayerFinder
from server.following.presence import FollowedPresence
from server.handlers import Handlers
from server.moderation import feature as moderation
from server.rooms import feature as rooms
from server.signals import RoomChanged


class FollowingFeature(Feature):
    """Presence of followed players, and the search for players by name."""

    def __init__(self, core: Core) -> None:
        sessions = core.need(accounts.open).sessions
        self._rooms = core.need(rooms.open).rooms
        self.presence = FollowedPresence(
            *(core.store, core.now),
            here=lambda player: bool(sessions.of_player(player)),
            plays=self._rooms.plays_in_public,
            may_meet=core.need(moderation.open).company.may_meet,
        )
        self.finder = PlayerFinder(core.store, sessions, self.presence)
        self.presence.subscribe(core.signals)
        core.signals.on(RoomChanged, self._note_players)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of followers."""
        self.presence.register(handlers)

    async def start(self) -> None:
        """Load the hidden players."""
        await self.presence.start()

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
