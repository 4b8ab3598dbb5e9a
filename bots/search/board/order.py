"""How likely each move is the best: the numbers by which the search orders moves.

The log-odds of a move are a number for the sort of the mover's four shapes on its point, one for that of the other
side's, and a weight for each number of the point's vector in `network`. `lab.tuning.order` fits them to the moves that
searches chose.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bots.search.board.weights import SORTS
from bots.search.runtime.jit import U

Numbers = NDArray[np.float64]

LOGIT: Final = 600  # ranks that multiply the odds by e
FORBIDDEN: Final = len(SORTS)  # a point that the rules forbid, after the sorts,
FIVE: Final = len(SORTS) + 1  # and one that makes five
SIDE: Final = U(len(SORTS) + 2)  # ranks of a side
MOST: Final = 45  # log-odds of a five, above the other sorts


def format_order(sorts: Numbers, vector: Numbers) -> str:
    """Format log-odds as a file: a line for each of SORTS with the two of ``sorts``, shape (2, SORTS), the mover's
    first; then one with the weights of ``vector``, the mover's half first."""
    rows = zip(SORTS, *sorts, strict=True)
    lines = [f"{' '.join(map(str, sort))} {mine:.2f} {theirs:.2f}" for sort, mine, theirs in rows]
    return "\n".join([*lines, f"vector {' '.join(f'{weight:.3f}' for weight in vector)}"]) + "\n"


def parse_order(text: str) -> tuple[Numbers, Numbers]:
    """Parse a file of `format_order`; lines that begin with ``#`` are comments. Raises ValueError for another file."""
    *lines, vector = [line.split() for line in text.splitlines() if not line.startswith("#")]
    if [tuple(map(int, line[:4])) for line in lines] != list(SORTS):
        raise ValueError("the order of moves needs a line for each sort of point")
    return np.array([line[4:] for line in lines], float).T, np.array(vector[1:], float)


@cache
def read_order() -> tuple[Numbers, Numbers]:
    """Read the tree's numbers, as `parse_order` returns them."""
    return parse_order(Path(__file__).with_suffix(".txt").read_text(encoding="ascii"))


def tabulate_ranks(sorts: Numbers) -> NDArray[Any]:
    """Return the ranks of log-odds of sorts, shape (2 * SIDE,): none is negative."""
    ranks = np.zeros((2, int(SIDE)))
    ranks[:, : len(SORTS)] = sorts - sorts.min()
    ranks[:, FIVE] = MOST
    return np.round(ranks.ravel() * LOGIT).astype(np.uint32)
