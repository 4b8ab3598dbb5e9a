import io
import json
from typing import Any

import pytest

from server.__main__ import main

OPEN_THREE = {"black": ["G8", "H8", "I8"], "white": ["A1", "A3", "A5"], "to_move": "black"}


def solve(monkeypatch: pytest.MonkeyPatch, lines: list[Any], *options: str) -> int:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    return main(["solve", *options])


def test_each_position_gets_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    quiet = {"id": 4, "size": 19, "black": ["K10"], "white": ["S19"], "to_move": "white"}
    assert solve(monkeypatch, [OPEN_THREE, "", quiet], "--rules", "renju", "--method", "vcf", "--nodes", "100") == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["result"] == "proof"
    assert first["line"] in (["F8"], ["J8"])
    assert first["proof_size"] == 1
    assert first["nodes"] == 1
    assert second == {"id": 4, "result": "refuted", "nodes": 0, "ms": second["ms"]}


def test_a_limit_that_is_reached_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"black": ["B8", "C8", "D8", "K3", "K4", "K5"], "white": ["A8", "K2", "O15"], "to_move": "black"}
    assert solve(monkeypatch, [row], "--nodes", "1") == 0
    assert json.loads(capsys.readouterr().out)["result"] == "unknown"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "line 2: Expecting property name"),
        ("[]", "line 2: "),
        ('{"black": [], "white": []}', "line 2: 'to_move' is missing or unknown"),
        ('{"black": ["P1"], "white": [], "to_move": "black"}', "line 2: not a point of the board: 'P1'"),
        ('{"black": ["A1"], "white": ["A1"], "to_move": "black"}', "line 2: two stones on point 210"),
        ('{"size": 16, "black": [], "white": [], "to_move": "black"}', "line 2: no board of size 16"),
    ],
)
def test_a_bad_line_is_named(
    line: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert solve(monkeypatch, [OPEN_THREE, line]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert err.startswith(f"tengen: {why}")
    assert len(err.splitlines()) == 1
