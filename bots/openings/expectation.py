"""Expectations of a colour, 0 to 1, where the search finds a score, by rule set and number of stones.

A file for each rule set, which `lab.openings.calibrate` makes: a line for each number of stones with the logarithm of
white's odds at score 0, its standard error, the score for a factor e in the odds, and the number of games. The search
thinks too well of black while few stones lie, and by how much depends on how few.
"""

from functools import cache
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

from gomoku.board import Color

FARTHEST: Final = 20.0  # logarithm of odds beyond which nothing is told apart


class Curve(NamedTuple):
    """White's odds: their logarithm is ``offset`` at score 0 and grows by 1 with ``scale`` in white's score."""

    offset: float
    scale: float


def file(rules: str) -> Path:
    """The file of a rule set in which five win."""
    return Path(__file__).parent / f"expected_{rules}15.txt"


@cache
def curves(rules: str) -> dict[int, Curve]:
    """The curves of a rule set by the number of stones, in ascending order."""
    lines = file(rules).read_text(encoding="ascii").splitlines()
    cells = [line.split() for line in lines if line and not line.startswith("#")]
    return {int(stones): Curve(float(offset), float(scale)) for stones, offset, _, scale, _ in cells}


def expect(score: float, side: Color, stones: int, rules: str) -> float:
    """What ``side``, whose move it is with so many stones on the board, gets on average.

    Fewer stones than the file knows are taken for the fewest that it does, and more for the most.
    """
    known = curves(rules)
    curve = known[min(max(stones, min(known)), max(known))]
    offset = curve.offset if side is Color.WHITE else -curve.offset
    return 1 / (1 + exp(-max(-FARTHEST, min(FARTHEST, offset + score / curve.scale))))
