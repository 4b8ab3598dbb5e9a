"""Answers arrive in time under a manager that, like Gomocup's, suspends the process when it is not to move."""

import subprocess
import sys
from statistics import median
from time import monotonic

import pytest

from tests.bots.gomocup.judge import ROOT, board, judging, play

UNLIMITED = 2_147_483_647


def time_imports() -> float:
    """Return the seconds that the imports of the program take."""
    began = monotonic()
    subprocess.run([sys.executable, "-c", "import bots.gomocup.brain"], check=True, cwd=ROOT)
    return monotonic() - began


@pytest.mark.parametrize("ready", [False, True], ids=["stopped at once", "stopped after OK"])
def test_a_simple_player_is_in_time_from_its_first_move(ready: bool) -> None:
    with judging(5000, arguments=["--engine", "wins_array"], ready=ready) as judge:
        play(judge, 3)
    assert max(judge.times) < 5


@pytest.mark.slow
@pytest.mark.parametrize(("turn_ms", "ready"), [(300, True), (1000, True), (1000, False), (5000, True)], ids=str)
def test_the_strongest_is_in_time_from_its_first_move_and_uses_the_time(turn_ms: int, ready: bool) -> None:
    if not ready and time_imports() > turn_ms / 3000:
        pytest.skip("the machine is too busy for an interpreter to begin in time")
    firsts, laters = [], []
    for _ in range(3 if turn_ms < 5000 else 1):
        with judging(turn_ms, ready=ready) as judge:
            play(judge, 2)
        firsts.append(judge.times[0])
        laters += judge.times[1:]
    assert median(firsts) < turn_ms / 1000
    assert median(laters) < turn_ms / 1000
    if ready:
        assert median(firsts) > 0.7 * turn_ms / 1000


@pytest.mark.slow
def test_what_is_left_of_a_match_is_never_spent_at_once() -> None:
    with judging(5000, ["INFO timeout_match 6000"], ready=True) as judge:
        play(judge, 2, left_ms=6000)
        assert max(judge.times) < 1.0
        judge.answer("INFO time_left 200", "RESTART", *board([112, 127, 98, 113]))
    assert judge.times[-1] < 0.2


@pytest.mark.slow
def test_after_ok_nothing_is_left_to_load() -> None:
    with judging(5000, ["INFO rule 4"], ready=True) as judge:
        judge.answer("INFO max_node 2000", *board([112, 127, 98, 113, 143, 97]))
    assert judge.times[0] < 1.0
    assert any("depth" in line or "proven" in line for line in judge.messages)
