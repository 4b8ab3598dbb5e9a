"""Search of players by a part of their names: connected ones and accounts."""

from server.accounts.sessions import Sessions
from server.following.presence import FollowedPresence
from server.protocol.values import Who
from server.store import player_search, players
from server.store.database import Database

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
        found |= {id: Who(id, name) for id, name in await player_search.find_accounts(self._store, text)}
        exact = sorted(found.values(), key=lambda who: (players.fold_name(who.name) != text, who.name, who.id))
        return exact[: player_search.MOST_PLAYERS]
