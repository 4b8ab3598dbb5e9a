"""Questions to external engines in openings, their answers, and our own decision where they have none."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bots.engine import Limits, OpeningAnswer, Stop
from bots.errors import Stopped
from bots.gomocup import conversation
from bots.gomocup.asking import WAYS, may_do
from bots.gomocup.opponent import GomocupEngine, GomocupPlayer
from bots.gomocup.settings import ExternalEngine
from bots.gomocup.swap2 import lay_swap2
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.turns import Action
from gomoku.rulesets import ruleset
from tests.bots.workers.test_process import ended
from tests.gomoku.openings.runs import act, begin, read

ROOT = str(Path(__file__).parents[3])
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
    opening = lay_swap2(FREESTYLE, 15, stones)
    question = WAYS["swap2"][0].ask(opening)
    assert question is not None
    read = question.read([line])
    assert (read if read is not None and may_do(opening, read) else None) == actions


Seat = Callable[..., GomocupPlayer]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of this test's fake engines."""
    return tmp_path / "log"


@pytest.fixture
def seat(log: Path) -> Iterator[Seat]:
    """Open players of a fake engine in some mode, and close them."""
    players = []

    def opened(mode: str, grace_ms: int = 20_000, rules: str = "freestyle") -> GomocupPlayer:
        command = (sys.executable, FAKE, mode, str(log))
        settings = ExternalEngine(100, "Fake", command, rules=(rules,), time_ms=10, grace_ms=grace_ms)
        players.append(GomocupEngine(settings).open(ruleset(rules), 15, 1, 0))
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
    *pids, _ = [int(line.split()[1]) for line in log.read_text().splitlines() if line.startswith("pid ")]
    assert len(pids) == 2, "it said nothing to Yixin's greeting, either"
    assert [ended(pid, 10) for pid in pids] == [True, True]


def test_one_that_says_nothing_has_its_time_and_no_more(
    seat: Seat, log: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "GREETING_S", 0.1)
    caplog.set_level("INFO")
    player = seat("swap2-late", grace_ms=100)
    assert decided(player, begin("swap2")) is None
    assert "SWAP2BOARD" in asked(log)
    (line,) = caplog.messages
    assert line == (
        "Fake is not asked so about its opening again: SWAP2BOARD: Fake does not answer; "
        "yxswap2: it does not speak Yixin's dialect"
    )


def test_nothing_else_is_asked(seat: Seat, log: Path) -> None:
    player = seat("swap2")
    for opening in (begin("swap"), act(begin("swap2"), "H8"), act(begin("swap2"), "H8 I8 J6 two B14")):
        assert decided(player, opening) is None
    standard = begin("swap_after_first", "standard")
    assert decided(player, standard) is None
    assert not log.exists()


def test_a_stop_is_heard(seat: Seat) -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Stopped):
        seat("swap2-late").decide(begin("swap2"), Limits(), stop)


# --- Yixin's dialect --------------------------------------------------------------------------------------------------


def walk(player: GomocupPlayer, opening: Opening, written: str) -> None:
    """Take the actions; those in brackets are the engine's own."""
    for entry in written.split():
        action = read(entry.strip("()"))
        if entry.startswith("("):
            assert decided(player, opening) == action, entry
        opening.play(action)
    assert opening.turn is None


@pytest.mark.parametrize(
    ("name", "mode", "written"),
    [
        ("swap2", "yixin", "(B13) (C12) (D11) two A15 B15 white"),
        ("swap2", "yixin", "H8 I8 J6 (two) (F9) (G10) black"),
        ("swap2", "yixin-swaps", "H8 I8 J6 (black)"),
        ("swap2", "yixin", "(B13) (C12) (D11) two A15 B15 (white)"),
        ("swap2", "yixin-swaps", "(B13) (C12) (D11) two A15 B15 (black)"),
        ("swap_after_first", "yixin", "(A15) black"),
        ("swap_after_first", "yixin", "H8 (white)"),
        ("swap_after_first", "yixin-swaps", "H8 (black)"),
        ("soosyrv_8", "yixin", "(H8) (H7) (I7) keep A1 n3 (keep) (A15+B15+C15) B15"),
        ("soosyrv_8", "yixin", "H8 H7 I7 (keep) (G9) (n3) keep D4+E3+F5 (F5)"),
        ("soosyrv_8", "yixin-swaps", "H8 H7 I7 (swap) A1 n3 (swap) B2+C3+F5 (F5)"),
    ],
)
def test_an_opening_goes_through_in_the_dialect(seat: Seat, log: Path, name: str, mode: str, written: str) -> None:
    rules = "renju" if name == "soosyrv_8" else "freestyle"
    opening = begin(name, rules)
    player = seat(mode, rules=rules)
    walk(player, opening, written)
    assert "yxshowinfo" in asked(log)
    said = player.choose(opening.game, Limits(), Stop())  # it plays on, given a board that it can read
    opening.game.check(said.point)


