"""Company: who may begin games with whom."""

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
