"""The bot that is offered to who has found nobody: of those that play what is looked for, the nearest in strength."""

from collections.abc import Iterable

from bots.levels import Level
from server.seeks.matching import Seek

UNRATED_ELO = 1000
"""The strength that somebody without a rating is taken to have."""


def choose_level(levels: Iterable[Level], seek: Seek) -> int | None:
    """The number of the level, None where none plays any of the games."""
    wanted = max(seek.ratings.values(), default=UNRATED_ELO)
    near = [
        (abs(level.elo - wanted), level.number)
        for level in levels
        if level.elo is not None
        and level.twin_of is None
        and any(level.plays(game.rules, game.size) for game in seek.games)
    ]
    return min(near)[1] if near else None
