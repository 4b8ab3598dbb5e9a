"""Identities of bots for ratings: a level, its engine, and the version of its weights.

What a bot learns from lost games is no version: it improves by them, as people do, and a name for each lesson would
last for one game. Its twin, which learns nothing, plays no rated games.

Classic bots are *anchors*: they play today as in a year, on any machine, so that people's ratings can be compared to
theirs. They start at the laboratory's measurement, and move little.
"""

from typing import NamedTuple

from bots.errors import BotError
from bots.levels import Level
from bots.levels import level as find_level
from server.ratings.glicko2 import CENTRE, OURS, PlayerRating, RatingSystem, find_system

OFFSET = 250
"""Difference between ratings of people and the laboratory's Elo, guessed before any was measured: a player who
sometimes beats level 6 is average. Games correct it, as the rating of a bot that has not played is uncertain.
"""
AFTER_CHANGE = 200.0
"""Deviation of a new version, at the rating of the one before."""


class BotIdentity(NamedTuple):
    """The exact bot in a seat, as far as its rating is concerned."""

    level: int
    version: str
    weights: int

    @property
    def key(self) -> str:
        """The bot's key among rated players, in a form that no person's id has."""
        return f"{self.level}:{self.version}" + (f", weights {self.weights}" if self.weights else "")


class BotOrigin(NamedTuple):
    """The start of a bot's rating, fixed at its first rated game: the initial rating if no former version has one, and
    whether the bot is an anchor.
    """

    seed: float
    anchor: bool

    @property
    def system(self) -> RatingSystem:
        """The parameters of its rating."""
        return find_system(self.anchor)

    def begin(self) -> PlayerRating:
        """Return its rating before any game."""
        return PlayerRating(self.seed, self.system.most_deviation)

    def inherit(self, before: PlayerRating) -> PlayerRating:
        """Return its rating as a new version, from that of the version before."""
        deviation = min(max(before.deviation, AFTER_CHANGE), self.system.most_deviation)
        return PlayerRating(before.value, deviation, before.volatility)


def find_origin(level: int) -> BotOrigin:
    """Return the start of a level's rating, as it is now."""
    try:
        found: Level | None = find_level(level)
    except BotError:  # no longer offered
        found = None
    if found is None or found.elo is None:
        return BotOrigin(CENTRE, anchor=False)
    return BotOrigin(max(OURS.least, min(OURS.most, float(found.elo + OFFSET))), found.steady)
