"""The names of players here, as the store has them, where other processes rename, join or delete players.

Signals tell that at once. Where the bus has lost one, the store's word that players have changed brings it.
"""

from collections.abc import Iterable

from server.accounts.sessions import Sessions
from server.rooms.tables import Tables
from server.signals import PlayerJoined, PlayerRenamed, Signals
from server.store.database import Database
from server.store.people import players

PAUSE_S = 2.0
"""Pause between two readings of the names of all who are here."""


class FarNames:
    """Compares the names of all who sit at ``tables`` or are connected to this process with the store."""

    def __init__(self, store: Database, tables: Tables, sessions: Sessions, signals: Signals) -> None:
        self._store = store
        self._tables = tables
        self._sessions = sessions
        self._signals = signals

    async def read(self) -> None:
        """Act on what has changed as on the signals that should have told it. Raises StoreError."""
        known = dict(self._list_known())
        for id, named in (await players.read_named(self._store, known)).items():
            if named.account is not None:
                self._signals.hear(PlayerJoined(id, named.account, named.name))
            elif named.name != known[id]:
                self._signals.hear(PlayerRenamed(id, named.name))

    def _list_known(self) -> Iterable[tuple[str, str]]:
        for client in self._sessions.clients:
            yield client.player, client.name
        for table in self._tables:
            for who in table.room.seats:
                if who is not None and who.id:
                    yield who.id, who.name
