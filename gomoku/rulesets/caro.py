"""Caro: exactly five in a row win, unless the opponent's stones enclose them on both ends."""

from gomoku.board import EMPTY, Board
from gomoku.point import at, xy
from gomoku.ruleset import RuleSet


class Caro(RuleSet):
    """Exactly five in a row win if not enclosed; the edge of the board does not enclose."""

    name = "caro"

    def wins(self, board: Board, row: tuple[int, ...]) -> bool:
        """Accept a row of exactly five with at least one end empty or at the edge."""
        if len(row) != self.length:
            return False
        (x, y), (next_x, next_y) = xy(row[0], board.size), xy(row[1], board.size)
        dx, dy = next_x - x, next_y - y
        ends = ((x - dx, y - dy), (x + dx * self.length, y + dy * self.length))
        # the cell past a whole row never has the row's colour: if not empty it is the opponent's
        return not all(self._stone(board, x, y) for x, y in ends)

    @staticmethod
    def _stone(board: Board, x: int, y: int) -> bool:
        size = board.size
        return 0 <= x < size and 0 <= y < size and board[at(x, y, size)] != EMPTY
