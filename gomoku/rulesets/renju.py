"""Renju: black wins with exactly five and has forbidden points; white wins with five or more."""

from gomoku import forbidden
from gomoku.board import Board, Color
from gomoku.errors import ForbiddenReason
from gomoku.ruleset import RuleSet


class Renju(RuleSet):
    """Black may not make an overline, a double four or a double three; making five comes first."""

    name = "renju"

    def wins(self, board: Board, row: tuple[int, ...]) -> bool:
        """Accept a row of exactly five, or a longer one of white's."""
        return len(row) == self.length or board[row[0]] == Color.WHITE

    def forbidden(self, board: Board, point: int, color: Color) -> ForbiddenReason | None:
        """Return why black may not play the empty ``point``; white may play everywhere."""
        return None if color == Color.WHITE else forbidden.reason(board, point)

    def forbidden_points(self, board: Board, color: Color) -> dict[int, ForbiddenReason]:
        """Find every point forbidden to black; none for white."""
        return {} if color == Color.WHITE else forbidden.points(board)
