"""Turns of an opening: what it may ask of a player, and the answers to it.

Players are 0, who begins, and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gomoku.point import xy

Word = Literal["keep", "swap", "black", "white", "one", "two", "offer"]
Action = int | Word | tuple[int, ...]
"""A point after a StoneTurn or a PickTurn, a word after a ChoiceTurn, a number, all the points of an offer."""

_FARTHEST = 25


@dataclass(frozen=True, slots=True)
class Zone:
    """Points whose distance from the centre, along the farther axis, is in a range; only odd boards have a centre."""

    nearest: int = 0
    farthest: int = _FARTHEST

    def contains(self, point: int, size: int) -> bool:
        """Whether the point lies in it."""
        if self == ANYWHERE:
            return True
        x, y = xy(point, size)
        centre = size // 2
        return self.nearest <= max(abs(x - centre), abs(y - centre)) <= self.farthest


ANYWHERE = Zone()


def central(width: int) -> Zone:
    """The central square that is ``width`` (odd) points wide."""
    return Zone(0, width // 2)


def outside(width: int) -> Zone:
    """All but the central square that is ``width`` (odd) points wide."""
    return Zone(width // 2 + 1)


@dataclass(frozen=True, slots=True)
class StoneTurn:
    """The player lays the next stone in a zone; none of the patterns ``without`` may come to lie."""

    player: int
    zone: Zone
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceTurn:
    """The player says one of the words.

    ``keep`` and ``swap`` are about the colours as they are now, ``black`` and ``white`` are the colour that the player
    takes; ``one`` is to keep black and to lay a single fifth stone, ``offer`` to keep it and to offer several, ``two``
    to lay two more stones and to leave the choice to the other.
    """

    player: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class NumberTurn:
    """The player says how many fifth stones black is going to offer, from 1 to ``most``."""

    player: int
    most: int


@dataclass(frozen=True, slots=True)
class OfferTurn:
    """The player, who has black, offers ``count`` points for the next stone."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class PickTurn:
    """The player, who has white, picks the one of the offered points on which black's next stone is to lie."""

    player: int
    points: tuple[int, ...]


Turn = StoneTurn | ChoiceTurn | NumberTurn | OfferTurn | PickTurn
