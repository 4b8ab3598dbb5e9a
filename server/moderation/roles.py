"""Roles of accounts, in memory: who is of the server's staff, and who is a program."""

from server.protocol.values import RoleName
from server.store import accounts
from server.store.database import Database

STAFF: frozenset[RoleName] = frozenset({"owner", "moderator", "teacher"})
OWNER: frozenset[RoleName] = frozenset({"owner"})
JUDGES: frozenset[RoleName] = frozenset({"owner", "moderator"})
UNBLOCKED: frozenset[RoleName] = frozenset({"owner", "moderator"})
"""Whose remarks reach who has blocked them, and who hear whoever has: they cannot be blocked from moderating."""


class Roles:
    """The roles in ``store``: few, and asked for of each remark. `refresh` reads them after any has changed."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._of: dict[str, RoleName] = {}

    async def refresh(self) -> None:
        """Read all of them."""
        self._of = await accounts.list_roles(self._store)

    def of(self, player: str) -> RoleName | None:
        """A player's role, None for who has none."""
        return self._of.get(player)

    def is_staff(self, player: str) -> bool:
        """Whether a player is the owner, a moderator or a teacher."""
        return self._of.get(player) in STAFF

    def is_unblocked(self, player: str) -> bool:
        """Whether nobody can keep a player from hearing and being heard."""
        return self._of.get(player) in UNBLOCKED
