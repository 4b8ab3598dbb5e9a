"""Patterns that others make superfluous."""

from collections.abc import Iterable, Sequence

from bots.learning.lies import lies_within
from bots.learning.pattern import Pattern


def subsumes(small: Pattern, large: Pattern) -> bool:
    """Whether ``small`` matches wherever ``large`` does, both under the same rules and for the same colour."""
    same = (small.rules, small.attacker) == (large.rules, large.attacker)
    return same and lies_within(small.cells, large.cells)


def essential(patterns: Iterable[Pattern], most: int) -> Sequence[Pattern]:
    """The first ``most`` of those that no other of them subsumes, in their order, none twice."""
    different = list({pattern.key: pattern for pattern in patterns}.values())
    kept = [p for p in different if not any(other is not p and subsumes(other, p) for other in different)]
    return kept[:most]
