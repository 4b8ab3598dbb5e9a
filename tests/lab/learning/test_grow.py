import json
import re
from pathlib import Path

import pytest

from lab.learning.arms import ARMS, CLASSICS
from lab.learning.grow import ARMS as OFFERED
from lab.learning.grow import MEASURES, SIZES, UNFINISHED
from lab.learning.plan import PLANS
from lab.learning.report import REGIMES, TOLD
from server.command_line import main

HEADINGS = (
    "Training",
    "Practice",
    *TOLD.values(),
    "In the winner's seat",
    "The same game again",
    "Rematches 1 to 10",
    "A teacher who loses on purpose",
    "Cost at 10,000 games",
)


def without_times(path: Path) -> list[object]:
    timed = ("cpu", "ms", "seconds", "untaught", "more", "median", "book", "lost", "proven")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    kept = [json.dumps({key: value for key, value in row.items() if key not in timed}) for row in rows]
    return sorted(kept)  # type: ignore[return-value]


def test_the_command_offers_what_there_is() -> None:
    assert tuple(PLANS) == SIZES
    assert MEASURES[: len(REGIMES)] == tuple(REGIMES) == tuple(TOLD)
    assert tuple(arm.name for arm in ARMS) == OFFERED


def test_a_file_of_another_run_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"name": "other"}\n')
    assert main(["learn", "grow", str(file), "--size", "toy"]) == 1
    assert "another run" in capsys.readouterr().err
    assert main(["learn", "grow", str(tmp_path / "new"), "--games", str(tmp_path / "none")]) == 1


@pytest.mark.slow
def test_a_toy_has_every_row_and_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, pieces = tmp_path / "whole.jsonl", tmp_path / "pieces.jsonl"
    toy = ["--size", "toy", "--jobs", "2"]
    assert main(["learn", "grow", str(whole), *toy]) == 0
    text = capsys.readouterr().out
    assert tuple(re.findall("^## (.*)", text, re.MULTILINE)) == HEADINGS
    for arm in (*ARMS, *CLASSICS):
        assert re.search(rf"^\| {re.escape(arm.name)} \|", text, re.MULTILINE), arm.name
    # as left by a run killed in the middle of a line
    content = whole.read_bytes()
    pieces.write_bytes(content[: len(content) * 2 // 3])
    assert main(["learn", "grow", str(pieces), *toy, "--minutes", "0"]) == UNFINISHED
    assert "resumes" in capsys.readouterr().err
    assert main(["learn", "grow", str(pieces), *toy]) == 0
    assert without_times(pieces) == without_times(whole)
    again = capsys.readouterr().out
    assert tuple(re.findall("^## (.*)", again, re.MULTILINE)) == HEADINGS
