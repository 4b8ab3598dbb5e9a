"""Freestyle: five or more in a row win, for either colour."""

from gomoku.board import Board
from gomoku.ruleset import RuleSet


class Freestyle(RuleSet):
    """Five or more in a row win; nothing is forbidden."""

    name = "freestyle"

    def wins(self, board: Board, row: tuple[int, ...]) -> bool:
        """Accept every row of five or more."""
        return True
