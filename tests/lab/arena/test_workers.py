import multiprocessing
import os
from contextlib import closing

import pytest

from bots.errors import ArenaError
from bots.match.pairing import Pairing, schedule
from bots.match.pairing_game import PairingResult, play
from gomoku.rulesets import ruleset
from lab.arena import workers
from lab.arena.entrants import open_entrant
from lab.arena.workers import Setting, play_all
from tests.lab.arena.engines import HERE

OPENINGS = ((112, 97, 128), (112, 113, 129, 95), (112, 96, 126), (112, 98, 99))
SETTING = Setting("freestyle", 15, OPENINGS)
STEADY = f"{HERE}:FIRST_EMPTY"


def played(matches: list[Pairing], jobs: int) -> list[PairingResult]:
    return sorted(play_all(matches, SETTING, jobs), key=lambda game: game.number)


def test_games_are_the_same_however_many_processes_play_them() -> None:
    matches = schedule(("wins_array", "live_rush", "vector"), len(OPENINGS), 4, 1)
    here = [play(match, ruleset("freestyle"), 15, OPENINGS[match.opening], open_entrant) for match in matches]
    assert played(matches, 1) == played(matches, 3) == here


def test_a_process_that_dies_loses_the_game_for_who_was_thinking_and_no_other() -> None:
    dying = f"{HERE}:DYING"
    matches = [Pairing(0, dying, STEADY, 1, 1), Pairing(1, STEADY, dying, 0, 1), Pairing(2, STEADY, "wins_array", 0, 1)]
    for jobs in (1, 2):
        first, second, third = played(matches, jobs)
        assert (first.winner, second.winner) == (STEADY, STEADY)
        assert first.reason == second.reason == "crashed"
        assert first.log == f"{dying}: the process died, exit code 3"
        assert (third.winner, third.reason) == ("wins_array", "five")


def test_what_an_engine_prints_does_not_reach_stdout(capfd: pytest.CaptureFixture[str]) -> None:
    list(play_all([Pairing(0, f"{HERE}:CHATTY", "wins_array", 0, 1)], SETTING, 1))
    out, err = capfd.readouterr()
    assert not out
    assert "this is no result" in err


def test_closing_ends_a_process_that_would_never_end() -> None:
    matches = [Pairing(0, STEADY, "wins_array", 0, 1), Pairing(1, f"{HERE}:SPINNING", STEADY, 1, 1)]
    with closing(play_all(matches, SETTING, 2)) as games:
        assert next(games).number == 0
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


def test_no_matches_need_no_process() -> None:
    assert played([], 4) == []


def test_a_process_that_cannot_start_is_an_error_and_no_lost_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_serve", os.abort)
    with pytest.raises(ArenaError, match="could not start"):
        list(play_all([Pairing(0, STEADY, STEADY, 0, 1)], SETTING, 1))
