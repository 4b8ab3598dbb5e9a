"""Properties of every classic engine that plays five in a row."""

import json

import pytest
from hypothesis import given, settings

from bots.engine import Limits, Player, SelectivePlayer, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.levels import open_player
from bots.players.legal import LegalPlayer
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.rulesets import RULESETS, ruleset
from tests.bots.engines import level_of
from tests.bots.positions import FIVES, game_with, games

ENGINES = [
    "double_threat",
    "live_rush",
    "situation",
    "situation_flat",
    "vector",
    "vector_aggressive",
    "vector_careful",
    "wins_array",
]
SHAPES = {"one", "two", "three", "four", "five", "double_three", "four_three", "double_four"} | {
    f"{end}_{count}" for end in ("open", "closed") for count in ("one", "two", "three", "four")
}


def bare(name: str, game: Game, seed: int = 1) -> Player:
    return engine(name).open(game.rules, game.size, seed, 0)


@pytest.mark.parametrize("name", ENGINES)
def test_plays_every_rule_set_of_five_on_all_its_boards(name: str) -> None:
    for rules in RULESETS.values():
        for size in rules.sizes:
            assert engine(name).supports(rules, size) == (rules.length == 5)
    with pytest.raises(UnsupportedGame):
        engine(name).open(ruleset("tictactoe"), 3, 1, 0)
    with pytest.raises(UnsupportedGame):
        engine(name).open(ruleset("freestyle"), 21, 1, 0)


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=15, deadline=None)
@given(game=games(FIVES))
def test_proposes_legal_points_through_the_wrapper(name: str, game: Game) -> None:
    before = bytes(game.board.cells), list(game.moves)
    player = bare(name, game)
    assert isinstance(player, SelectivePlayer)
    choice = LegalPlayer(player).choose(game, Limits(), Stop())
    for point in {choice.point, *(point for point, _ in choice.candidates)}:
        game.check(point)
    assert (bytes(game.board.cells), game.moves) == before


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=15, deadline=None)
@given(game=games(FIVES))
def test_says_what_it_saw(name: str, game: Game) -> None:
    choice = bare(name, game).choose(game, Limits(), Stop())
    assert json.loads(json.dumps(choice.tell())) == choice.tell()
    assert {"kind", "threat", "own"} <= set(choice.tell())
    if choice.tell()["kind"] not in {"centre", "random"}:
        assert choice.tell()["shape"] in SHAPES
        directions = choice.tell()["directions"]
        assert isinstance(directions, list)
        assert set(directions) <= {"row", "column", "falling", "rising"}
        assert directions
    assert choice.candidates[0] == (choice.point, choice.score)
    assert len({point for point, _ in choice.candidates}) == len(choice.candidates)
    assert len(choice.candidates) == min(8, game.size**2 - game.board.stones)
    others = [score for _, score in choice.candidates[1:] if score is not None]
    assert others == sorted(others, reverse=True)


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=10, deadline=None)
@given(game=games(FIVES))
def test_answers_the_same_for_the_same_seed(name: str, game: Game) -> None:
    player = bare(name, game)
    first = player.choose(game, Limits(), Stop())
    assert player.choose(game, Limits(), Stop()) == first
    assert bare(name, game).choose(game, Limits(), Stop()) == first


@pytest.mark.parametrize("name", ENGINES)
def test_there_is_no_move_on_a_finished_or_a_full_board(name: str) -> None:
    finished = Game(ruleset("freestyle"), 15)
    finished.finish(Outcome(Color.BLACK, Reason.RESIGNED))
    with pytest.raises(NoMove):
        bare(name, finished).choose(finished, Limits(), Stop())
    cells = [(x, y) for x in range(15) for y in range(15)]
    black = [(x, y) for x, y in cells if (x + 2 * y) % 4 < 2]
    full = game_with(15, black, [cell for cell in cells if cell not in black])
    with pytest.raises(NoMove):
        bare(name, full).choose(full, Limits(), Stop())


@pytest.mark.parametrize("name", ENGINES)
def test_takes_the_last_point(name: str) -> None:
    cells = [(x, y) for x in range(15) for y in range(15) if (x, y) != (3, 9)]
    black = [(x, y) for x, y in cells if (x + 2 * y) % 4 < 2]
    game = game_with(15, black, [cell for cell in cells if cell not in black])
    choice = bare(name, game).choose(game, Limits(), Stop())
    assert (choice.point, len(choice.candidates)) == (9 * 15 + 3, 1)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("rules", ["standard", "renju", "caro"])
def test_plays_a_game_to_its_end(name: str, rules: str) -> None:
    game = Game(ruleset(rules), 15)
    players = [open_player(level_of(name, guard=True), game.rules, 15, seed, 0) for seed in (1, 2)]
    while game.outcome is None:
        game.play(players[game.ply % 2].choose(game, Limits(), Stop()).point)
    assert game.outcome.reason in {Reason.FIVE, Reason.FULL_BOARD}
