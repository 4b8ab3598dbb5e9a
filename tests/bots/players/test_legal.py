import pytest
from hypothesis import given, settings

from bots.engine import Choice, Limits, Stop
from bots.errors import NoMove
from bots.players.legal import LegalPlayer, empty_wins
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from tests.bots.positions import FIVES, game_with, games

ENGINES = ["live_rush", "wins_array"]


def bare(name: str, game: Game) -> Choice:
    return engine(name).open(game.rules, game.size, 0, 0).choose(game, Limits(), Stop())


def held(name: str, game: Game) -> Choice:
    player = engine(name).open(game.rules, game.size, 0, 0)
    return LegalPlayer(player).choose(game, Limits(), Stop())  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=60, deadline=None)
@given(game=games(FIVES))
def test_every_point_proposed_is_legal(name: str, game: Game) -> None:
    before = bytes(game.board.cells), list(game.moves)
    choice = held(name, game)
    for point in {choice.point, *(point for point, _ in choice.candidates)}:
        game.check(point)
    assert (bytes(game.board.cells), game.moves) == before


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=20, deadline=None)
@given(game=games(["freestyle"]))
def test_changes_nothing_where_five_or_more_win(name: str, game: Game) -> None:
    assert held(name, game) == bare(name, game)


@pytest.mark.parametrize("rules", ["standard", "renju", "caro"])
@pytest.mark.parametrize("name", ENGINES)
def test_chases_no_overline_of_its_own(name: str, rules: str) -> None:
    game = game_with(15, [(x, 0) for x in (2, 3, 4, 6, 7)], [(1, 0), (8, 0), (3, 5), (8, 9), (12, 4)], rules)
    assert bare(name, game).point == 5
    assert held(name, game).point != 5


@pytest.mark.parametrize("name", ENGINES)
def test_blocks_no_row_that_would_win_nothing(name: str) -> None:
    game = game_with(15, [(1, 0), (7, 0)], [(x, 0) for x in (2, 3, 4, 5)], "caro")
    assert bare(name, game).point == 6
    assert empty_wins(game) == [6]
    assert held(name, game).point != 6


def test_keeps_a_point_where_either_side_really_wins() -> None:
    across = [(x, 7) for x in (2, 3, 4, 6, 7)]
    down = [(5, y) for y in (3, 4, 5, 6)]
    game = game_with(15, across, down, "standard")
    assert empty_wins(game) == []
    assert held("wins_array", game).point in {7 * 15 + 5, 2 * 15 + 5}


@pytest.mark.parametrize("name", ENGINES)
def test_plays_an_empty_win_when_nothing_else_is_left(name: str) -> None:
    row = [(x, 0) for x in (0, 1, 2, 4, 5)]
    others = [(x, y) for y in range(15) for x in range(15) if y or x > 5]
    black = [(x, y) for x, y in others if (x + 2 * y) % 4 < 2 and y]
    white = [cell for cell in others if cell not in black]
    game = game_with(15, row + black, white, "standard")
    assert empty_wins(game) == [3]
    assert held(name, game).point == 3


def test_black_with_forbidden_points_only_has_no_move() -> None:
    row = [(x, 0) for x in (0, 1, 2, 4, 5)]
    white = [(x, y) for y in range(15) for x in range(15) if y or x > 5]
    game = game_with(15, row, white, "renju")
    assert game.rules.forbidden(game.board, 3, Color.BLACK) is not None
    with pytest.raises(NoMove):
        held("wins_array", game)
