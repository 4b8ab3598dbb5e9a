import random
import time
from threading import Timer

import numpy as np
import pytest
from hypothesis import given, settings

from bots.engine import Limits, Player, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.immediate_wins import find_wins
from bots.registry import engine
from bots.search.alphabeta.negamax import WON
from bots.search.engine import OVERHEAD, Search
from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.point import parse
from gomoku.rulesets import ruleset
from tests.bots.positions import FIVES, games, played

NODES = Limits(nodes=300)


def player(rules: str = "freestyle", size: int = 15) -> Player:
    return engine("search").open(ruleset(rules), size, 1, 1 << 20)


@settings(max_examples=60)
@given(game=games(FIVES))
def test_it_plays_legal_points_takes_fives_and_blocks_them(game: Game) -> None:
    choice = player(game.rules.name, game.size).choose(game, NODES, Stop())
    game.check(choice.point)
    wins = find_wins(game, game.to_move)
    blocks = [p for p in find_wins(game, game.to_move.other) if not game.rules.forbidden(game.board, p, game.to_move)]
    if wins:
        assert choice.point in wins
        assert choice.tell()["kind"] == "win"
    elif len(blocks) == 1 and game.rules.name != "caro":
        assert choice.point == blocks[0]
        assert choice.tell()["kind"] == "block"


@pytest.mark.parametrize("memory", [4 << 20, (16 << 20) - 1, 64 << 20, 100 << 20])
def test_memory_is_bounded(memory: int) -> None:
    asked = Search().open(ruleset("freestyle"), 20, 1, memory)
    taken = sum(array.nbytes for array in vars(asked._deepening).values() if isinstance(array, np.ndarray))
    assert memory / 4 < taken < memory + OVERHEAD


@pytest.mark.parametrize("mib", [1, 4, 21, 64])
def test_what_a_player_holds_is_what_its_tables_take(mib: int) -> None:
    memory = mib << 20
    player = Search().open(ruleset("freestyle"), 15, 0, memory)
    deepening = player._deepening
    taken = deepening._entries.nbytes + deepening._refuted.nbytes
    assert taken < Search().holds(memory) == taken + OVERHEAD
    assert deepening._search.nbytes + deepening._fours.nbytes < OVERHEAD


def test_what_it_answers_depends_on_no_earlier_question() -> None:
    chance = random.Random(3)
    game = played("freestyle", 15, (7, 7), (8, 8), (7, 8), (6, 7), (9, 7), (8, 6))
    fresh, used = player(), player()
    for limits in (NODES, Limits(nodes=2000), Limits(time_ms=30)):
        other = Game(ruleset("freestyle"), 15)
        for point in chance.sample(range(60, 160), 6):
            other.play(point)
        used.choose(other, limits, Stop())
    asked = Limits(nodes=3000)
    choice = fresh.choose(game, asked, Stop())
    assert choice == used.choose(game, asked, Stop()) == fresh.choose(game, asked, Stop())
    assert choice.candidates[0] == (choice.point, choice.score)


def test_it_opens_in_the_centre_and_answers_near_it() -> None:
    game = Game(ruleset("renju"), 19)
    first = player("renju", 19).choose(game, NODES, Stop())
    assert (first.point, first.tell()["kind"]) == (9 * 19 + 9, "centre")
    game.play(first.point)
    x, y = (
        player("renju", 19).choose(game, NODES, Stop()).point % 19,
        player("renju", 19).choose(game, NODES, Stop()).point // 19,
    )
    assert max(abs(x - 9), abs(y - 9)) <= 3


def test_a_win_by_fours_is_played_to_its_end() -> None:
    # X X X . .    a four on the row, answered; then an open four on the column
    black = [(4, 5), (5, 5), (6, 5), (7, 6), (7, 7), (7, 8)]
    white = [(3, 5), (12, 1), (13, 3), (1, 13), (2, 11), (12, 12)]
    game = played("freestyle", 15, *(point for pair in zip(black, white, strict=True) for point in pair))
    thinker = player()
    while not find_wins(game, Color.BLACK):
        choice = thinker.choose(game, Limits(nodes=2000), Stop())
        assert choice.score is not None
        assert choice.score >= WON
        game.play(choice.point)
        answers = find_wins(game, Color.BLACK)
        assert answers
        game.play(answers[0])


def test_one_stone_stops_two_fives_where_an_enclosed_one_does_not_win() -> None:
    moves = "J6 L5 L2 G4 H9 J7 N7 H5 I6 I5 J5 K6 H7 M4"  # white wins on I8 and N3; a stone on N3 encloses the other
    game = Game.replay(ruleset("caro"), 15, [parse(name, 15) for name in moves.split()])
    choice = player("caro").choose(game, NODES, Stop())
    assert (choice.point, choice.tell()["kind"]) == (parse("N3", 15), "block")


def test_where_every_move_is_proven_to_lose_one_is_played() -> None:
    # white has an open three on a column and another on a row, and black only stones at the edge
    stones = [(1, 1), (4, 4), (13, 1), (4, 5), (1, 13), (4, 6), (13, 13), (6, 9), (11, 1), (7, 9), (1, 11), (8, 9)]
    game = played("freestyle", 15, *stones)
    game.check(player().choose(game, Limits(nodes=20_000), Stop()).point)


@pytest.mark.parametrize("limits", [Limits(time_ms=40), Limits(time_ms=150)])
def test_the_time_is_kept(limits: Limits) -> None:
    assert limits.time_ms is not None
    game = played("freestyle", 15, (7, 7), (8, 8), (7, 9), (6, 7))
    thinker, took = player(), []
    thinker.choose(game, Limits(nodes=10), Stop())
    for _ in range(9):
        begun = time.thread_time()
        choice = thinker.choose(game, limits, Stop())
        took.append((time.thread_time() - begun) * 1000)
        game.play(choice.point)
    *kept, longest = sorted(took)
    assert kept[-1] <= limits.time_ms + 20
    assert longest <= limits.time_ms + 60  # a busy machine may wake the clock late, once


def test_a_stop_ends_it_at_once() -> None:
    game = played("freestyle", 15, (7, 7), (8, 8), (7, 9), (6, 7))
    thinker, took = player(), []
    thinker.choose(game, Limits(nodes=10), Stop())
    set_at = 0.0

    def interrupt(stop: Stop) -> None:
        nonlocal set_at
        set_at = time.perf_counter()
        stop.set()

    for _ in range(5):
        stop = Stop()
        timer = Timer(0.1, interrupt, [stop])
        timer.start()
        choice = thinker.choose(game, Limits(time_ms=20_000), stop)
        took.append(time.perf_counter() - set_at)
        timer.join()
        game.check(choice.point)
    assert min(took) < 0.05, took
    game.check(thinker.choose(game, Limits(time_ms=20_000), stop).point)  # with the flag still set


def test_there_is_no_move_after_the_end_and_no_game_of_three_in_a_row() -> None:
    game = Game(ruleset("freestyle"), 15)
    game.finish(Outcome(Color.WHITE, Reason.RESIGNED))
    with pytest.raises(NoMove):
        player().choose(game, NODES, Stop())
    with pytest.raises(UnsupportedGame):
        engine("search").open(ruleset("tictactoe"), 3, 1, 0)
