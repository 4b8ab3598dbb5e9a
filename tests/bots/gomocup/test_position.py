import random

from hypothesis import given
from hypothesis import strategies as st

from bots.gomocup.position import BoardStone, game_of
from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.rulesets import ruleset

FREESTYLE = ruleset("freestyle")


def stones_of(moves: list[int]) -> list[BoardStone]:
    return [BoardStone(point, (len(moves) - ply) % 2 == 0) for ply, point in enumerate(moves)]


@given(st.lists(st.integers(0, 224), max_size=8, unique=True), st.randoms(use_true_random=False))
def test_a_game_told_in_any_order_is_the_same_position(moves: list[int], chance: random.Random) -> None:
    played = Game.replay(FREESTYLE, 15, moves)
    told = stones_of(moves)
    assert game_of(FREESTYLE, 15, told).moves == moves
    chance.shuffle(told)
    found = game_of(FREESTYLE, 15, told)
    assert (found.board, found.to_move, found.outcome) == (played.board, played.to_move, None)
    assert Game.replay(FREESTYLE, 15, found.moves).board == played.board


def test_each_side_s_own_order_is_kept() -> None:
    told = [BoardStone(1, True), BoardStone(3, True), BoardStone(0, False), BoardStone(2, False), BoardStone(4, False)]
    assert game_of(FREESTYLE, 15, told).moves == [0, 1, 2, 3, 4]


@given(st.integers(0, 6), st.integers(0, 6))
def test_whoever_is_told_is_to_move_whatever_the_numbers(mine: int, theirs: int) -> None:
    told = [BoardStone(2 * n, True) for n in range(mine)] + [BoardStone(100 + 2 * n, False) for n in range(theirs)]
    game = game_of(FREESTYLE, 15, told)
    cells = [game.board[stone.point] for stone in told]
    assert cells == [game.to_move] * mine + [game.to_move.other] * theirs
    assert sorted(game.moves) == sorted(stone.point for stone in told)
    game.play(224)
    assert game.to_move == Color(cells[-1] if theirs else game.to_move)


def test_a_row_ends_the_game_and_so_does_a_full_board() -> None:
    five = [point for x in range(5) for point in (x, 30 + 2 * x)][:-1]
    game = game_of(FREESTYLE, 15, stones_of(five))
    assert game.outcome == Outcome(Color.BLACK, Reason.FIVE)
    assert game.winning_line == (0, 1, 2, 3, 4)
    cells = [(x + 2 * y) % 4 < 2 for y in range(20) for x in range(20)]  # never more than two in a row
    full = game_of(FREESTYLE, 20, [BoardStone(point, mine) for point, mine in enumerate(cells)])
    assert full.outcome == Outcome(None, Reason.FULL_BOARD)


def test_what_the_rules_forbid_may_lie_there() -> None:
    renju = ruleset("renju")
    crosses = [6 * 15 + 7, 8 * 15 + 7, 7 * 15 + 6, 7 * 15 + 8, 112]  # two open threes around the centre
    told = [BoardStone(point, False) for point in crosses] + [BoardStone(point, True) for point in (0, 2, 28, 30)]
    game = game_of(renju, 15, told)
    assert game.outcome is None
    assert game.board[112] == Color.BLACK
