"""Turns of an opening: what it asks of a player, and the possible answers.

Player 0 begins; the other is player 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gomoku.point import xy

Word = Literal["keep", "swap", "black", "white", "one", "two", "offer"]
Action = int | Word | tuple[int, ...]
"""A point for a StoneTurn or PickTurn, a word for a ChoiceTurn, a number, or all the points of an offer."""

_FARTHEST = 25


@dataclass(frozen=True, slots=True)
class Zone:
    """Points whose distance from the centre, along the farther axis, is in a range; only odd boards have a centre."""

    nearest: int = 0
    farthest: int = _FARTHEST

    def contains(self, point: int, size: int) -> bool:
        """Tell whether the point lies in the zone."""
        if self == ANYWHERE:
            return True
        x, y = xy(point, size)
        centre = size // 2
        return self.nearest <= max(abs(x - centre), abs(y - centre)) <= self.farthest


ANYWHERE = Zone()


def central(width: int) -> Zone:
    """Return the central square of ``width`` (odd) points."""
    return Zone(0, width // 2)


def outside(width: int) -> Zone:
    """Return everything outside the central square of ``width`` (odd) points."""
    return Zone(width // 2 + 1)


@dataclass(frozen=True, slots=True)
class StoneTurn:
    """The player places the next stone in a zone; none of the patterns ``without`` may arise."""

    player: int
    zone: Zone
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceTurn:
    """The player chooses one of the words.

    ``keep`` and ``swap`` refer to the current colours; ``black`` and ``white`` name the colour taken; ``one`` keeps
    black and places a single fifth stone; ``offer`` keeps black and offers several; ``two`` places two more stones and
    leaves the choice to the other player.
    """

    player: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class NumberTurn:
    """The player declares how many fifth stones black will offer, from 1 to ``most``."""

    player: int
    most: int


@dataclass(frozen=True, slots=True)
class OfferTurn:
    """The player, who has black, offers ``count`` points for the next stone."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class PickTurn:
    """The player, who has white, picks the offered point for black's next stone."""

    player: int
    points: tuple[int, ...]


Turn = StoneTurn | ChoiceTurn | NumberTurn | OfferTurn | PickTurn
