"""Identities of bots as they are rated: a level, its engine, and the version of the weights that it judges by.

What a bot learns from the games that it loses is no version: it grows by them, as people do, and a name for each lesson
would be one game long. Its twin, which learns nothing, plays no rated games.
"""

from typing import NamedTuple

from bots.errors import BotError
from bots.levels import level as find_level
from server.ratings.glicko2 import CENTRE, OURS, PlayerRating

OFFSET = 250
"""What the laboratory's Elo is lower by than ratings of people, as guessed before any was measured: whoever beats level
6 now and then is average. Games correct it, as nothing is sure of a bot that has not played."""
AFTER_CHANGE = 200.0
"""The deviation from which a new version goes on, at the rating of the one before."""


class BotIdentity(NamedTuple):
    """What played in a bot's seat, as far as its rating is concerned."""

    level: int
    version: str
    weights: int

    @property
    def key(self) -> str:
        """Its name among the players of ratings: no id of a person has such a form."""
        return f"{self.level}:{self.version}" + (f", weights {self.weights}" if self.weights else "")


def find_seed(level: int) -> float:
    """The rating that a level begins with."""
    try:
        elo = find_level(level).elo
    except BotError:  # it is offered no more
        elo = None
    return CENTRE if elo is None else max(OURS.least, min(OURS.most, float(elo + OFFSET)))


def inherit(before: PlayerRating) -> PlayerRating:
    """The rating of a new version, by that of the one before it."""
    return PlayerRating(before.value, max(before.deviation, AFTER_CHANGE), before.volatility)
