import io
import json
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from server.command_line import main
from tests.benchmarks.relay import cpu_s

PARTS = slice(1), slice(1, 4)  # of four points
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
        ("{", "line 2: Input data was truncated"),
        ("[]", "line 2: Expected `object`, got `array`"),
        ('{"black": [], "white": [], "to_move": "black", "more": ' + 20_000 * "[", "line 2: maximum recursion depth"),
        ('{"black": [], "white": []}', "line 2: Object missing required field `to_move`"),
        ('{"black": [], "white": [], "to_move": "blue"}', "line 2: Invalid enum value 'blue' - at `$.to_move`"),
        ('{"black": "A1", "white": [], "to_move": "black"}', "line 2: Expected `array`, got `str` - at `$.black`"),
        ('{"black": [1], "white": [], "to_move": "black"}', "line 2: Expected `str`, got `int` - at `$.black[0]`"),
        ('{"id": NaN, "black": [], "white": [], "to_move": "black"}', "line 2: JSON is malformed"),
        ('{"black": ["P1"], "white": [], "to_move": "black"}', "line 2: not a point of the board: 'P1'"),
        ('{"black": ["A1"], "white": ["A1"], "to_move": "black"}', "line 2: two stones on point 210"),
        (
            '{"size": 21, "black": [], "white": [], "to_move": "black"}',
            "line 2: freestyle is not played on a board of size 21",
        ),
        (
            '{"black": ["A1", "B1", "C1", "D1", "E1"], "white": [], "to_move": "white"}',
            "line 2: the game is over: somebody has won",
        ),
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


@pytest.mark.parametrize(
    "nodes", ["0", "-1", "many", "1.5", "99999999999999999999999", 30 * "0" + 30 * "1", 19 * "0" + 30 * "1"]
)
def test_a_bad_number_is_named(nodes: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("solve", "bench"):
        with pytest.raises(SystemExit, match="2"):
            main([command, f"--nodes={nodes}"])
        assert f"not a number from 1 to {2**63 - 1}: '{nodes}'" in capsys.readouterr().err


def test_an_interrupt_ends_a_long_search() -> None:
    """The board is full of threes blocked on one side, whose fours win in none of billions of orders."""
    blocks = [(column, row) for row in range(1, 21, 3) for column in ("ABCD", "GHIJ", "MNOP")]
    white, black = ([f"{column}{row}" for columns, row in blocks for column in columns[part]] for part in PARTS)
    row = {"size": 20, "black": black, "white": white, "to_move": "black"}
    command = [sys.executable, "-m", "server", "solve", "--method", "vcf"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as solver:
        assert solver.stdin is not None
        assert solver.stdout is not None
        quick = {"black": [], "white": [], "to_move": "black"}
        solver.stdin.write(b"\n".join(json.dumps(line).encode() for line in (quick, row)) + b"\n")
        solver.stdin.flush()
        assert json.loads(solver.stdout.readline())["result"] == "refuted"
        begun = cpu_s(solver.pid)
        while cpu_s(solver.pid) < begun + 0.5:  # it searches
            time.sleep(0.01)
        solver.send_signal(signal.SIGINT)
        out, err = solver.communicate(timeout=60)
    assert (solver.returncode, out, err) == (130, b"", b"")
