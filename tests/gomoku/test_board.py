import pytest

from gomoku.board import EMPTY, Board, Color
from gomoku.errors import BadBoardSize


def test_stones_come_and_go() -> None:
    board = Board(15)
    board.place(112, Color.BLACK)
    board.place(113, Color.WHITE)
    assert (board[112], board[113], board[114], board.stones) == (1, 2, EMPTY, 2)
    board.remove(112)
    assert (board[112], board.stones) == (EMPTY, 1)


def test_a_copy_is_independent() -> None:
    board = Board.from_stones(15, [0], [1])
    copy = board.copy()
    assert copy == board
    copy.place(2, Color.BLACK)
    assert (board[2], board.stones, copy.stones) == (EMPTY, 2, 3)
    assert copy != board


def test_a_board_is_full_when_no_point_is_empty() -> None:
    board = Board.from_stones(3, [0, 2, 4, 6], [1, 3, 5, 7])
    assert not board.full
    board.place(8, Color.BLACK)
    assert board.full


def test_two_stones_on_a_point_are_refused() -> None:
    with pytest.raises(ValueError, match="point 5"):
        Board.from_stones(15, [5], [5])


@pytest.mark.parametrize("size", [-1, 0, 2, 27])
def test_sizes_that_cannot_be_named_are_refused(size: int) -> None:
    with pytest.raises(BadBoardSize):
        Board(size)


def test_colours_have_an_other() -> None:
    assert Color.BLACK.other is Color.WHITE
    assert Color.WHITE.other is Color.BLACK
