from hypothesis import given, settings

from bots.engine import Choice, Limits, Stop
from bots.immediate_wins import find_wins
from bots.players.guarded import GuardedPlayer
from gomoku.board import Color
from gomoku.game import Game
from gomoku.point import name, parse
from gomoku.rulesets import RULESETS
from tests.bots.positions import FIVES, game_with, games


class Asleep:
    """Plays the last empty point, whatever happens."""

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        return Choice(bytes(game.board.cells).rindex(0))

    def close(self) -> None:
        raise AssertionError("closed")


def guarded(game: Game) -> Choice:
    return GuardedPlayer(Asleep()).choose(game, Limits(), Stop())


FOUR = [(x, 5) for x in (3, 4, 5, 7)]


def test_completes_its_own_row_before_it_blocks() -> None:
    game = game_with(15, FOUR, [(x, 9) for x in range(3, 7)])
    assert guarded(game) == Choice(5 * 15 + 6, None, ((5 * 15 + 6, None),), {"kind": "win", "guard": True})


def test_blocks_a_row_with_a_gap() -> None:
    choice = guarded(game_with(15, [(0, 0)], FOUR))
    assert (choice.point, choice.why) == (5 * 15 + 6, {"kind": "block", "guard": True})


def test_one_stone_stops_two_fives_where_an_enclosed_one_does_not_win() -> None:
    # white wins on I8 and N3; a stone on N3 encloses the other five, whose far end is already black
    moves = "J6 L5 L2 G4 H9 J7 N7 H5 I6 I5 J5 K6 H7 M4"
    game = Game.replay(RULESETS["caro"], 15, [parse(name, 15) for name in moves.split()])
    assert {name(point, 15) for point in find_wins(game, Color.WHITE)} == {"I8", "N3"}
    assert guarded(game).point == parse("N3", 15)


def test_does_not_block_where_the_opponent_would_not_win() -> None:
    overline = game_with(15, [], [(x, 5) for x in (3, 4, 5, 7, 8)], "standard")
    assert guarded(overline).point == 224
    enclosed = game_with(15, [(2, 5), (8, 5)], FOUR, "caro")
    assert guarded(enclosed).point == 224


def test_does_not_block_on_a_forbidden_point() -> None:
    cross = [(6, 3), (6, 4), (6, 6), (6, 7), (6, 8)]  # an overline with (6, 5)
    assert guarded(game_with(15, cross, FOUR, "renju")).point == 224
    assert guarded(game_with(15, cross, FOUR, "freestyle")).why["kind"] == "win"


@settings(max_examples=60, deadline=None)
@given(games(FIVES))
def test_asks_the_player_exactly_when_nothing_is_forced(game: Game) -> None:
    choice = guarded(game)
    wins = find_wins(game, game.to_move)
    blocks = [
        point
        for point in find_wins(game, game.to_move.other)
        if game.rules.forbidden(game.board, point, game.to_move) is None
    ]
    if wins:
        assert choice.point in wins
    elif blocks:
        assert choice.point in blocks
    else:
        assert choice == Asleep().choose(game, Limits(), Stop())
