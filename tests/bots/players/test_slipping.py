import pytest

from bots.engine import Choice, Limits, Stop
from bots.errors import NoMove
from bots.players.slipping import SlippingPlayer
from bots.registry import engine
from gomoku import point
from gomoku.game import Game
from gomoku.rulesets import ruleset

CORNER = 0


class Nervous:
    """Answers beside the corner when a stone lies in it, and takes the corner when not."""

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        if game.board[CORNER]:
            return Choice(16, 30, ((16, 30), (17, 20)), {"kind": "defend"})
        return Choice(CORNER, 50, ((CORNER, 50), (18, 40), (19, 30)), {"kind": "attack"})

    def close(self) -> None:
        pass


def games_with_a_last_stone_in_the_corner() -> list[Game]:
    """Make a hundred games of 2 to 101 plies, in unreachable positions."""
    games = []
    for ply in range(1, 101):
        game = Game(ruleset("freestyle"), 15)
        game.moves = [*range(100, 100 + ply), CORNER]
        game.board.place(CORNER, game.to_move.other)
        games.append(game)
    return games


def choices(probability: float, seed: int) -> list[Choice]:
    player = SlippingPlayer(Nervous(), probability, seed)
    return [player.choose(game, Limits(), Stop()) for game in games_with_a_last_stone_in_the_corner()]


def test_slips_to_what_would_be_played_without_the_last_stone_and_says_so() -> None:
    slips = [choice for choice in choices(0.3, 1) if choice.point != 16]
    assert 15 <= len(slips) <= 45
    why = {"kind": "slip", "overlooked": CORNER, "instead": 16}
    assert all(slip == Choice(18, 40, ((18, 40), (19, 30)), why) for slip in slips)


def test_never_or_always() -> None:
    assert all(choice.point == 16 for choice in choices(0.0, 1))
    assert all(choice.point == 18 for choice in choices(1.0, 1))


def test_the_seed_decides() -> None:
    assert choices(0.3, 1) == choices(0.3, 1)
    assert choices(0.3, 1) != choices(0.3, 2)


def test_nobody_overlooks_the_only_stone() -> None:
    game = Game.replay(ruleset("freestyle"), 15, [CORNER])
    assert SlippingPlayer(Nervous(), 1.0, 1).choose(game, Limits(), Stop()).point == 16


def test_overlooks_an_open_three_and_leaves_the_game_as_it_was() -> None:
    moves = [point.parse(name, 15) for name in ("H8", "B2", "I8", "C2", "J8")]
    game = Game.replay(ruleset("freestyle"), 15, moves)
    bare = engine("live_rush").open(game.rules, 15, 1, 0)
    seen, slip = (player.choose(game, Limits(), Stop()) for player in (bare, SlippingPlayer(bare, 1.0, 1)))
    assert seen.why["kind"] == "defend"
    assert {point.name(seen.point, 15)} <= {"F8", "G8", "K8", "L8"}
    assert slip.why == {"kind": "slip", "overlooked": moves[-1], "instead": seen.point}
    assert game.moves == moves
    assert game.board[moves[-1]]


def test_does_not_slip_onto_a_forbidden_point() -> None:
    double_three, elsewhere = point.parse("H8", 15), point.parse("K3", 15)
    game = Game(ruleset("renju"), 15)
    for name in ("G8", "A1", "F8", "A15", "H9", "O1", "H10", "O15"):
        game.play(point.parse(name, 15))
    assert game.rules.forbidden(game.board, double_three, game.to_move)
    choice = SlippingPlayer(Wants(double_three, elsewhere), 1.0, 1).choose(game, Limits(), Stop())
    assert choice.point == 1
    assert choice.why["instead"] == elsewhere


class Wants:
    """Wants one point when it does not see the last stone, and another when it does."""

    def __init__(self, wish: int, rest: int) -> None:
        self.wish, self.rest = wish, rest

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        wish = self.rest if game.board[game.moves[-1]] else self.wish
        return Choice(wish, 0, ((wish, 0), (1, 0)))

    def close(self) -> None:
        pass


def test_the_first_move_of_a_game_overlooks_nothing_and_errors_pass_through() -> None:
    game = Game(ruleset("freestyle"), 15)
    slipping = SlippingPlayer(engine("wins_array").open(game.rules, 15, 1, 0), 1.0, 1)
    assert slipping.choose(game, Limits(), Stop()).point == point.parse("H8", 15)
    over = Game.replay(ruleset("freestyle"), 15, [0, 30, 1, 31, 2, 32, 3, 33, 4])
    with pytest.raises(NoMove):
        slipping.choose(over, Limits(), Stop())
