import pytest
from hypothesis import given, settings

from bots.engine import Choice, Limits, Stop
from bots.errors import NoMove
from bots.immediate_wins import find_wins
from bots.levels import LEVELS, Level, level, open_player
from bots.players.wrappers import NEAR, CentredPlayer, GuardedPlayer, SlippingPlayer
from bots.reasons import GuardReason, MoveReason, SlipReason
from bots.registry import engine
from gomoku import point, rulesets
from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.point import at, name, parse, xy
from gomoku.rulesets import RULESETS, ruleset
from tests.bots.engines import level_of
from tests.bots.positions import FIVES, game_with, games

LADDER = [found for found in LEVELS if found.number > 0]
OTHERS_FIRST = ((0, 0), (7, 0), (7, 7), (9, 6), (3, 11), (14, 14))
"""The opponent's first points on the smallest board: corners, an edge, the centre and beside it, a star point."""


class Cornered:
    """Plays the first empty point, as the engines of levels 1 and 2 do on an empty board."""

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        return Choice(bytes(game.board.cells).index(0))

    def close(self) -> None:
        raise AssertionError("closed")


def apart(one: int, other: int, size: int) -> int:
    """Return the lines between two points, with diagonals counted like rows."""
    return max(abs(here - there) for here, there in zip(xy(one, size), xy(other, size), strict=True))


def begun(*moves: int, size: int = 15) -> Game:
    return Game.replay(ruleset("freestyle"), size, list(moves))


def choose(game: Game, spread: int = 0, seed: int = 1) -> int:
    return CentredPlayer(Cornered(), spread, seed).choose(game, Limits(), Stop()).point


@pytest.mark.parametrize(("size", "centre"), [(15, "H8"), (19, "J10"), (20, "K10")])
def test_the_first_stone_is_in_the_centre_or_as_far_from_it_as_the_spread(size: int, centre: str) -> None:
    empty, middle = begun(size=size), parse(centre, size)
    assert choose(empty) == middle
    drawn = {choose(empty, 1, seed) for seed in range(200)}
    assert len(drawn) == 9
    assert all(apart(point, middle, size) <= 1 for point in drawn)
    assert choose(empty, 1, 5) == choose(empty, 1, 5)


@pytest.mark.parametrize(("spread", "kind"), [(0, "centre"), (1, "near_centre")])
def test_only_a_stone_in_the_centre_is_said_to_be_there(spread: int, kind: str) -> None:
    choice = CentredPlayer(Cornered(), spread, 5).choose(begun(), Limits(), Stop())
    assert choice.tell() == {"kind": kind}


@pytest.mark.parametrize("size", [15, 19, 20])
def test_a_lone_stone_far_out_is_left_there(size: int) -> None:
    middle = parse({15: "H8", 19: "J10", 20: "K10"}[size], size)
    left = [point for point in range(size * size) if choose(begun(point, size=size)) == middle]
    lines = range(size)
    far = [
        y * size + x for y in lines for x in lines if max(abs(2 * x - size + 1), abs(2 * y - size + 1)) > 2 * NEAR + 1
    ]
    assert left == far


def test_further_stones_are_the_players_own() -> None:
    assert choose(begun(0, 1)) == 2
    ended = begun()
    ended.finish(Outcome(Color.WHITE, Reason.RESIGNED))
    with pytest.raises(NoMove):
        choose(ended)


def test_a_bare_engine_opens_as_it_was_published() -> None:
    bare = open_player(level_of("live_rush"), ruleset("freestyle"), 15, 1, 0)
    assert bare.choose(begun(), Limits(), Stop()).point == 0
    assert level(0).spread is None


@pytest.mark.parametrize("rules", rulesets.FIVES)
@pytest.mark.parametrize("found", LADDER, ids=lambda found: str(found.number))
def test_the_first_two_stones_of_every_level_are_in_the_game(found: Level, rules: str) -> None:
    for size in (15, 19, 20):
        player = open_player(found, ruleset(rules), size, 3, 1 << 20)
        middle = at(size // 2, size // 2, size)
        for other in (None, *OTHERS_FIRST):
            game = Game(ruleset(rules), size)
            if other:
                game.play(at(*other, size))
            for answer in ((1, 1), (-2, 0)):  # of the opponent, beside the stone
                now = game.copy()
                first = player.choose(now, Limits(nodes=200), Stop()).point
                now.play(first)
                assert apart(first, middle, size) <= NEAR + 2, now.moves
                x, y = xy(first, size)
                beside = at(x + answer[0], y + answer[1], size)
                now.play(beside if not now.board.cells[beside] else at(x - 1, y + 1, size))
                second = player.choose(now, Limits(nodes=200), Stop()).point
                assert min(apart(second, stone, size) for stone in now.moves) <= 3, now.moves
        player.close()


CORNER = 0


class Nervous:
    """Answers beside the corner when a stone lies in it, and takes the corner when not."""

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        if game.board[CORNER]:
            return Choice(16, 30, ((16, 30), (17, 20)), MoveReason("defend"))
        return Choice(CORNER, 50, ((CORNER, 50), (18, 40), (19, 30)), MoveReason("attack"))

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
    why = SlipReason("slip", CORNER, 16)
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
    assert seen.tell()["kind"] == "defend"
    assert {point.name(seen.point, 15)} <= {"F8", "G8", "K8", "L8"}
    assert slip.tell() == {"kind": "slip", "overlooked": moves[-1], "instead": seen.point}
    assert game.moves == moves
    assert game.board[moves[-1]]


def test_does_not_slip_onto_a_forbidden_point() -> None:
    double_three, elsewhere = point.parse("H8", 15), point.parse("K3", 15)
    game = Game(ruleset("renju"), 15)
    for stone in ("G8", "A1", "F8", "A15", "H9", "O1", "H10", "O15"):
        game.play(point.parse(stone, 15))
    assert game.rules.forbidden(game.board, double_three, game.to_move)
    choice = SlippingPlayer(Wants(double_three, elsewhere), 1.0, 1).choose(game, Limits(), Stop())
    assert choice.point == 1
    assert choice.tell()["instead"] == elsewhere


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
    assert guarded(game) == Choice(5 * 15 + 6, None, ((5 * 15 + 6, None),), GuardReason("win", guard=True))


def test_blocks_a_row_with_a_gap() -> None:
    choice = guarded(game_with(15, [(0, 0)], FOUR))
    assert (choice.point, choice.tell()) == (5 * 15 + 6, {"kind": "block", "guard": True})


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
    assert guarded(game_with(15, cross, FOUR, "freestyle")).tell()["kind"] == "win"


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
