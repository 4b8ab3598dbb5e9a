import pytest

from gomoku.board import Color
from gomoku.game import Game
from gomoku.point import xy
from gomoku.rulesets import ruleset
from lab.learning.repeats import AS_IT_WAS, FAR, FAR_STONES, MOVED, SWAPPED, running, vary

BLACK_TO_MOVE, WHITE_TO_MOVE = (112, 97, 114, 82, 98, 99), (112, 97, 114, 82, 98)
LOSING = 113


def board(moves: tuple[int, ...]) -> Game:
    return Game.replay(ruleset("freestyle"), 15, moves)


def apart(one: int, other: int) -> tuple[int, int]:
    (a, b), (c, d) = xy(one, 15), xy(other, 15)
    return a - c, b - d


@pytest.mark.parametrize("before", [BLACK_TO_MOVE, WHITE_TO_MOVE])
def test_a_position_stays_what_it_is_but_for_the_change(before: tuple[int, ...]) -> None:
    played, mover = (*before, LOSING, 0), board(before).to_move
    assert vary(played, len(before), AS_IT_WAS) == [(before, LOSING)]
    for moves, losing in vary(played, len(before), FAR_STONES):
        assert (moves[:-2], losing, board(moves).to_move) == (before, LOSING, mover)
        for far in moves[-2:]:
            assert all(max(map(abs, apart(point, far))) >= FAR for point in (*before, LOSING))
    for moves, losing in vary(played, len(before), MOVED):
        by = {apart(*both) for both in zip((*moves, losing), (*before, LOSING), strict=True)}
        assert len(by) == 1
        assert by != {(0, 0)}
    swapped = vary(played, len(before), SWAPPED)
    assert swapped
    for moves, losing in swapped:
        game = board(moves)
        assert (losing, game.to_move) == (LOSING, mover.other)
        colors = [game.board[point] for point in before]
        assert colors == [Color(1 + n % 2).other for n in range(len(before))]
        assert game.board.stones == len(before) + 1


def test_what_cannot_be_played_is_none() -> None:
    assert running((BLACK_TO_MOVE, LOSING))
    assert not running((BLACK_TO_MOVE, 112))
    assert not running(((0, 100, 1, 102, 2, 104, 3, 106, 4), 112))  # a five is already there


def test_the_changes_are_drawn_the_same_each_time() -> None:
    assert vary((*BLACK_TO_MOVE, LOSING), 6, FAR_STONES) == vary((*BLACK_TO_MOVE, LOSING), 6, FAR_STONES)
