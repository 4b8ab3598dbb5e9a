"""Expected scores of a colour, 0 to 1, from search scores, by rule set and number of stones.

Each rule set has a file made by `lab.openings.calibrate`. A line gives, for one number of stones, white's log-odds at
score 0, their standard error, the score that multiplies the odds by e, and the number of games. With few stones the
search is too optimistic for black, by an amount that depends on the number.
"""

from functools import cache
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

from gomoku.board import Color

FARTHEST: Final = 20.0  # log-odds beyond which nothing differs


class Curve(NamedTuple):
    """White's log-odds: ``offset`` at score 0, plus 1 for each ``scale`` of white's score."""

    offset: float
    scale: float


def file(rules: str) -> Path:
    """Return the file of a rule set in which five win."""
    return Path(__file__).parent / f"expected_{rules}15.txt"


@cache
def curves(rules: str) -> dict[int, Curve]:
    """Return the curves of a rule set by number of stones, ascending."""
    lines = file(rules).read_text(encoding="ascii").splitlines()
    cells = [line.split() for line in lines if line and not line.startswith("#")]
    return {int(stones): Curve(float(offset), float(scale)) for stones, offset, _, scale, _ in cells}


def expect(score: float, side: Color, stones: int, rules: str) -> float:
    """Return the expected score of ``side``, to move, from its search score with this many stones on the board.

    Numbers of stones outside the file's range use the nearest one in it.
    """
    known = curves(rules)
    curve = known[min(max(stones, min(known)), max(known))]
    offset = curve.offset if side is Color.WHITE else -curve.offset
    return 1 / (1 + exp(-max(-FARTHEST, min(FARTHEST, offset + score / curve.scale))))
