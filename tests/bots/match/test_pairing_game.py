import pytest

from bots.match.pairing import Pairing
from bots.match.pairing_game import PairingResult, play
from gomoku import point
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.arena.entrants import open_entrant
from tests.lab.arena.engines import HERE

FREESTYLE = ruleset("freestyle")
OPENING = (112, 97, 128)
STEADY = f"{HERE}:FIRST_EMPTY"


def played(black: str, white: str, rules: str = "freestyle", opening: tuple[int, ...] = OPENING) -> PairingResult:
    return play(Pairing(4, black, white, 0, 1), ruleset(rules), 15, opening, open_entrant)


def test_goes_on_from_the_opening_to_the_end() -> None:
    game = played("wins_array", "live_rush")
    assert game.moves[:3] == OPENING
    replayed = Game.replay(FREESTYLE, 15, game.moves)
    assert replayed.outcome is not None
    assert (game.number, game.reason, game.log) == (4, replayed.outcome.reason, "")
    assert game.winner == {Color.BLACK: "wins_array", Color.WHITE: "live_rush", None: None}[replayed.outcome.winner]


def test_the_same_match_is_the_same_game() -> None:
    assert played("situation_flat", "vector") == played("situation_flat", "vector")


def test_says_whose_turn_it_is() -> None:
    turns: list[Color] = []
    game = play(Pairing(0, "wins_array", "live_rush", 0, 1), FREESTYLE, 15, OPENING, open_entrant, turns.append)
    assert len(turns) == len(game.moves) - len(OPENING)
    assert turns[:2] == [Color.WHITE, Color.BLACK]


@pytest.mark.parametrize("opening", [OPENING, OPENING[:2]])
def test_an_occupied_point_loses(opening: tuple[int, ...]) -> None:
    name = f"{HERE}:OCCUPIED"
    for black, white in ((name, STEADY), (STEADY, name)):
        game = played(black, white, opening=opening)
        assert (game.winner, game.reason) == (STEADY, "illegal")
        assert game.log.startswith(f"{name}: ")
        assert "occupied" in game.log


def test_an_error_loses_and_is_told_in_one_line() -> None:
    game = played(STEADY, f"{HERE}:RAISING")
    assert (game.winner, game.reason, game.moves) == (STEADY, "crashed", OPENING)
    assert game.log == f"{HERE}:RAISING: RuntimeError('out\\nof ideas')"


def test_a_forbidden_move_loses() -> None:
    opening = tuple(point.parse(name, 15) for name in ("A1", "O1"))
    game = played(f"{HERE}:FORBIDDEN", STEADY, "renju", opening)
    assert (game.winner, game.reason) == (STEADY, "forbidden")
    assert game.moves[-1] == 112
    assert not game.log


def test_a_level_plays_under_rules_that_its_engine_does_not_know() -> None:
    assert played("level:1", "live_rush", "renju").reason in {"five", "full_board"}
