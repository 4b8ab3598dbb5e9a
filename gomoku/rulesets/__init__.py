"""The rule sets by name."""

from collections.abc import Mapping
from types import MappingProxyType

from gomoku.errors import UnknownRuleSet
from gomoku.ruleset import RuleSet
from gomoku.rulesets.caro import Caro
from gomoku.rulesets.freestyle import Freestyle
from gomoku.rulesets.in_a_row import IN_A_ROW
from gomoku.rulesets.renju import Renju
from gomoku.rulesets.standard import Standard
from gomoku.rulesets.tictactoe import TicTacToe

RULESETS: Mapping[str, RuleSet] = MappingProxyType(
    {rules.name: rules for rules in (Freestyle(), Standard(), Renju(), Caro(), TicTacToe(), *IN_A_ROW)}
)

FIVES = tuple(name for name, rules in RULESETS.items() if rules.length == 5)
"""Those in which five in a row win: what engines search, studies explain and puzzles ask about."""


def ruleset(name: str) -> RuleSet:
    """The rule set of this name; raises UnknownRuleSet."""
    try:
        return RULESETS[name]
    except KeyError:
        raise UnknownRuleSet(name) from None
