import json
from pathlib import Path

import pytest

from lab.tuning.measure import main

GAMES = ["measure", "games", "--count", "4", "--nodes", "10", "--against", "20"]


def played(file: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> bytes:
    monkeypatch.setattr("sys.argv", [*GAMES, "--out", str(file), *options])
    main()
    return file.read_bytes()


@pytest.mark.slow
def test_games_are_the_same_however_many_processes_play_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = played(tmp_path / "alone", monkeypatch)
    rows = [json.loads(line) for line in alone.splitlines()]
    assert len(rows) == 4
    assert {row["winner"] for row in rows} <= {"black", "white", None}
    assert played(tmp_path / "two", monkeypatch, "--jobs", "2") == alone
    stopped = tmp_path / "stopped"
    stopped.write_bytes(b"".join(alone.splitlines(keepends=True)[:1]))
    assert played(stopped, monkeypatch, "--jobs", "2") == alone


def test_a_cluster_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        played(tmp_path / "games", monkeypatch, "--cluster", "nonsense")
    assert capsys.readouterr().err == "measure: --cluster: no scheduler answers at nonsense\n"
