"""The rule sets by name."""

from collections.abc import Mapping
from types import MappingProxyType

from gomoku.errors import UnknownRuleSet
from gomoku.ruleset import RuleSet
from gomoku.rulesets.caro import Caro
from gomoku.rulesets.freestyle import Freestyle
from gomoku.rulesets.renju import Renju
from gomoku.rulesets.standard import Standard
from gomoku.rulesets.tictactoe import TicTacToe

RULESETS: Mapping[str, RuleSet] = MappingProxyType(
    {rules.name: rules for rules in (Freestyle(), Standard(), Renju(), Caro(), TicTacToe())}
)


def ruleset(name: str) -> RuleSet:
    """The rule set of this name; raises UnknownRuleSet."""
    try:
        return RULESETS[name]
    except KeyError:
        raise UnknownRuleSet(name) from None
