import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.immediate_wins import around, find_completing_points, find_wins, neighbours, run_lengths, wins_at
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.lines import rows_through
from tests.bots.positions import FIVES, game_with, games


def test_neighbours_point_off_the_board_beyond_the_edge() -> None:
    table = neighbours(15, 4)
    assert table.shape == (4, 2, 4, 225)
    assert table[0, 0, :, 2].tolist() == [1, 0, 225, 225]  # leftwards from (2, 0)
    assert table[1, 1, :, 2].tolist() == [17, 32, 47, 62]  # downwards


@settings(max_examples=30, deadline=None)
@given(games())
def test_finds_the_points_that_complete_a_row(game: Game) -> None:
    for color in Color:
        expected = [p for p in range(game.size**2) if not game.board[p] and longest(game.board, p, color) >= 5]
        assert find_completing_points(game.board, color, 5) == expected


@settings(max_examples=30, deadline=None)
@given(games([*FIVES, "tictactoe"]))
def test_winning_points_are_those_where_a_move_would_win(game: Game) -> None:
    me, expected = game.to_move, []
    for point in range(game.size**2):
        if game.board[point] or game.rules.forbidden(game.board, point, me) is not None:
            continue
        outcome = game.play(point)
        if outcome is not None and outcome.winner == me:
            expected.append(point)
        game.undo()
    assert find_wins(game, me) == expected


@given(st.sets(st.integers(0, 224), max_size=60), st.integers(0, 224))
def test_run_lengths_count_the_cell_itself_and_four_each_way(stones: set[int], point: int) -> None:
    stones.discard(point)
    mask = np.isin(np.arange(225), list(stones))
    runs = run_lengths(around(mask, 15, 4))[:, point]
    board = Board.from_stones(15, stones, [])
    assert min(9, longest(board, point, Color.BLACK)) == max(runs)


def test_a_forbidden_overline_is_no_win() -> None:
    game = game_with(15, [(x, 7) for x in (2, 3, 4, 6, 7)], [], "renju")
    assert find_completing_points(game.board, Color.BLACK, 5) == [7 * 15 + 5]
    assert not wins_at(game, 7 * 15 + 5, Color.BLACK)


def longest(board: Board, point: int, color: Color) -> int:
    after = board.copy()
    after.place(point, color)
    return max(len(row) for row in rows_through(after, point, 1))
