"""External engines in a seat of ours, all of them real processes."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from bots.engine import Choice, Limits, Stop
from bots.errors import IllegalAnswer, NoMove, PlayerCrashed, Stopped, UnsupportedGame
from bots.gomocup import conversation, opponent
from bots.gomocup.opponent import GomocupEngine, GomocupPlayer
from bots.gomocup.process import PAUSE_S, EngineProcess
from bots.gomocup.settings import ExternalEngine
from bots.levels import Level, open_player
from gomoku.board import Color
from gomoku.game import Game, Outcome, Reason
from gomoku.rulesets import ruleset
from tests.bots.engines import level_of
from tests.bots.workers.test_process import ended

ROOT = Path(__file__).parents[3]
FAKE = str(Path(__file__).with_name("fake.py"))
FREESTYLE = ruleset("freestyle")
NO_LIMITS = Limits()

Seat = Callable[..., GomocupPlayer]


class Log:
    """The log of a fake engine."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self) -> list[str]:
        return self.path.read_text().splitlines()

    def pids(self) -> list[int]:
        """Return the process id of each run."""
        return [int(line.split()[1]) for line in self.lines() if line.startswith("pid ")]

    def asked(self) -> list[str]:
        """Return the lines sent, except settings."""
        return [line for line in self.lines() if not line.startswith(("pid ", "INFO "))]

    def news(self) -> list[str]:
        return [line for line in self.lines() if line.startswith("INFO ")]


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """The log of this test's fake engine."""
    return Log(tmp_path / "log")


@pytest.fixture
def seat(log: Log) -> Iterator[Seat]:
    """Open players of a fake engine in some mode, and close them."""
    players = []

    def opened(mode: str, time_ms: int = 5000, grace_ms: int = 5000) -> GomocupPlayer:
        command = (sys.executable, FAKE, mode, str(log.path))
        settings = ExternalEngine(100, "Fake", command, time_ms=time_ms, grace_ms=grace_ms)
        player = GomocupEngine(settings).open(FREESTYLE, 15, 1, 0)
        players.append(player)
        return player

    yield opened
    for player in players:
        player.close()


def choose(player: GomocupPlayer, moves: list[int], stop: Stop | None = None) -> Choice:
    return player.choose(Game.replay(FREESTYLE, 15, moves), NO_LIMITS, stop or Stop())


def test_a_game_is_begun_gone_on_with_and_taken_back(seat: Seat, log: Log) -> None:
    player = seat("plain")
    assert choose(player, []).point == 0
    assert choose(player, [0, 17]).point == 1
    assert choose(player, [0, 17, 1, 224]).point == 2
    assert choose(player, [0, 17, 1, 2]).point == 3  # after a take-back: another line
    assert choose(player, [0, 17, 1, 2, 3, 4]).point == 5
    assert choose(player, []).point == 0
    assert log.asked() == [
        *("START 15", "BEGIN", "TURN 2,1", "TURN 14,14"),
        *("RESTART", "BOARD", "0,0,1", "2,1,2", "1,0,1", "2,0,2", "DONE", "TURN 4,0"),
        *("RESTART", "BEGIN"),
    ]
    assert len(log.pids()) == 1


def test_joining_a_game_the_stones_come_in_the_order_of_the_moves(seat: Seat, log: Log) -> None:
    assert choose(seat("plain"), [112, 0, 111]).point == 1
    assert log.asked() == ["START 15", "BOARD", "7,7,2", "0,0,1", "6,7,2", "DONE"]


def test_the_engine_is_told_the_rule_its_time_and_its_memory(seat: Seat, log: Log) -> None:
    player = seat("plain", time_ms=1234)
    choose(player, [5])
    assert log.news() == [
        "INFO rule 0",
        f"INFO max_memory {256 << 20}",
        "INFO timeout_match 0",
        "INFO game_type 0",
        "INFO timeout_turn 1234",
        "INFO time_left 2147483647",
    ]
    player.choose(Game.replay(FREESTYLE, 15, [5, 0, 6]), Limits(time_ms=50), Stop())
    assert log.news()[6:] == ["INFO timeout_turn 50", "INFO time_left 2147483647"]


