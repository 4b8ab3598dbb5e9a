"""Ratings that puzzles begin with: how hard one is by its proof alone, until people have tried it.

    500 + 70 length + 60 log2 size + 120 log2 breadth + 40 tempting (+ 150 where threes are needed), 600 to 2800

``length``: the winner's moves in the longest line, 20 at most; ``size``: its moves in the whole proof; ``breadth``: the
answers that each of its moves leaves on the average, where it leaves any; ``tempting``: other fours and threes to begin
with that win nothing, 10 at most. More of anything is never easier. Where a move is to be found that holds, they are of
the proofs that every other move loses, and the tempting ones are the moves that disturb the threat and lose.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from bots.search.solver.proof import Win

BASE = 500
LEAST, MOST = 600, 2800
LONGEST = 20
MOST_TEMPTING = 10


@dataclass(frozen=True, slots=True)
class Measure:
    """What the rating is made of."""

    length: int
    size: int
    breadth: float
    tempting: int
    threes: bool


def measure(win: Win, tempting: int, *, lost: bool = False) -> Measure:
    """Measures of a proof; ``lost``: the defender is to move, and the move of ``win`` is none."""
    steps = list(win)
    answered = [len(step.answers) for step in steps if step.answers]
    breadth = sum(answered) / len(answered) if answered else 1.0
    threes = any(step.threat is not None for step in (steps[1:] if lost else steps))
    return Measure(win.length() - lost, len(steps) - lost, breadth, tempting, threes)


def rate(of: Measure) -> int:
    """The rating that a puzzle begins with."""
    found = (
        BASE
        + 70 * min(of.length, LONGEST)
        + 60 * log2(max(1, of.size))
        + 120 * log2(max(1.0, of.breadth))
        + 40 * min(of.tempting, MOST_TEMPTING)
        + 150 * of.threes
    )
    return round(min(MOST, max(LEAST, found)))
