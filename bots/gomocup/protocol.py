"""The protocol's words: lines of text over pipes, coordinates ``x,y`` from 0, the rule a mask of bits.

After the description that the authors of Piskvork publish. Nothing here reads or writes.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from gomoku.point import at, xy

EXACT_FIVE, CONTINUOUS, RENJU, CARO = 1, 2, 4, 8

RULE_OF_MASK: Mapping[int, str] = MappingProxyType(
    {0: "freestyle", EXACT_FIVE: "standard", RENJU: "renju", EXACT_FIVE | CARO: "caro"}
)
MASK_OF_RULE: Mapping[str, int] = MappingProxyType({name: mask for mask, name in RULE_OF_MASK.items()})

LONGEST_LINE = 4096  # bytes; what is longer is cut

MINE, THEIRS, UNTOLD = 1, 2, 3
"""Owners in a BOARD, as the engine sees them; 3 marks a stone of either side in a continuous or a renju game."""

_NUMBERS = re.compile(r"\s*-?[0-9]{1,18}\s*(,\s*-?[0-9]{1,18}\s*)*")


class BadLine(ValueError):
    """A line that cannot be obeyed; the message is for whoever sent it."""


def split(line: str) -> tuple[str, str]:
    """The word a line begins with, in capitals, and the rest; both empty for an empty line."""
    word, _, rest = line.strip().partition(" ")
    return word.upper(), rest.strip()


def numbers(text: str, count: int) -> tuple[int, ...]:
    """So many whole numbers between commas; raises BadLine."""
    if _NUMBERS.fullmatch(text):
        found = tuple(int(part) for part in text.split(","))
        if len(found) == count:
            return found
    raise BadLine(f"{count} numbers were expected, not {text[:40]!r}" if count > 1 else f"no number: {text[:40]!r}")


def point_at(x: int, y: int, size: int) -> int:
    """The point at these coordinates; raises BadLine outside the board."""
    if not (0 <= x < size and 0 <= y < size):
        raise BadLine(f"{x},{y} is outside the board")
    return at(x, y, size)


def coordinates(point: int, size: int) -> str:
    """A point as it is written."""
    return "{},{}".format(*xy(point, size))
