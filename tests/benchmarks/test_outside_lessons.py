"""The measure of lessons in games from outside runs, on a game of our own; a file that is not there is left out."""

import json
import sys
from pathlib import Path

import pytest

from bots.learning.study.check import LOSING
from tests.benchmarks import outside_lessons

pytestmark = pytest.mark.slow

# white lost, after an opening of three stones
GAME = "H11 I10 G12 G11 F12 J10 F11 K10 H10 H12 E10 D9 F10 F9 F13 F14 G13 L10 M10 D10 H13 I14 E13 D13 I13"
LOST = {"black": "other", "white": "tengen", "winner": "other", "n0": 3, "moves": GAME}
POSITION = {"rules": "freestyle", "moves": "H8 A1 I8 A3 J8 O15", "mate": 5}


def test_games_and_positions_give_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games, positions = tmp_path / "games.jsonl", tmp_path / "positions.jsonl"
    games.write_text("\n".join(json.dumps(each) for each in (LOST, LOST, {**LOST, "winner": None})))
    positions.write_text(json.dumps(POSITION))
    wanted = ["--nodes", "1000", "--check-nodes", "20000", "--times", "1", "--json"]
    monkeypatch.setattr(sys, "argv", ["x", "--games", str(games), "--positions", str(positions), *wanted])
    outside_lessons.main()
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["fallen"]) == (1, 0)  # with the same nodes as the check
    assert (found["positions"], found["lost"]) == (1, 1)
    assert found[f"losing_from_{LOSING}"]["lost_that_pass"] == 0
    monkeypatch.setattr(sys, "argv", ["x", "--games", str(tmp_path / "none"), "--json"])
    outside_lessons.main()
    assert json.loads(capsys.readouterr().out) == {}
