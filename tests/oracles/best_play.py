"""The score of a nearly full board under best play, by trying every move."""

from functools import cache

from bots.search.alphabeta.negamax import WIN
from gomoku.board import EMPTY, Board, Color
from gomoku.rulesets import RULESETS


def find_score(board: Board, rules: str, color: Color) -> int | None:
    """Return the score under best play, as the search counts it; None where somebody has only forbidden moves."""

    @cache
    def value(cells: bytes, color: Color) -> int | None:
        board = Board(15)
        board.cells[:] = cells
        empty = [point for point, cell in enumerate(cells) if cell == EMPTY]
        if not empty:
            return 0
        moves = [point for point in empty if RULESETS[rules].forbidden(board, point, color) is None]
        scores = []
        for point in moves:
            board.place(point, color)
            if RULESETS[rules].winning_line(board, point):
                scores.append(int(WIN) - 1)
            else:
                below = value(bytes(board.cells), color.other)
                if below is None:
                    return None
                scores.append(-(below - (below > 0) + (below < 0)))
            board.remove(point)
        return max(scores) if scores else None

    return value(bytes(board.cells), color)
