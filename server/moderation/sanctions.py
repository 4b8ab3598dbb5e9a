"""Sanctions as they bind: who may say nothing, and who may begin no games with people."""

from collections.abc import Callable

from server.errors import Refused
from server.protocol.outbound import Sanction
from server.protocol.values import SanctionKind
from server.store import sanctions
from server.store.database import Database
from server.store.sanctions import StoredSanction

_BINDS: dict[SanctionKind, tuple[str, str]] = {
    "mute": ("muted", ""),
    "timeout": ("muted", "timed_out"),
    "ban": ("muted", "timed_out"),
}
"""The codes with which one of a kind refuses what is said and games with people; empty where it does not."""


class Sanctions:
    """Those in ``store``, asked for of whoever wants to say or begin something. ``now`` is the time in ms."""

    def __init__(self, store: Database, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    async def require_talk(self, player: str) -> None:
        """Raise Refused("muted") for who may say nothing in rooms."""
        found = await self.find_mute(player)
        if found is not None:
            raise _refuse(found, 0)

    async def require_company(self, player: str) -> None:
        """Raise Refused("timed_out") for who may begin no games with people: to be asked before a seat, an open room, a
        seek or a challenge."""
        for found in await sanctions.list_active(self._store, player, self._now()):
            if _BINDS[found.kind][1]:
                raise _refuse(found, 1)

    async def list_excluded(self) -> set[str]:
        """All who may begin no games with people."""
        return await sanctions.list_excluded(self._store, self._now())

    async def find_mute(self, player: str) -> StoredSanction | None:
        """That by which a player may say nothing for longest; None for who may."""
        return next(iter(await sanctions.list_active(self._store, player, self._now())), None)


def tell(found: StoredSanction) -> Sanction:
    """A sanction as the player is told of it."""
    return Sanction(found.kind, found.reason, found.until)


def _refuse(found: StoredSanction, what: int) -> Refused:
    code = _BINDS[found.kind][what]
    if found.until is None:
        return Refused(code=code, why=found.reason)
    return Refused(code=code, why=found.reason, until=found.until)
