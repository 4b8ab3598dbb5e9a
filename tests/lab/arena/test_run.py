import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from server.command_line import main
from tests.lab.arena.engines import HERE

ROOT = Path(__file__).parents[3]
RUN = ["arena", "--players", "wins_array,live_rush,level:1", "--games", "10", "--seed", "7"]


def tables(folder: Path) -> tuple[str, object]:
    return (folder / "table.md").read_text(encoding="utf-8"), json.loads((folder / "table.json").read_text())


def start(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "server", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, object]:
    folder = tmp_path_factory.mktemp("uninterrupted")
    assert main([*RUN, "--jobs", "1", "--out", str(folder)]) == 0
    return tables(folder)


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_stopped_goes_on_to_the_same_tables(
    tmp_path: Path, uninterrupted: tuple[str, object], way: signal.Signals
) -> None:
    stopped = start(*RUN, "--out", str(tmp_path))
    assert stopped.stderr is not None
    assert stopped.stderr.readline().startswith("3/30 games")
    if way is signal.SIGINT:
        os.killpg(stopped.pid, way)  # as a terminal sends it, to the playing processes too
    else:
        stopped.send_signal(way)
    _, errors = stopped.communicate()  # ends when every process that has the pipe has ended
    if way is signal.SIGINT:
        assert stopped.returncode == 130
        assert errors.splitlines()[-1] == "tengen: stopped; the same command resumes"
        assert "Traceback" not in errors
    kept = (tmp_path / "games.jsonl").read_bytes()
    assert 1 + 3 <= kept.count(b"\n") < 1 + 30
    assert not (tmp_path / "table.md").exists()

    again = start(*RUN, "--jobs", "2", "--out", str(tmp_path))
    output, _ = again.communicate()
    assert again.returncode == 0
    assert tables(tmp_path) == uninterrupted
    assert output == uninterrupted[0]
    assert (tmp_path / "games.jsonl").read_bytes().startswith(kept[: kept.rfind(b"\n")])


def test_a_finished_run_prints_its_tables_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["arena", "--players", "wins_array,live_rush", "--games", "2", "--out", str(tmp_path)]
    assert main(run) == 0
    first = capsys.readouterr().out
    assert main(run) == 0
    again = capsys.readouterr()
    assert (again.out, again.err) == (first, "")
    assert main([*run, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == tables(tmp_path)[1]


def test_a_folder_of_another_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["arena", "--players", "wins_array,live_rush", "--games", "2", "--out", str(tmp_path)]
    assert main(run) == 0
    capsys.readouterr()
    assert main([*run, "--seed", "2"]) == 2
    path = tmp_path / "games.jsonl"
    assert capsys.readouterr().err == f"tengen: --out: {path} holds the games of another run: seed differs\n"


def test_crashes_are_counted_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    raising = f"{HERE}:RAISING"
    assert main(["arena", "--players", f"{raising},wins_array", "--games", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["reasons"] == {"crashed": 2}
    assert data["log"] == [f"game {n}: {raising}: RuntimeError('out\\nof ideas')" for n in (0, 1)]
    assert data["ratings"][0]["name"] == "wins_array"


def test_the_command_in_the_tables_leaves_out_what_does_not_matter(uninterrupted: tuple[str, object]) -> None:
    command = "tengen arena --players wins_array,live_rush,level:1 --rules freestyle --size 15 --games 10 --seed 7"
    assert f"\n    {command}\n" in uninterrupted[0]


def test_a_sequential_test_ends_a_match_at_the_same_game_however_it_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["arena", "--players", "wins_array,live_rush", "--games", "200", "--sprt=0,200", "--out"]
    assert main([*run, str(tmp_path / "one")]) == 0
    alone = capsys.readouterr().out
    assert main([*run, str(tmp_path / "two"), "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone
    assert main([*run, str(tmp_path / "two"), "--json"]) == 0  # from the file, which contains later games
    told = json.loads(capsys.readouterr().out)
    assert told["sprt"]["accepted"] is True
    games = 2 * told["sprt"]["pairs"]
    assert games == sum(told["ratings"][0][key] for key in ("won", "drawn", "lost")) < 200
    assert "**+200 Elo accepted** after" in alone


def test_an_anchor_fixes_its_elo(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["arena", "--players", "wins_array,live_rush", "--games", "4", "--anchor", "live_rush=750"]
    assert main(run) == 0
    out = capsys.readouterr().out
    assert "with live_rush at 750" in out
    assert "| live_rush | 750 ± 0 |" in out


@pytest.mark.parametrize(
    "wrong",
    [
        ["--players", "wins_array"],
        ["--players", "wins_array,nobody"],
        ["--players", "level:1,level:99"],
        ["--players", f"wins_array,{HERE}:DYING", "--rules", "caro"],
        ["--rules", "chess"],
        ["--rules", "tictactoe", "--size", "3"],
        ["--size", "21"],
        ["--games", "3"],
        ["--games", "100000"],
        ["--jobs", "0"],
        ["--jobs", "257"],
        ["--openings", "no/such/file"],
        ["--anchor", "nobody=1"],
        ["--anchor", "live_rush=many"],
        ["--anchor", "live_rush"],
        ["--sprt", "5"],
        ["--sprt", "5,5"],
        ["--sprt", "0,1e9"],
        ["--out", "/dev/null/here"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_played_is_told_in_one_line(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--players", "wins_array,live_rush", *wrong]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert told.err.startswith(f"tengen: {wrong[0] if wrong[-1] not in ('caro', '3') else '--'}")
    assert told.err.count("\n") == 1
