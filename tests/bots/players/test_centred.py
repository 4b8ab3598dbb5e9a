import pytest

from bots.engine import Choice, Limits, Stop
from bots.errors import NoMove
from bots.levels import LEVELS, Level, level, open_player
from bots.players.centred import NEAR, CentredPlayer
from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.point import at, parse, xy
from gomoku.rulesets import FIVES, ruleset
from tests.bots.engines import level_of

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
    assert choice.why == {"kind": kind}


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


@pytest.mark.parametrize("rules", FIVES)
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
