"""Identities of bots as they are rated: a level, its engine, and the version of the weights that it judges by.

What a bot learns from the games that it loses is no version: it grows by them, as people do, and a name for each lesson
would be one game long. Its twin, which learns nothing, plays no rated games.

Classic bots are *anchors*: they play today as in a year, on any machine, so that their ratings are what those of people
can be held to. They begin where the laboratory measured them, and move little.
"""

from typing import NamedTuple

from bots.errors import BotError
from bots.levels import Level
from bots.levels import level as find_level
from server.ratings.glicko2 import CENTRE, OURS, PlayerRating, RatingSystem, find_system

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


class BotOrigin(NamedTuple):
    """What a bot is rated from, settled at its first rated game for good: the rating that it begins with where no
    version before it has one, and whether it is an anchor."""

    seed: float
    anchor: bool

    @property
    def system(self) -> RatingSystem:
        """The numbers by which it is rated."""
        return find_system(self.anchor)

    def begin(self) -> PlayerRating:
        """Its rating before any game."""
        return PlayerRating(self.seed, self.system.most_deviation)

    def inherit(self, before: PlayerRating) -> PlayerRating:
        """Its rating as a new version, by that of the one before it."""
        deviation = min(max(before.deviation, AFTER_CHANGE), self.system.most_deviation)
        return PlayerRating(before.value, deviation, before.volatility)


def find_origin(level: int) -> BotOrigin:
    """What a level is rated from, as it is now."""
    try:
        found: Level | None = find_level(level)
    except BotError:  # it is offered no more
        found = None
    if found is None or found.elo is None:
        return BotOrigin(CENTRE, anchor=False)
    return BotOrigin(max(OURS.least, min(OURS.most, float(found.elo + OFFSET))), found.steady)
