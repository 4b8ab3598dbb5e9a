"""Weights of the evaluation: one for each sort of empty point and each class of threat.

The sort of an empty point is the multiset of its four shapes, on any axes; there are 330. The score for the side to
move is the sum over its own points minus that over the opponent's, plus a weight for each class of threat that either
side has, plus the tempo. A difference of 200 multiplies the odds of winning by e.
"""

from dataclasses import astuple, dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.engine import Numbers
from bots.errors import BadWeights
from bots.search.board import point_classes, shapes

SCALE: Final = 200  # score difference that multiplies the odds by e
KINDS: Final = tuple(range(int(point_classes.OPEN_THREE), int(point_classes.WINNING_FOUR) + 1))
SORTS: Final = tuple(combinations_with_replacement(range(int(shapes.DOUBLE_FOUR) + 1), 4))
NUMBER: Final = len(SORTS) + 2 * len(KINDS) + 1
MOST_WEIGHT: Final = 2000  # largest weight that a table can hold


@dataclass(frozen=True, slots=True)
class Weights:
    """``points``: one for each of SORTS. ``mine`` and ``theirs``: one for each of KINDS, for the mover and the
    opponent."""

    points: tuple[float, ...]
    mine: tuple[float, ...]
    theirs: tuple[float, ...]
    tempo: float


#              NONE TWO OPEN_TWO THREE OPEN_THREE FOUR OPEN_FOUR DOUBLE_FOUR
SHAPES: Final = (0, 1.5, 5, 5, 14, 16, 40, 40)
CROSSING: Final = (0, 1, 3, 3, 10, 12, 12, 12)  # for each pair of a point's lines: a third of the product


def _weigh_by_hand(sort: tuple[int, ...]) -> float:
    crossed = sum(CROSSING[one] * CROSSING[other] for n, one in enumerate(sort) for other in sort[:n])
    return sum(SHAPES[shape] for shape in sort) + crossed / 3


#          OPEN_THREE DOUBLE_THREE FOUR FOUR_THREE WINNING_FOUR
HAND: Final = Weights(tuple(map(_weigh_by_hand, SORTS)), (20, 120, 10, 200, 400), (-10, -60, -10, -120, -150), 40)


@cache
def sort_of_codes() -> NDArray[np.intp]:
    """Return the index in SORTS of each code of four shapes, shape (65536,); fives and overlines count as NONE."""
    codes = np.arange(int(point_classes.CODES))
    found = np.sort(np.stack([codes >> 4 * axis & 15 for axis in range(4)]), axis=0)
    found[found > int(shapes.DOUBLE_FOUR)] = 0
    found.sort(axis=0)
    places = np.zeros(8**4, np.intp)
    for place, (a, b, c, d) in enumerate(SORTS):
        places[a * 512 + b * 64 + c * 8 + d] = place
    result: NDArray[np.intp] = places[found[0] * 512 + found[1] * 64 + found[2] * 8 + found[3]]
    return result


def format_weights(weights: Weights) -> str:
    """Format weights as a file: a line for each sort of point, two for the threat classes, one for the tempo."""
    lines = [f"{' '.join(map(str, sort))} {weight}" for sort, weight in zip(SORTS, weights.points, strict=True)]
    lines += [f"mine {' '.join(map(str, weights.mine))}", f"theirs {' '.join(map(str, weights.theirs))}"]
    return "\n".join([*lines, f"tempo {weights.tempo}"]) + "\n"


def parse_weights(text: str) -> Weights:
    """Parse a file written by `format_weights`. Lines that begin with ``#`` are comments. Raises BadWeights."""
    try:
        *points, mine, theirs, tempo = [line.split() for line in text.splitlines() if not line.startswith("#")]
        (_, *ours), (_, *others), (_, move) = mine, theirs, tempo
        worth = [float(words[-1]) for words in points]
        return from_numbers((*worth, *map(float, ours), *map(float, others), float(move)))
    except (ValueError, IndexError) as error:
        raise BadWeights(f"not a file of weights: {error}") from error


def to_numbers(weights: Weights) -> Numbers:
    """Return the weights as a flat sequence: points, mine, theirs, tempo."""
    points, mine, theirs, tempo = astuple(weights)
    return (*points, *mine, *theirs, tempo)


def from_numbers(numbers: Numbers) -> Weights:
    """Build weights from `to_numbers`; raises BadWeights unless there are NUMBER numbers within MOST_WEIGHT."""
    if len(numbers) != NUMBER or not all(abs(number) <= MOST_WEIGHT for number in numbers):
        raise BadWeights(f"expected {NUMBER} numbers within {MOST_WEIGHT}, got {len(numbers)}")
    first, second = len(SORTS), len(SORTS) + len(KINDS)
    return Weights(numbers[:first], numbers[first:second], numbers[second:-1], numbers[-1])


FITTED: Final = parse_weights(Path(__file__).with_suffix(".txt").read_text(encoding="ascii"))
