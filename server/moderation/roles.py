"""Roles of accounts, in memory: staff and bots."""

from server.protocol.values import RoleName
from server.store.database import Database
from server.store.people import accounts

STAFF: frozenset[RoleName] = frozenset({"owner", "moderator", "teacher"})
OWNER: frozenset[RoleName] = frozenset({"owner"})
JUDGES: frozenset[RoleName] = frozenset({"owner", "moderator"})
UNBLOCKED: frozenset[RoleName] = frozenset({"owner", "moderator"})
"""Roles that blocks do not silence, so that nobody can block a moderator from moderating."""


class Roles:
    """The roles in ``store``: they are few, and every remark asks for one. Call `refresh` after a change."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._of: dict[str, RoleName] = {}

    async def refresh(self) -> None:
        """Read all roles."""
        self._of = await accounts.list_roles(self._store)

    def of(self, player: str) -> RoleName | None:
        """Return a player's role, or None."""
        return self._of.get(player)

    def is_staff(self, player: str) -> bool:
        """Return True for the owner, moderators and teachers."""
        return self._of.get(player) in STAFF

    def is_unblocked(self, player: str) -> bool:
        """Return True for players whom no block silences."""
        return self._of.get(player) in UNBLOCKED
