"""The rule sets by name."""

from collections.abc import Mapping
from types import MappingProxyType

from gomoku.errors import UnknownRuleSet
from gomoku.ruleset import RuleSet
from gomoku.rulesets.caro import Caro
from gomoku.rulesets.in_a_row import OTHER_LENGTHS, Freestyle, TicTacToe
from gomoku.rulesets.renju import Renju
from gomoku.rulesets.standard import Standard

RULESETS: Mapping[str, RuleSet] = MappingProxyType(
    {rules.name: rules for rules in (Freestyle(), Standard(), Renju(), Caro(), TicTacToe(), *OTHER_LENGTHS)}
)

FIVES = tuple(name for name, rules in RULESETS.items() if rules.length == 5)
"""Rule sets in which five in a row win: those that engines search, studies explain and puzzles use."""


def ruleset(name: str) -> RuleSet:
    """Return the rule set with this name; raises UnknownRuleSet."""
    try:
        return RULESETS[name]
    except KeyError:
        raise UnknownRuleSet(name) from None
