"""Steps of opening rules. Black begins and the colours alternate; only the ownership of the colours changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gomoku.openings.turns import ANYWHERE, Word, Zone
from gomoku.rulesets import RULESETS

SMALLEST = 9
"""Width of the smallest board for opening rules: that of the widest zone."""


@dataclass(frozen=True, slots=True)
class LayStep:
    """A stone, by the owner of its colour, or with ``again`` by the player who acted last.

    ``without`` are numbers of three-stone patterns that must not arise.
    """

    zone: Zone = ANYWHERE
    again: bool = False
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskStep:
    """A choice about the colours, by the player who did not act last; each word leads to its own steps."""

    words: Mapping[Word, tuple[Step, ...]]


@dataclass(frozen=True, slots=True)
class DeclareStep:
    """The number of fifth stones to offer, by the player who acted last."""

    most: int


@dataclass(frozen=True, slots=True)
class OfferStep:
    """Black offers points for its next stone: ``count`` of them, or for 0 as many as declared."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class PickStep:
    """White picks one of the offered points."""


Step = LayStep | AskStep | DeclareStep | OfferStep | PickStep


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """A rule for the start of a game: its steps, and the rule sets it is made for. Afterwards play is as usual."""

    name: str
    steps: tuple[Step, ...] = ()
    rules: frozenset[str] = field(default_factory=lambda: frozenset(RULESETS))

    def fits(self, rules: str, size: int) -> bool:
        """Tell whether games of this rule set on this board may start so; zones need a board with a middle point."""
        if not self.steps:
            return rules in self.rules
        return rules in self.rules and size >= SMALLEST and (size % 2 == 1 or not self.zoned)

    @property
    def zoned(self) -> bool:
        """Whether any of its stones is bound to a zone."""
        return _has_zones(self.steps)


def _has_zones(steps: tuple[Step, ...]) -> bool:
    return any(
        (isinstance(step, LayStep) and step.zone != ANYWHERE)
        or (isinstance(step, AskStep) and any(_has_zones(then) for then in step.words.values()))
        for step in steps
    )
