"""Company: who may begin games with whom."""

from server.errors import Refused
from server.moderation.blocks import Blocks
from server.moderation.sanctions import Sanctions


class Company:
    """What blocks and sanctions say of games between people; to be asked before a seat, a seek or a challenge."""

    def __init__(self, blocks: Blocks, sanctions: Sanctions) -> None:
        self._blocks = blocks
        self._sanctions = sanctions

    def may_meet(self, player: str, other: str) -> bool:
        """Whether neither of two players has blocked the other."""
        return self._blocks.may_meet(player, other)

    async def require(self, player: str) -> None:
        """Raise Refused("timed_out") for who may begin no games with people."""
        await self._sanctions.require_company(player)

    async def is_excluded(self, player: str) -> bool:
        """Whether a player may begin no games with people."""
        try:
            await self._sanctions.require_company(player)
        except Refused:
            return True
        return False

    async def list_excluded(self) -> set[str]:
        """All players of whom that is so."""
        return await self._sanctions.list_excluded()

    async def require_pair(self, player: str, other: str) -> None:
        """Raise Refused where a player may not begin a game with another who would: "timed_out" for who may with
        nobody, "not_welcome" where it is the other who may not, or one of the two has blocked the other."""
        if not self.may_meet(player, other):
            raise Refused(code="not_welcome")
        await self.require(player)
        if await self.is_excluded(other):
            raise Refused(code="not_welcome")
