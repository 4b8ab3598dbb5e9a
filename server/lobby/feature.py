"""The feature of the lobby: open rooms, games to watch and seeks."""

from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.handlers import Handlers
from server.lobby.lobby import Lobby
from server.lobby.ranking import Entry
from server.rooms import feature as rooms
from server.signals import ClientJoined, ClientLeft, FarJoined, FarLeft


class LobbyFeature(Feature):
    """The lobby of the rooms of this server."""

    def __init__(self, core: Core) -> None:
        self._sessions = core.need(accounts.open).sessions
        self._tables = core.need(rooms.open).rooms.tables
        self.lobby = Lobby(self._describe, lambda: self._sessions.online)
        self.lobby.subscribe(core.signals)
        core.signals.on(ClientJoined, self._tell_online)
        core.signals.on(ClientLeft, self._tell_online)
        core.signals.on(FarJoined, self._tell_online)
        core.signals.on(FarLeft, self._tell_online)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of subscriptions."""
        self.lobby.register(handlers)

    async def start(self) -> None:
        """List the restored rooms."""
        self.lobby.restore(table.room.id for table in self._tables)

    async def close(self) -> None:
        """Cancel pending broadcasts."""
        self.lobby.close()

    def _tell_online(self, change: ClientJoined | ClientLeft | FarJoined | FarLeft) -> None:
        """Update the rooms of a client that came or went, as they show who is present."""
        if change.client.player:
            self.lobby.online_changed(self._tables.of_player(change.client.player))

    def _describe(self, room: str) -> Entry | None:
        table = self._tables.get(room)
        line = None if table is None else table.make_lobby_line()
        if line is None:
            return None
        people = [who.id for who in line.seats if who is not None and who.id]
        addresses = list(filter(None, map(self._sessions.address_of, people)))
        return Entry(line, next(iter(people), ""), next(iter(addresses), ""), here=bool(addresses))


def open(core: Core) -> LobbyFeature:
    """Open the feature."""
    return LobbyFeature(core)
