"""Games are lost, studied, checked and counted."""

import json
from pathlib import Path

import pytest

from bots.json_lines import Row
from bots.learning.study.findings import Study
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.learning import lessons
from lab.learning.plan import RULES, SIZE
from server.command_line import main

FOUND = [("move", "move"), ("threat", "move"), ("threat", "threat"), ("nothing", "threat")]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "WINNERS", (6,))
    monkeypatch.setattr(lessons, "LOSERS", ("level:1", "slipping@60"))


@pytest.mark.parametrize("number", [0, 3])
def test_a_game_is_lost_studied_and_checked(number: int) -> None:
    row = json.loads(json.dumps(lessons.lose(number, 1000)))
    assert (row["winner"], row["loser"]) == (6, lessons.LOSERS[number % 2])
    game = Game.replay(ruleset(RULES), SIZE, row["moves"])
    assert row["reason"] == ("resigned" if game.outcome is None else "five")
    if game.outcome is not None:
        assert game.outcome.winner is Color[row["color"].upper()].other
    assert row["first"] in ("move", "threat")
    assert lessons.play_lost(number).items() <= row.items()  # the same again
    checked = lessons.check(row, 2000)
    assert (checked["number"], checked["check_nodes"]) == (number, 2000)
    assert checked["checked"] in ("move", "threat")


def test_an_empty_study_teaches_nothing() -> None:
    assert lessons.taught(Study(version=1, nodes=1)) == "nothing"


def test_the_command_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows: list[Row] = [{"nodes": 1000}]
    for number, (first, checked) in enumerate(FOUND):
        rows.append({"number": number, "winner": 7 + number % 2, "first": first})
        rows.append({"number": number, "check_nodes": 50, "checked": checked})
    out = tmp_path / "games.jsonl"
    out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    wanted = ["learn", "lessons", str(out), "--games", "4", "--checked", "2", "--check-nodes", "50", "--jobs", "1"]
    assert main([*wanted, "--nodes", "1000"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "| 7 | 2 | 1 | 1 | 0 | 100 % (34 to 100) |" in told
    assert "| all | 4 | 1 | 2 | 1 | 75 % (30 to 95) |" in told
    assert told[-1] == "| all | 2 | 2 | 0 | 0 | 100 % (34 to 100) |"
    assert main([*wanted, "--nodes", "2000"]) == 1
    assert "another run" in capsys.readouterr().err