def test_a_line_is_never_sent_within_a_moment_of_the_engine_s_own(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, gaps = [0.0], []
    line, write = EngineProcess.line, os.write

    def listening(self: EngineProcess, deadline: float, stop: Stop) -> str:
        found = line(self, deadline, stop)
        heard[0] = monotonic()
        return found

    def writing(fd: int, data: bytes) -> int:
        gaps.append(monotonic() - heard[0])
        return write(fd, data)

    monkeypatch.setattr(EngineProcess, "line", listening)
    monkeypatch.setattr(os, "write", writing)
    player = seat("plain")
    for moves in ([], [0, 100], [0, 100, 1, 101], [7]):
        choose(player, moves)
    assert len(gaps) >= 6
    assert min(gaps) > PAUSE_S * 0.9


@pytest.mark.parametrize("mode", ["chatter", "suggest", "carriage-return", "twice", "no-news", "loquacious"])
def test_whatever_else_it_says_the_move_is_found(seat: Seat, mode: str) -> None:
    player = seat(mode)
    assert [choose(player, moves).point for moves in ([], [0, 1], [0, 1, 2, 3])] == [0, 2, 4]


def test_an_engine_without_restart_is_started_anew(seat: Seat, log: Log) -> None:
    player = seat("no-restart")
    choose(player, [5])
    assert choose(player, [6, 7]).point == 0
    first, second = log.pids()
    assert ended(first, 10)
    assert second != first
    assert log.asked()[-4:] == ["BOARD", "6,0,1", "7,0,2", "DONE"]


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("die", "has ended"),
        ("hang", "does not answer"),
        ("mute", "does not answer"),
        ("babble", "does not answer"),
        ("error", "answers ERROR out of ideas"),
        ("refuse", "does not start: ERROR not today"),
        ("rubbish", "talks rubbish"),
        ("flood", "talks rubbish"),
        ("insist", "talks rubbish"),
    ],
)
def test_an_engine_that_fails_is_ended_and_tried_again_by_another_process(
    seat: Seat, log: Log, monkeypatch: pytest.MonkeyPatch, mode: str, said: str
) -> None:
    if mode in ("hang", "mute", "babble", "error"):  # only these fail by the clock
        monkeypatch.setattr(conversation, "START_S", 1.0)
        player = seat(mode, time_ms=10, grace_ms=300)
    else:
        player = seat(mode)
    for _ in range(2):
        with pytest.raises(PlayerCrashed, match=f"Fake {said}"):
            choose(player, [5])
    pids = log.pids()
    assert len(set(pids)) == 2
    assert [ended(pid, 10) for pid in pids] == [True, True]


def test_a_program_that_is_none_is_a_crash(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for folder, said in ((str(tmp_path), "Nobody has ended"), (str(tmp_path / "none"), "cannot be started")):
        settings = ExternalEngine(100, "Nobody", (str(tmp_path / "no-program"),), folder=folder)
        player = GomocupEngine(settings).open(FREESTYLE, 15, 1, 0)
        with pytest.raises(PlayerCrashed, match=f"{said}|does not read"):
            choose(player, [])
        player.close()
    assert "no-program: No such file" in capfd.readouterr().err


@pytest.mark.parametrize(("mode", "words"), [("occupied", "plays 5,0 as move 2"), ("outside", "plays 15,0 as move 2")])
def test_a_move_that_cannot_be_played_is_said_in_its_own_words(seat: Seat, mode: str, words: str) -> None:
    with pytest.raises(IllegalAnswer, match=words) as error:
        choose(seat(mode), [5])
    assert error.value.code == "bot_illegal_move"


def test_so_is_a_forbidden_one(log: Log) -> None:
    settings = ExternalEngine(100, "Fake", (sys.executable, FAKE, "plain", str(log.path)), rules=("renju",))
    player = GomocupEngine(settings).open(ruleset("renju"), 15, 1, 0)
    moves = [1, 0, 2, 100, 4, 120, 5, 140, 6, 160]  # the first empty point would make six in a row
    try:
        with pytest.raises(IllegalAnswer, match="plays 3,0 as move 11: forbidden: overline"):
            player.choose(Game.replay(ruleset("renju"), 15, moves), NO_LIMITS, Stop())
    finally:
        player.close()


def test_the_stop_flag_is_heard_by_an_engine_that_listens_and_ends_one_that_does_not(seat: Seat, log: Log) -> None:
    class OnceAsked(Stop):
        line = ""

        def is_set(self) -> bool:
            return log.path.exists() and log.asked()[-1:] == [self.line]

    stop = OnceAsked()
    for mode, point in (("hurry", 5), ("hang", 6)):
        player = seat(mode, time_ms=60_000)
        stop.line = f"TURN {point},0"
        began = monotonic()
        if mode == "hurry":
            assert choose(player, [point], stop).point == 0
        else:
            with pytest.raises(PlayerCrashed, match="does not answer"):
                choose(player, [point], stop)
            assert ended(log.pids()[-1], 10)
        assert monotonic() - began < 10
    assert choose(seat("plain"), [5]).point == 0


def test_a_stop_in_mid_start_ends_it(seat: Seat) -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Stopped):
        choose(seat("mute"), [5], stop)


