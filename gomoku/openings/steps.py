"""Steps, of which opening rules are made. Black begins and the colours alternate; what changes is who owns them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gomoku.openings.turns import ANYWHERE, Word, Zone
from gomoku.rulesets import RULESETS

SMALLEST = 9
"""Width of the smallest board with an opening rule: that of the widest zone."""


@dataclass(frozen=True, slots=True)
class LayStep:
    """A stone, by the owner of its colour, or with ``again`` by whoever acted last.

    ``without`` are numbers of patterns of three stones that must not come to lie.
    """

    zone: Zone = ANYWHERE
    again: bool = False
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskStep:
    """A choice about the colours, by the player who did not act last; each word leads to steps of its own."""

    words: Mapping[Word, tuple[Step, ...]]


@dataclass(frozen=True, slots=True)
class DeclareStep:
    """The number of fifth stones to offer, by whoever acted last."""

    most: int


@dataclass(frozen=True, slots=True)
class OfferStep:
    """Black offers points for its next stone: ``count`` of them, or with 0 as many as were declared."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class PickStep:
    """White picks one of them."""


Step = LayStep | AskStep | DeclareStep | OfferStep | PickStep


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """A rule by which a game begins: its steps, after which it is played as usual, and the rule sets it is made for."""

    name: str
    steps: tuple[Step, ...] = ()
    rules: frozenset[str] = field(default_factory=lambda: frozenset(RULESETS))

    def fits(self, rules: str, size: int) -> bool:
        """Whether games of this rule set on this board may begin so; zones need a board with a middle point."""
        if not self.steps:
            return rules in self.rules
        return rules in self.rules and size >= SMALLEST and (size % 2 == 1 or not self.zoned)

    @property
    def zoned(self) -> bool:
        """Whether some stone of it is bound to a zone."""
        return _has_zones(self.steps)


def _has_zones(steps: tuple[Step, ...]) -> bool:
    return any(
        (isinstance(step, LayStep) and step.zone != ANYWHERE)
        or (isinstance(step, AskStep) and any(_has_zones(then) for then in step.words.values()))
        for step in steps
    )
