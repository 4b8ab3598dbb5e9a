"""Hints: the move is good, and every reason given for it is true."""

import random
import time

import pytest

from bots.engine import Choice, Limits, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.hint import ENGINE
from bots.reasons import HintReason
from bots.search.solver.proof import Proof
from bots.search.solver.solver import Solver
from gomoku.board import EMPTY, Board, Color
from gomoku.game import Game, Outcome, Reason
from gomoku.rulesets import FIVES, ruleset
from tests.gomoku.positions import drawn

QUICK = Limits(nodes=2_000)


def game_of(board: Board, rules: str, to_move: Color) -> Game:
    """Return a running game with this board."""
    game = Game(ruleset(rules), board.size)
    stones = [[p for p, cell in enumerate(board.cells) if cell == color] for color in Color]
    far = iter((0, 14, 210, 224, 7, 105, 217, 119))
    while len(stones[0]) - len(stones[1]) != (to_move is Color.WHITE):
        stones[len(stones[0]) - len(stones[1]) >= (to_move is Color.WHITE)].append(next(far))
    for turn in range(len(stones[0]) + len(stones[1])):
        game.push(stones[turn % 2][turn // 2])
    assert game.to_move is to_move
    return game


def hint(game: Game, limits: Limits = QUICK, stop: Stop | None = None) -> Choice:
    player = ENGINE.open(game.rules, game.size, 1, 1 << 20)
    try:
        return player.choose(game, limits, stop or Stop())
    finally:
        player.close()


def test_a_five_needs_no_other_reason() -> None:
    board, marks = drawn("O X X X X a")
    found = hint(game_of(board, "renju", Color.BLACK))
    assert (found.point, found.tell()) == (marks["a"], {"kind": "hint", "reasons": ["five"], "line": [marks["a"]]})


def test_a_proven_win_comes_with_its_line() -> None:
    board, marks = drawn("O X X X a b .", ". . . . . . .", ". . . . X . .", ". . . . X . .")
    found = hint(game_of(board, "freestyle", Color.BLACK))
    assert found.point == marks["a"]
    assert found.tell()["reasons"] == ["forced_win", "four_three"]
    line = found.tell()["line"]
    assert isinstance(line, list)
    assert line[:2] == [marks["a"], marks["b"]]


def test_the_block_of_a_five_is_the_only_defence() -> None:
    board, marks = drawn("X O O O O a", ". . X . . .")
    found = hint(game_of(board, "freestyle", Color.BLACK))
    assert (found.point, found.why) == (marks["a"], HintReason("hint", ["blocks_five", "only_defence"], None))


def test_an_only_defence_is_one_the_others_are_proven_to_lose() -> None:
    board, _ = drawn(
        "X O O O . . .",
        ". . . . . O .",
        ". . . . . O .",
        ". . X . . . .",
    )
    game = game_of(board, "standard", Color.BLACK)
    found = hint(game)
    solver = Solver(ruleset("standard"), 15)
    losing = set()
    for point in range(225):
        if game.board[point] == EMPTY:
            game.play(point)
            if isinstance(solver.prove(game.board, Color.WHITE), Proof):
                losing.add(point)
            game.undo()
    assert found.point not in losing
    only = "only_defence" in found.tell()["reasons"]
    assert only == (len(losing) == 225 - game.ply - 1)


@pytest.mark.parametrize("rules", FIVES)
def test_an_open_three_is_stopped_and_the_reason_says_so(rules: str) -> None:
    board, marks = drawn(". . . . . . . . .", ". . b a O O O c d", ". . . . . . . . .")
    found = hint(game_of(board, rules, Color.BLACK))
    assert found.point in marks.values()
    assert "blocks_open_four" in found.tell()["reasons"]
    assert found.tell()["line"] is None


def test_in_a_lost_position_something_is_advised_all_the_same() -> None:
    board, _ = drawn(". O O O O . .", ". . . X . . .")
    found = hint(game_of(board, "freestyle", Color.BLACK))
    assert found.tell()["reasons"] == ["blocks_five"]


def test_the_first_stone_and_an_early_one_have_a_modest_reason() -> None:
    game = Game(ruleset("renju"), 15)
    assert (hint(game).point, hint(game).tell()["reasons"]) == (112, ["builds"])
    game.play(112)
    assert hint(game).tell()["line"] is None


def test_a_hint_is_always_legal() -> None:
    board, marks = drawn(". . X a X . .", ". . . . . . .", ". . . X . . .", ". . . X . . .")
    found = hint(game_of(board, "renju", Color.BLACK))
    assert found.point != marks["a"]
    game = game_of(board, "renju", Color.BLACK)
    game.check(found.point)


def test_with_the_stop_flag_set_it_comes_back_at_once() -> None:
    board, _ = drawn(". . O . O . . X", ". . X . X . . .", ". O . . . O . .", ". . . X . . X .", ". . O . . . . .")
    game, stop = game_of(board, "freestyle", Color.BLACK), Stop()
    player = ENGINE.open(game.rules, game.size, 1, 1 << 20)
    player.choose(game, QUICK, stop)
    stop.set()
    before = time.perf_counter()
    game.check(player.choose(game, Limits(time_ms=60_000), stop).point)
    assert time.perf_counter() - before < 1


def test_what_it_proves_takes_no_longer_than_the_search_may() -> None:
    """The boards are crowded with threats on which the solver takes long."""
    player = ENGINE.open(ruleset("freestyle"), 15, 1, 1 << 20)

    def took(limits: Limits) -> float:
        total = 0.0
        for seed in (39, 46):
            crowded = [y * 15 + x for y in range(4, 11) for x in range(4, 11)]
            game = Game.replay(ruleset("freestyle"), 15, random.Random(seed).sample(crowded, 22))
            before = time.thread_time()
            player.choose(game, limits, Stop())
            total += time.thread_time() - before
        return total

    whole = took(Limits(nodes=1))
    assert took(Limits(time_ms=2)) < whole / 2


def test_the_same_game_gives_the_same_hint() -> None:
    board, _ = drawn(". . O . O . . X", ". . X . X . . .", ". O . . . O . .", ". . . X . . X .")
    game = game_of(board, "freestyle", Color.BLACK)
    assert hint(game) == hint(game)


def test_what_is_over_or_unknown_is_refused() -> None:
    game = Game(ruleset("renju"), 15)
    game.finish(Outcome(None, Reason.AGREED_DRAW))
    with pytest.raises(NoMove):
        hint(game)
    with pytest.raises(UnsupportedGame):
        ENGINE.open(ruleset("tictactoe"), 3, 1, 0)
