"""Black's expected scores of renju's 26 patterns when black offers n fifth stones, of which white picks one.

`lab.openings.make_offer_table` makes the file: each line is a pattern's number and black's expected scores for n = 1,
2, ..., after white's best fourth stone for that n.
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from bots.openings.valuing import EVEN
from gomoku.openings.patterns import find_pattern, list_patterns
from gomoku.point import at, xy
from gomoku.symmetry import maps

FILE: Final = Path(__file__).with_name("offers_renju15.txt")
DRAWN_ON: Final = 15
WITHIN: Final = 0.1  # most distance from even of a pattern to start with
FEW: Final = 3  # patterns to choose from when none is that even


@cache
def offer_table() -> dict[str, tuple[float, ...]]:
    """Return black's expected scores by pattern number, for one offer and more."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {number: tuple(float(share) for share in shares) for number, *shares in rows}


def share_of_black(stones: Sequence[int], size: int, offers: int) -> float:
    """Return black's expected score after three stones of a pattern; offers beyond the table count as its last.

    Raises KeyError for other stones.
    """
    row = offer_table()[find_pattern(stones, size) or ""]
    return row[min(offers, len(row)) - 1]


def draw_pattern(chance: Random, size: int, offers: int, allowed: Callable[[Sequence[int]], bool]) -> tuple[int, ...]:
    """Draw three stones that are balanced with this many offers, or with the best number of them for 0.

    ``allowed`` tells whether the rule permits the stones.
    """
    ranked = sorted((_least_uneven(stones, offers), stones) for stones in list_patterns())
    known = [(uneven, _move_by_chance(stones, chance, size)) for uneven, stones in ranked]
    possible = [(uneven, stones) for uneven, stones in known if allowed(stones)]
    even = [stones for uneven, stones in possible if uneven <= WITHIN]
    return chance.choice(even or [stones for _, stones in possible[:FEW]])


def _least_uneven(stones: Sequence[int], offers: int) -> float:
    row = offer_table()[find_pattern(stones, DRAWN_ON) or ""]
    return min(abs(share - EVEN) for n, share in enumerate(row, 1) if offers in (0, n))


def _move_by_chance(stones: Sequence[int], chance: Random, size: int) -> tuple[int, ...]:
    """Turn or mirror the stones at random around the centre of a board of this size."""
    image = chance.choice(maps(DRAWN_ON))
    shift = (size - DRAWN_ON) // 2
    places = [xy(image[point], DRAWN_ON) for point in stones]
    return tuple(at(x + shift, y + shift, size) for x, y in places)