@pytest.mark.parametrize(
    ("name", "mode", "said"),
    [
        ("soosyrv_8", "plain", "yxsoosorv: it does not speak Yixin's dialect"),
        ("soosyrv_8", "unknown", "yxsoosorv: it does not speak Yixin's dialect"),
        ("swap_after_first", "unknown", "INFO rule 5: it does not speak Yixin's dialect"),
        ("swap_after_first", "yixin-no-swap1", "INFO rule 5: Fake answers ERROR Invalid rule 5"),
        ("soosyrv_8", "yixin-error", "yxsoosorv: Fake answers ERROR Unsupported command 'yxsoosorvstep1'"),
        ("soosyrv_8", "yixin-silent", "yxsoosorv: Fake does not answer"),
        ("soosyrv_8", "yixin-garbage", "yxsoosorv: it answers MESSAGE SOOSORV SWAP1"),
        ("soosyrv_8", "yixin-endless", "yxsoosorv: it answers MESSAGE SOOSORV MOVE5 1 1"),
        ("soosyrv_8", "yixin-illegal", "yxsoosorv: it answers MESSAGE SOOSORV MOVE3 7 8"),
    ],
)
def test_one_that_does_not_know_the_dialect_or_errs_in_it_is_asked_once_and_plays_on(
    seat: Seat,
    log: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    mode: str,
    said: str,
) -> None:
    monkeypatch.setattr(conversation, "GREETING_S", 1.0)
    caplog.set_level("INFO")
    rules = "renju" if name == "soosyrv_8" else "freestyle"
    player = seat(mode, grace_ms=1000, rules=rules)
    assert decided(player, begin(name, rules)) is None
    opening = act(begin(name, rules), "H8 H7 I7" if name == "soosyrv_8" else "H8")
    assert decided(player, opening) is None
    assert caplog.messages == [f"Fake is not asked so about its opening again: {said}"]
    assert sum(line.startswith(("yxsoosorv", "INFO rule 5")) for line in log.read_text().splitlines()) <= 1
    assert asked(log).count("yxshowinfo") == 1
    moves = [112, 97, 98]
    assert player.choose(Game.replay(ruleset(rules), 15, moves), Limits(), Stop()).point == 0


@pytest.mark.parametrize(("mode", "numbers"), [("yixin", ["2"]), ("unknown", ["4"]), ("yixin-silent", ["2"])])
def test_renju_has_another_number_in_the_dialect(seat: Seat, log: Path, mode: str, numbers: list[str]) -> None:
    player = seat(mode, rules="renju")
    assert player.choose(Game(ruleset("renju"), 15), Limits(), Stop()).point == 0
    assert [line.split()[2] for line in log.read_text().splitlines() if line.startswith("INFO rule")] == numbers


def test_after_a_stop_in_mid_greeting_it_is_greeted_again(seat: Seat, log: Path) -> None:
    class OnceGreeted(Stop):
        def is_set(self) -> bool:
            return log.exists() and "yxshowinfo" in log.read_text()

    player = seat("plain", rules="renju")
    with pytest.raises(Stopped):
        player.decide(begin("soosyrv_8"), Limits(), OnceGreeted())
    assert decided(player, begin("soosyrv_8")) is None
    assert asked(log).count("yxshowinfo") == 2


# --- our own program as the engine ------------------------------------------------------------------------------------


@pytest.fixture
def ourselves() -> Iterator[Callable[[str], GomocupPlayer]]:
    """Open players of ``pbrain-tengen``, and close them."""
    players = []

    def opened(rules: str) -> GomocupPlayer:
        command = (sys.executable, "-m", "bots.gomocup", "--engine", "wins_array", "--seed", "3")
        settings = ExternalEngine(100, "Tengen", command, rules=(rules,), time_ms=2000, grace_ms=60_000, folder=ROOT)
        players.append(GomocupEngine(settings).open(ruleset(rules), 15, 1, 0))
        return players[-1]

    yield opened
    for player in players:
        player.close()


@pytest.mark.parametrize(
    ("name", "rules", "without"),
    [
        ("swap2", "freestyle", ""),
        ("swap2", "standard", "SWAP2BOARD"),
        ("swap_after_first", "freestyle", ""),
        ("soosyrv_8", "renju", ""),
    ],
)
def test_our_own_program_begins_against_itself_in_every_way(
    ourselves: Callable[[str], GomocupPlayer], caplog: pytest.LogCaptureFixture, name: str, rules: str, without: str
) -> None:
    caplog.set_level("INFO")
    seats, opening = [ourselves(rules), ourselves(rules)], begin(name, rules)
    for player in seats:
        player._in_vain.add(without)
    while opening.turn is not None:
        action = decided(seats[opening.player], opening)
        assert action is not None, f"{opening.actions} {caplog.messages}"
        opening.play(action)
    assert seats[opening.player].choose(opening.game, Limits(), Stop()).point not in opening.stones
    assert caplog.messages == []
