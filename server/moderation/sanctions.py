"""Sanctions in force: mutes of talk, exclusion from games with people."""

from server.errors import Refused
from server.protocol.values import Sanction, SanctionKind
from server.steady_time import Now
from server.store.database import Database
from server.store.people import sanctions
from server.store.people.sanctions import StoredSanction

_BINDS: dict[SanctionKind, tuple[str, str]] = {
    "mute": ("muted", ""),
    "timeout": ("muted", "timed_out"),
    "ban": ("muted", "timed_out"),
}
"""Refusal codes of each kind: for talk, and for games with people; empty where it allows them."""


class Sanctions:
    """Checks the sanctions in ``store``. ``now`` returns the time in ms."""

    def __init__(self, store: Database, now: Now) -> None:
        self._store = store
        self._now = now

    async def require_talk(self, player: str) -> None:
        """Raise Refused("muted") if a player may not talk in rooms."""
        found = await self.find_mute(player)
        if found is not None:
            raise _refuse(found, 0)

    async def require_company(self, player: str) -> None:
        """Raise Refused("timed_out") if a player may begin no games with people. Ask before a seat, an open room, a
        seek or a challenge."""
        for found in await sanctions.list_active(self._store, player, self._now()):
            if _BINDS[found.kind][1]:
                raise _refuse(found, 1)

    async def list_excluded(self) -> set[str]:
        """Return the ids of all players who may begin no games with people."""
        return await sanctions.list_excluded(self._store, self._now())

    async def find_mute(self, player: str) -> StoredSanction | None:
        """Return the sanction that mutes a player for longest, or None."""
        return next(iter(await sanctions.list_active(self._store, player, self._now())), None)


def tell(found: StoredSanction) -> Sanction:
    """Convert a sanction to its message for the player."""
    return Sanction(found.kind, found.reason, found.until)


def _refuse(found: StoredSanction, what: int) -> Refused:
    code = _BINDS[found.kind][what]
    if found.until is None:
        return Refused(code=code, why=found.reason)
    return Refused(code=code, why=found.reason, until=found.until)
