"""Rule sets in which rows of some length or more win, on the boards that fit it, and nothing is forbidden."""

from gomoku.board import Board
from gomoku.ruleset import SIZES, RuleSet


class InARow(RuleSet):
    """Rows of ``length`` or more win; nothing is forbidden."""

    def wins(self, board: Board, row: tuple[int, ...]) -> bool:
        """Accept every row of ``length`` or more."""
        return True


class Freestyle(InARow):
    """Five or more in a row, for either colour."""

    name = "freestyle"


class TicTacToe(InARow):
    """Noughts and crosses: three in a row on a 3x3 board."""

    name = "tictactoe"
    sizes = (3,)
    length = 3


class ThreeInARow(InARow):
    """Three in a row, which black has by the third stone: for beginners."""

    name = "row_3"
    length = 3


class FourInARow(InARow):
    """Four in a row, with stones placed anywhere."""

    name = "row_4"
    length = 4


class SixInARow(InARow):
    """Six in a row, one stone at a time."""

    name = "row_6"
    length = 6
    sizes = SIZES[1:]


class SevenInARow(InARow):
    """Seven in a row."""

    name = "row_7"
    length = 7
    sizes = SIZES[2:]


class EightInARow(InARow):
    """Eight in a row, which a careful opponent always prevents."""

    name = "row_8"
    length = 8
    sizes = SIZES[3:]


OTHER_LENGTHS = (ThreeInARow(), FourInARow(), SixInARow(), SevenInARow(), EightInARow())
