"""The judge of networks: its loss, its positions, and the command."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from bots.search.board import network as kernels
from gomoku import point
from lab.tuning import judge
from lab.tuning.network import read_positions
from tests.lab.tuning.test_network import run as run_network

SHIPPED = Path(kernels.__file__).with_suffix(".npz")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    run_network("games", "--out", str(path), "--count", "12", "--nodes", "150")
    return path


def test_log_odds_in_another_unit_lose_nothing() -> None:
    odds = np.random.default_rng(1).normal(0, 2, 500)
    wanted = 1 / (1 + np.exp(-odds))
    least, factor = judge.least_loss((odds / 2).astype(np.float32), wanted)
    assert factor == pytest.approx(2, rel=0.02)
    assert least == pytest.approx(judge.entropy(wanted), abs=1e-4)
    assert judge.least_loss(np.zeros(500, np.float32), wanted)[0] == pytest.approx(np.log(2))


def test_certain_values_leave_no_loss() -> None:
    assert judge.entropy(np.array([0.0, 1.0])) == pytest.approx(0, abs=1e-9)


def test_the_moves_are_those_of_the_positions(file: Path) -> None:
    positions, _ = read_positions([file])
    chosen = np.array([5, 60], np.uint64)
    for moves, at in zip(judge.list_moves(positions, chosen), (5, 60), strict=True):
        assert len(moves) == int(positions.stones[at])
        assert len(set(moves)) == len(moves)
        told = file.read_text().splitlines()
        names = " ".join(point.name(move, 15) for move in moves)
        assert any(json.loads(line)["moves"].startswith(names) for line in told)


def test_the_command_tells_the_loss_of_each_network(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [str(file), "--networks", str(SHIPPED), "--positions", "40", "--nodes", "30000"]
    monkeypatch.setattr("sys.argv", ["judge", *words])
    judge.main()
    least, none, ours = re.findall(r"loss (\d\.\d+)", capsys.readouterr().out)
    assert float(least) < float(ours) < float(none)
