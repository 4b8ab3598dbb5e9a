"""Positions for the tests: drawn ones, and strategies for random ones."""

from hypothesis import strategies as st

from gomoku.board import Board, Color
from gomoku.lines import lines


def drawn(*rows: str, size: int = 15, left: int = 4, top: int = 4) -> tuple[Board, dict[str, int]]:
    """Parse a drawing (X black, O white) into a board and the points of its other marks except dots."""
    board = Board(size)
    marks = {}
    for y, row in enumerate(rows, start=top):
        for x, mark in enumerate(row.replace(" ", ""), start=left):
            point = y * size + x
            if mark in "XO":
                board.place(point, Color.BLACK if mark == "X" else Color.WHITE)
            elif mark != ".":
                marks[mark] = point
    return board, marks


@st.composite
def streaky_boards(draw: st.DrawFn, size: int, longest: int) -> Board:
    """Draw boards on which whole line segments carry one colour, so that rows of every length occur."""
    board = Board(size)
    for _ in range(draw(st.integers(2, 14))):
        segment = draw(st.sampled_from(lines(size, draw(st.integers(2, longest)))))
        color = draw(st.sampled_from(list(Color)))
        for point in segment:
            if not board[point]:
                board.place(point, color)
    return board


@st.composite
def crowded_boards(draw: st.DrawFn, size: int = 15) -> Board:
    """Draw boards with a small area dense with black stones, where forbidden points abound."""
    left, top = draw(st.integers(0, size - 8)), draw(st.integers(0, size - 8))
    area = [y * size + x for y in range(top, top + 8) for x in range(left, left + 8)]
    points = draw(st.lists(st.sampled_from(area), unique=True, min_size=6, max_size=26))
    whites = draw(st.integers(0, len(points) // 3))
    return Board.from_stones(size, points[whites:], points[:whites])