def test_a_closed_player_s_process_ends_and_closing_waits_for_nobody(seat: Seat, log: Log) -> None:
    for mode in ("plain", "slow-end"):
        player = seat(mode)
        choose(player, [5])
        began = monotonic()
        player.close()
        assert monotonic() - began < 10  # one of them takes a minute to end
        assert ended(log.pids()[-1], 10)
    assert log.asked()[-1] == "END"


def test_what_the_engine_has_started_ends_with_it(seat: Seat, log: Log) -> None:
    player = seat("family")
    choose(player, [5])
    child = next(int(line) for line in log.lines() if line.isdigit())
    player.close()
    assert ended(child, 10)


def test_there_is_no_move_after_the_end_and_no_seat_for_other_games(seat: Seat, log: Log) -> None:
    game = Game(FREESTYLE, 15)
    game.finish(Outcome(Color.WHITE, Reason.RESIGNED))
    with pytest.raises(NoMove):
        seat("plain").choose(game, NO_LIMITS, Stop())
    assert not log.path.exists()  # nothing was started for that
    with pytest.raises(UnsupportedGame):
        GomocupEngine(ExternalEngine(100, "Fake", ("x",))).open(ruleset("renju"), 15, 1, 0)


@pytest.mark.parametrize(("rules", "size"), [("freestyle", 15), ("renju", 15), ("caro", 20)])
@pytest.mark.parametrize("ours", [Color.BLACK, Color.WHITE])
def test_our_own_engine_plays_a_whole_game_through_both_ends(rules: str, size: int, ours: Color) -> None:
    command = (sys.executable, "-m", "bots.gomocup", "--engine", "wins_array")
    settings = ExternalEngine(100, "Tengen", command, rules=(rules,), time_ms=10_000, folder=str(ROOT))
    there = GomocupEngine(settings).open(ruleset(rules), size, 1, 0)
    here = open_player(level_of("live_rush"), ruleset(rules), size, 1, 0)
    twin = open_player(level_of("wins_array"), ruleset(rules), size, 1, 0)
    game = Game(ruleset(rules), size)
    try:
        while game.outcome is None:
            if game.to_move is ours:
                game.play(here.choose(game, NO_LIMITS, Stop()).point)
                continue
            expected = twin.choose(game, NO_LIMITS, Stop()).point
            assert there.choose(game, NO_LIMITS, Stop()).point == expected
            game.play(expected)
    finally:
        there.close()
    assert game.ply > 8


def test_offered_engines_are_levels_until_others_are() -> None:
    from bots.levels import LEVELS, TWINS, level, levels_for, list_offered
    from bots.registry import engine

    one = ExternalEngine(100, "One", ("one",), rules=("caro",), sizes=(20,), time_ms=1500)
    try:
        opponent.offer([one, ExternalEngine(107, "Two", ("two",))])
        assert [found.number for found in list_offered()[len(LEVELS + TWINS) :]] == [100, 107]
        found: Level = level(100)
        assert (found.name["zh-Hans"], found.limits) == ("One", Limits(time_ms=1500))
        assert "1.5 s" in found.character["en"]
        assert found in levels_for("caro", 20)
        assert found not in levels_for("caro", 15)
        assert found.version == "external:One external"
        assert engine(found.engine).waits
        opponent.offer([ExternalEngine(100, "One", ("other",))])
        again = engine(level(100).engine)
        assert isinstance(again, GomocupEngine)
        assert again.settings.command == ("other",)
    finally:
        opponent.offer([])
    assert list_offered() == LEVELS + TWINS
