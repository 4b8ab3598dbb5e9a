"""Standard: exactly five in a row win; an overline wins for nobody."""

from gomoku.board import Board
from gomoku.ruleset import RuleSet


class Standard(RuleSet):
    """Exactly five in a row win; nothing is forbidden."""

    name = "standard"

    def wins(self, board: Board, row: tuple[int, ...]) -> bool:
        """Accept a row of exactly five."""
        return len(row) == self.length
