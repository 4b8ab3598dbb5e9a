"""Swap2 asked of external engines: what their answers mean, and that those without one get ours."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bots.engine import Limits, OpeningAnswer, Stop
from bots.errors import Stopped
from bots.gomocup.opponent import GomocupEngine, GomocupPlayer
from bots.gomocup.settings import ExternalEngine
from bots.gomocup.swap2 import lay_swap2, read_swap2
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.turns import Action
from gomoku.rulesets import ruleset
from tests.bots.workers.test_process import ended
from tests.gomoku.openings.runs import act, begin

FAKE = str(Path(__file__).with_name("fake.py"))
FREESTYLE = ruleset("freestyle")
THREE, FIVE = (112, 113, 144), (112, 113, 144, 16, 32)


@pytest.mark.parametrize(
    ("stones", "line", "actions"),
    [
        ((), "7,7 8,7 9,9", (112, 113, 144)),
        ((), "7 , 7   8,7 9,9", (112, 113, 144)),
        (THREE, "SWAP", ("black",)),
        (THREE, "0,1", ("white", 15)),
        (THREE, "1,1 2,2", ("two", 16, 32)),
        (FIVE, "swap", ("black",)),
        (FIVE, "0,1", ("white", 15)),
        ((), "SWAP", None),
        ((), "7,7", None),
        ((), "7,7 8,7 7,7", None),
        ((), "7,7 8,7 15,7", None),
        ((), "7,7 8,7 9,9 1,1", None),
        (THREE, "7,7", None),
        (THREE, "1,1 1,1", None),
        (THREE, "1,1 2,2 3,3", None),
        (FIVE, "3,3 4,4", None),
        (FIVE, "UNKNOWN command", None),
    ],
)
def test_what_an_answer_means(stones: tuple[int, ...], line: str, actions: tuple[Action, ...] | None) -> None:
    assert read_swap2(line, lay_swap2(FREESTYLE, 15, stones)) == actions


Seat = Callable[..., GomocupPlayer]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """What the fake engines of this test have heard."""
    return tmp_path / "log"


@pytest.fixture
def seat(log: Path) -> Iterator[Seat]:
    """Opens players of a fake engine in some mode, and closes them."""
    players = []

    def opened(mode: str, grace_ms: int = 20_000) -> GomocupPlayer:
        settings = ExternalEngine(100, "Fake", (sys.executable, FAKE, mode, str(log)), time_ms=10, grace_ms=grace_ms)
        players.append(GomocupEngine(settings).open(FREESTYLE, 15, 1, 0))
        return players[-1]

    yield opened
    for player in players:
        player.close()


def decided(player: GomocupPlayer, opening: Opening) -> Action | None:
    decision = player.decide(opening, Limits(), Stop())
    assert isinstance(decision, OpeningAnswer)
    return decision.action


def asked(log: Path) -> list[str]:
    return [line for line in log.read_text().splitlines() if not line.startswith(("pid ", "INFO "))]


def test_who_begins_lays_the_three_that_it_said_at_once(seat: Seat, log: Path) -> None:
    player, opening = seat("swap2"), begin("swap2")
    for point in (112, 113, 144):
        assert decided(player, opening) == point
        opening.play(point)
    assert asked(log) == ["START 15", "SWAP2BOARD", "DONE"]
    opening.play("two")
    for point in (16, 32):
        opening.play(point)
    assert decided(player, opening) == "white"
    assert asked(log)[3:] == ["SWAP2BOARD", "7,7", "8,7", "9,9", "1,1", "2,2", "DONE"]


def test_who_stays_white_has_said_its_move_and_plays_on_from_a_board(seat: Seat, log: Path) -> None:
    player, opening = seat("swap2-stays"), act(begin("swap2"), "H8 I8 J6")
    assert decided(player, opening) == "white"
    opening.play("white")
    moves = list(opening.stones)
    heard = len(asked(log))
    assert player.choose(Game.replay(FREESTYLE, 15, moves), Limits(), Stop()).point == 15
    assert len(asked(log)) == heard
    moves += [15, 0]
    assert player.choose(Game.replay(FREESTYLE, 15, moves), Limits(), Stop()).point == 1
    assert asked(log)[heard:] == ["BOARD", "7,7,2", "8,7,1", "9,9,2", "0,1,1", "0,0,2", "DONE"]


def test_who_lays_two_lays_both_and_who_swaps_has_black(seat: Seat) -> None:
    player, opening = seat("swap2"), act(begin("swap2"), "H8 I8 J6")
    for action in ("two", 16, 32):
        assert decided(player, opening) == action
        opening.play(action)
    assert decided(seat("swap2-swaps"), opening) == "black"
    assert decided(seat("swap2-swaps"), act(begin("swap2"), "H8 I8 J6")) == "black"


@pytest.mark.parametrize("mode", ["swap2-unknown", "swap2-error", "swap2-dies", "swap2-occupied"])
def test_one_without_an_answer_is_asked_once_and_plays_on_in_a_new_process(seat: Seat, log: Path, mode: str) -> None:
    player, opening = seat(mode), begin("swap2")
    assert decided(player, opening) is None
    opening = act(opening, "H8 I8 J6 two B14 C13")
    assert decided(player, opening) is None
    assert asked(log).count("SWAP2BOARD") == 1
    opening.play("white")
    assert player.choose(opening.game, Limits(), Stop()).point == 0
    pids = [int(line.split()[1]) for line in log.read_text().splitlines() if line.startswith("pid ")]
    assert len(pids) == 2
    assert ended(pids[0], 10)


def test_one_that_says_nothing_has_its_time_and_no_more(seat: Seat, log: Path) -> None:
    player = seat("swap2-late", grace_ms=100)
    assert decided(player, begin("swap2")) is None
    assert "SWAP2BOARD" in asked(log)


def test_nothing_else_is_asked(seat: Seat, log: Path) -> None:
    player = seat("swap2")
    for opening in (begin("swap"), act(begin("swap2"), "H8"), act(begin("swap2"), "H8 I8 J6 two B14")):
        assert decided(player, opening) is None
    assert not log.exists()


def test_a_stop_is_heard(seat: Seat) -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Stopped):
        seat("swap2-late").decide(begin("swap2"), Limits(), stop)
