"""Noughts and crosses: three in a row on a 3x3 board."""

from gomoku.board import Board
from gomoku.ruleset import RuleSet


class TicTacToe(RuleSet):
    """Three in a row win; nothing is forbidden."""

    name = "tictactoe"
    sizes = (3,)
    length = 3

    def wins(self, board: Board, row: tuple[int, ...]) -> bool:
        """Accept every row of three."""
        return True
