"""The words of the protocol: lines of text over pipes, coordinates ``x,y`` from 0, the rule as a bit mask.

After the description by Piskvork's authors. Nothing here does input or output.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from gomoku.point import at, xy

Say = Callable[[str], None]
"""Sends one line to the manager."""

EXACT_FIVE, CONTINUOUS, RENJU, CARO = 1, 2, 4, 8

RULE_OF_MASK: Mapping[int, str] = MappingProxyType(
    {0: "freestyle", EXACT_FIVE: "standard", RENJU: "renju", EXACT_FIVE | CARO: "caro"}
)
MASK_OF_RULE: Mapping[str, int] = MappingProxyType({name: mask for mask, name in RULE_OF_MASK.items()})

LONGEST_LINE = 4096  # bytes; longer lines are cut

MINE, THEIRS, UNTOLD = 1, 2, 3
"""Owners in a BOARD from the engine's view; 3 marks a stone of either side in a continuous or renju game."""

ANEW = frozenset({"START", "RECTSTART", "RESTART", "BOARD", "YXBOARD", "SWAP2BOARD", "TAKEBACK", "END"})
"""Commands that change the position: nobody waits any longer for answers to earlier questions."""
ASKING = frozenset({"BEGIN", "TURN", "DONE", "YXNBEST"})
"""Commands that expect a move or another answer."""
NOW = frozenset({"YXSTOP", "STOP"})
"""Commands that ask for the answer at once."""

_NUMBERS = re.compile(r"\s*(-?[0-9]{1,18}(?:\s*,\s*-?[0-9]{1,18})*)(?:\.[0-9]*)?(?:\s.*)?", re.DOTALL)


class BadLine(ValueError):
    """A line cannot be obeyed; the message is for its sender."""


def split(line: str) -> tuple[str, str]:
    """Split a line into its first word, in capitals, and the rest after white space; both are empty for an empty
    line."""
    word, rest, *_ = *line.split(maxsplit=1), "", ""
    return word.upper(), rest.strip()


def numbers(text: str, count: int) -> tuple[int, ...]:
    """Parse the first ``count`` numbers between commas, whatever follows them; raises BadLine for fewer.

    Fractions are cut off: managers that count in seconds write 1500.0 ms.
    """
    numbers_first = _NUMBERS.fullmatch(text)
    if numbers_first is not None:
        found = tuple(int(part) for part in numbers_first[1].split(","))
        if len(found) >= count:
            return found[:count]
    raise BadLine(f"{count} numbers were expected, not {text[:40]!r}" if count > 1 else f"no number: {text[:40]!r}")


def board_size(text: str) -> int:
    """Parse the size of a square board, given once or as width and height; raises BadLine for another shape."""
    first, second, *_ = *text.replace(",", " ").split(), "", ""
    (size,) = numbers(first, 1)
    if second and numbers(second, 1) != (size,):
        raise BadLine("rectangular board is not supported")
    return size


def point_at(x: int, y: int, size: int) -> int:
    """Return the point at these coordinates; raises BadLine outside the board."""
    if not (0 <= x < size and 0 <= y < size):
        raise BadLine(f"{x},{y} is outside the board")
    return at(x, y, size)


def coordinates(point: int, size: int) -> str:
    """Format a point."""
    return "{},{}".format(*xy(point, size))
