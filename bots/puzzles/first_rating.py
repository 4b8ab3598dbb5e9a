"""First ratings of puzzles, estimated from the proof alone until people have tried the puzzle.

    500 + 70 length + 60 log2 size + 120 log2 breadth + 40 tempting (+ 150 where threes are needed), 600 to 2800

``length``: the winner's moves on the longest line, at most 20; ``size``: its moves in the whole proof; ``breadth``: the
mean number of answers to its moves, where there are any; ``tempting``: other first moves with a four or three that do
not win, at most 10. More of anything never lowers the rating. In a puzzle of defence these count over the proofs that
every other move loses, and tempting moves are those that disturb the threat but lose.
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
    """The quantities that the rating depends on."""

    length: int
    size: int
    breadth: float
    tempting: int
    threes: bool


def measure(win: Win, tempting: int, *, lost: bool = False) -> Measure:
    """Measure a proof; ``lost``: the defender is to move, and the move of ``win`` is a placeholder."""
    steps = list(win)
    answered = [len(step.answers) for step in steps if step.answers]
    breadth = sum(answered) / len(answered) if answered else 1.0
    threes = any(step.threat is not None for step in (steps[1:] if lost else steps))
    return Measure(win.length() - lost, len(steps) - lost, breadth, tempting, threes)


def rate(of: Measure) -> int:
    """Compute the rating that a puzzle starts with."""
    found = (
        BASE
        + 70 * min(of.length, LONGEST)
        + 60 * log2(max(1, of.size))
        + 120 * log2(max(1.0, of.breadth))
        + 40 * min(of.tempting, MOST_TEMPTING)
        + 150 * of.threes
    )
    return round(min(MOST, max(LEAST, found)))
