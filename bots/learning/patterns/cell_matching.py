"""Matching of cells against a board or other cells in all orientations, one set of cells at a time.

A pattern is redundant when another one matches wherever it does.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bots.learning.patterns.cells import Cells, Kind, Place, image
from bots.learning.patterns.pattern import Pattern
from gomoku import symmetry
from gomoku.board import EMPTY, Board, Color
from gomoku.point import xy

Kinds = frozenset[Kind]

NOTHING: Final[Kinds] = frozenset()
BEYOND: Final = frozenset({Kind.NOT_ATTACKER})  # demands that hold off the board

# a cell's kind -> the demands it satisfies
GRANTS: Final[Mapping[Kind, Kinds]] = {
    Kind.ATTACKER: frozenset({Kind.ATTACKER}),
    Kind.EMPTY: frozenset({Kind.EMPTY, Kind.NOT_ATTACKER}),
    Kind.NOT_ATTACKER: frozenset({Kind.NOT_ATTACKER}),
    Kind.DEFENDER: frozenset({Kind.DEFENDER, Kind.NOT_ATTACKER}),
}


def lies_on(cells: Cells, board: Board, attacker: Color) -> bool:
    """Tell whether the cells match anywhere on a board. This is the slow way, without a table."""
    kinds = {EMPTY: Kind.EMPTY, int(attacker): Kind.ATTACKER, int(attacker.other): Kind.DEFENDER}
    granted = {xy(point, board.size): GRANTS[kinds[color]] for point, color in enumerate(board.cells)}
    return _lies(cells, granted, BEYOND)


def lies_within(small: Cells, large: Cells) -> bool:
    """Tell whether ``small`` matches wherever ``large`` does."""
    return _lies(small, {(dx, dy): GRANTS[kind] for dx, dy, kind in large}, NOTHING)


def _lies(cells: Cells, granted: Mapping[Place, Kinds], beyond: Kinds) -> bool:
    anchors = [place for place, kinds in granted.items() if Kind.ATTACKER in kinds]
    for by in range(symmetry.COUNT):
        turned = image(cells, by)
        first_x, first_y = next((dx, dy) for dx, dy, kind in turned if kind is Kind.ATTACKER)
        for x, y in anchors:
            left, top = x - first_x, y - first_y
            if all(kind in granted.get((left + dx, top + dy), beyond) for dx, dy, kind in turned):
                return True
    return False


def subsumes(small: Pattern, large: Pattern) -> bool:
    """Tell whether ``small`` matches wherever ``large`` does, under the same rules and for the same colour."""
    same = (small.rules, small.attacker) == (large.rules, large.attacker)
    return same and lies_within(small.cells, large.cells)


def select_essential(patterns: Iterable[Pattern], most: int) -> Sequence[Pattern]:
    """Select the first ``most`` patterns that no other one subsumes, in their order and without duplicates."""
    different = list({pattern.key: pattern for pattern in patterns}.values())
    kept = [p for p in different if not any(other is not p and subsumes(other, p) for other in different)]
    return kept[:most]
