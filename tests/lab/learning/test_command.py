import io
import json
from pathlib import Path

import pytest

from gomoku.notation import renlib
from gomoku.notation.games import tree_of_moves
from server.command_line import main
from tests.data import OWN

LOST = {"id": "a", "moves": "H8 A1 I8 C1 J8 A3 G8", "result": "black"}


def test_each_game_gets_a_line_and_all_together_a_summary(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [LOST, {"moves": "H8 A1", "result": "white"}, {"moves": "H8", "result": "draw"}, {"moves": "H8"}]
    lines = "\n".join(map(json.dumps, games)).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))
    assert main(["learn", "replay", "--nodes", "2000"]) == 1  # one of them cannot be read
    out, err = capsys.readouterr()
    assert "tengen: stdin: " in err
    lost, nothing, draw, bad = map(json.loads, out.splitlines())
    assert (lost["id"], lost["entry"], lost["mistake"], lost["line"]) == ("a", 6, 5, ["K8"])
    assert {move["point"] for move in lost["open"]} >= {"G8", "K8"}
    assert lost["proven"] == [6]
    assert nothing["entry"] is None
    assert draw == {"id": "3", "winner": None}
    assert "line 4" in bad["error"]
    assert "2 decided games, 1 not read; with a lesson 1 (50.0%), with a mistake 1 (50.0%)" in err


def test_files_are_read_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.sgf").write_text("(;GM[4]SZ[15]RE[B+R];B[hh];W[aa];B[ih])")
    (tmp_path / "two.jsonl").write_text(json.dumps(LOST))
    points = [point for n in range(5) for point in ((n, 0), (n, 1))][:-1]
    tree = tree_of_moves(tuple(x + 15 * y for x, y in points), 15)
    (tmp_path / "three.lib").write_bytes(b"".join(renlib.dump(tree)))
    stones = "\n".join(f"{x + 1},{y + 1},0" for x, y in points)
    (tmp_path / "four.psq").write_text(f"Piskvorky 15x15, 11:11, 0\n{stones}\n-1\n")
    files = [str(tmp_path / name) for name in ("one.sgf", "two.jsonl", "three.lib", "four.psq")]
    assert main(["learn", "replay", "--nodes", "2000", *files]) == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == ["1", "a", "1", "1"]
    with pytest.raises(SystemExit):
        main(["learn", "replay", "--help"])
    told = capsys.readouterr().out
    assert all(name in told for name in ("JSON", "SGF", "Piskvorky", "RenLib"))
    assert main(["learn", "replay", str(tmp_path / "none")]) == 1
    assert "none" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"(;GM[4]SZ[15]RE[B+R];B[zz])", "line 1"),
        (b"(;GM[4]", "line 1"),
        (b'{"moves": "H8 H8", "result": "black"}', "line 1"),
        (json.dumps(LOST).encode() + b"\nhello", "line 2"),
        (b"", "no game"),
        (b"\n\xff\xfe", "line 2"),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, what: str
) -> None:
    bad = tmp_path / "bad.game"
    bad.write_bytes(content)
    assert main(["learn", "replay", "--nodes", "2000", str(bad)]) == 1
    err = capsys.readouterr().err
    assert "bad.game" in err
    assert what in err


def test_a_pattern_is_shown_with_its_blocking_points(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # black's four-three on K8 was overlooked
    row = {"moves": "H8 G8 I8 A1 J8 A3 K7 A5 K6 A8", "result": "black"}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(row).encode())))
    assert main(["learn", "replay", "--nodes", "2000"]) == 0
    lesson = json.loads(capsys.readouterr().out)
    assert lesson["pattern"].startswith("freestyle:")
    assert "K8" in {block["point"] for block in lesson["blocking"]}
    assert all(block["weight"] > 0 for block in lesson["blocking"])


@pytest.mark.slow
def test_the_known_wins_of_human_games_are_found(shared_data: Path) -> None:
    assert_found(shared_data / "human_games.jsonl", 500)


def test_the_known_wins_of_our_games_are_found() -> None:
    assert_found(OWN / "games.jsonl", 100)


def assert_found(file: Path, least: int) -> None:
    from bots.learning.proofs.prover import Prover
    from bots.learning.study.study import solver
    from gomoku.board import Color
    from lab.learning.lesson_report import proven_plies
    from tests.bots.learning.positions import game

    told = 0
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    for row in [row for row in rows if row["winner_vcf_plies"]]:
        work = Prover(solver("renju", 15), 100_000, None, ("vcf",))
        found = proven_plies(work, game(row["moves"]), Color[row["result"].upper()])
        assert set(row["winner_vcf_plies"]) <= set(found), row["id"]
        told += len(row["winner_vcf_plies"])
    assert told >= least
