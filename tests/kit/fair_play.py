"""Fair play where nobody plays a rated game."""

from server.moderation.fair_play import FairPlay, GuardedGame


async def _list_none(player: str) -> list[GuardedGame]:
    return []


def make_idle() -> FairPlay:
    """Make one that refuses nothing."""
    return FairPlay(lambda player: [], _list_none)
