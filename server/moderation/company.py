"""Company: which players may begin games with each other."""

from server.errors import Refused
from server.moderation.blocks import Blocks
from server.moderation.sanctions import Sanctions


class Company:
    """Applies blocks and sanctions to games between people. Ask it before a seat, a seek or a challenge."""

    def __init__(self, blocks: Blocks, sanctions: Sanctions) -> None:
        self._blocks = blocks
        self._sanctions = sanctions

    def may_meet(self, player: str, other: str) -> bool:
        """Return True if neither player has blocked the other."""
        return self._blocks.may_meet(player, other)

    async def require(self, player: str) -> None:
        """Raise Refused("timed_out") if a player may begin no games with people."""
        await self._sanctions.require_company(player)

    async def is_excluded(self, player: str) -> bool:
        """Return True if a player may begin no games with people."""
        try:
            await self._sanctions.require_company(player)
        except Refused:
            return True
        return False

    async def list_excluded(self) -> set[str]:
        """Return the ids of all players who may begin no games with people."""
        return await self._sanctions.list_excluded()

    async def require_pair(self, player: str, other: str) -> None:
        """Raise Refused if a player may not begin a game with another: "timed_out" if the player is excluded,
        "not_welcome" if the other is, or if one has blocked the other."""
        if not self.may_meet(player, other):
            raise Refused(code="not_welcome")
        await self.require(player)
        if await self.is_excluded(other):
            raise Refused(code="not_welcome")
