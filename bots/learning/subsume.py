"""Patterns that others make superfluous."""

from collections.abc import Iterable, Sequence

from bots.learning.cells import Cells, Kind, image
from bots.learning.pattern import Pattern
from gomoku import symmetry

# what a cell of the wider pattern demands -> what it thereby grants to one that lies within it
GRANTS = {
    Kind.ATTACKER: {Kind.ATTACKER},
    Kind.EMPTY: {Kind.EMPTY, Kind.NOT_ATTACKER},
    Kind.NOT_ATTACKER: {Kind.NOT_ATTACKER},
    Kind.DEFENDER: {Kind.DEFENDER, Kind.NOT_ATTACKER},
}


def subsumes(small: Pattern, large: Pattern) -> bool:
    """Whether ``small`` matches wherever ``large`` does, both under the same rules and for the same colour."""
    if (small.rules, small.attacker) != (large.rules, large.attacker) or len(small.cells) > len(large.cells):
        return False
    return any(_lies_within(image(small.cells, by), large.cells) for by in range(symmetry.COUNT))


def _lies_within(small: Cells, large: Cells) -> bool:
    granted = {(dx, dy): GRANTS[kind] for dx, dy, kind in large}
    x, y, _ = first = next(cell for cell in small if cell[2] is Kind.ATTACKER)
    for dx, dy, kind in large:
        if kind is first[2] and all(k in granted.get((dx - x + a, dy - y + b), ()) for a, b, k in small):
            return True
    return False


def essential(patterns: Iterable[Pattern], most: int) -> Sequence[Pattern]:
    """The first ``most`` of those that no other of them subsumes, in their order, none twice."""
    different = list({pattern.key: pattern for pattern in patterns}.values())
    kept = [p for p in different if not any(other is not p and subsumes(other, p) for other in different)]
    return kept[:most]
