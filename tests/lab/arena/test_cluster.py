import json
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from bots.errors import ArenaError
from lab import cluster
from server.command_line import main
from tests.kit.dask import ROOT, DaskCluster, kill, wait_for
from tests.lab.arena.engines import BEGUN, HERE
from tests.lab.arena.test_run import RUN, start

STUCK = ["arena", "--players", f"{HERE}:STUCK,wins_array", "--games", "4"]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A cluster of two workers, one of which a nanny starts again when it dies."""
    with DaskCluster(tmp_path_factory.mktemp("cluster")) as found:
        found.add()
        found.add("--no-nanny")
        yield found


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[DaskCluster]:
    """A cluster without workers."""
    with DaskCluster(tmp_path) as found:
        yield found


@pytest.mark.parametrize("run", [RUN, ["arena", "--players", "wins_array,live_rush", "--games", "200", "--sprt=0,200"]])
def test_the_tables_are_those_of_a_run_here(
    started: DaskCluster, run: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(run) == 0
    here = capsys.readouterr().out
    there = [*run, "--cluster", started.address, "--out", str(tmp_path)]
    assert main(there) == 0
    assert capsys.readouterr().out == here
    kept = (tmp_path / "games.jsonl").read_bytes()
    assert main(there) == 0
    assert capsys.readouterr().out == here
    assert (tmp_path / "games.jsonl").read_bytes() == kept


def test_who_crashes_loses(started: DaskCluster, capsys: pytest.CaptureFixture[str]) -> None:
    dying, raising = f"{HERE}:DYING", f"{HERE}:RAISING"
    players = f"{dying},{raising},wins_array"
    assert main(["arena", "--players", players, "--games", "2", "--json", "--cluster", started.address]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["reasons"] == {"crashed": 6}
    assert f"game 2: {dying}: the process died" in data["log"]
    assert f"game 4: {raising}: RuntimeError('out\\nof ideas')" in data["log"]


@pytest.mark.slow
def test_ctrl_c_ends_the_games_on_the_workers(empty: DaskCluster, capsys: pytest.CaptureFixture[str]) -> None:
    worker = empty.add(STUCK="1")
    arena = start(*STUCK, "--cluster", empty.address)
    wait_for(worker, BEGUN)
    os.killpg(arena.pid, signal.SIGINT)
    _, errors = arena.communicate()
    assert arena.returncode == 130
    assert errors.splitlines() == ["", "tengen: stopped; the games are lost without --out"]
    assert main([*RUN, "--cluster", empty.address]) == 0  # its only worker is free again


@pytest.mark.slow
def test_the_match_of_a_lost_worker_is_played_by_another(
    empty: DaskCluster, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(STUCK) == 0
    here = capsys.readouterr().out
    lost = empty.add(STUCK="1")
    empty.add()
    arena = start(*STUCK, "--cluster", empty.address)
    wait_for(lost, BEGUN)
    kill(lost)
    output, errors = arena.communicate()
    assert (arena.returncode, output) == (0, here), errors


@pytest.mark.slow
def test_a_run_without_workers_ends(
    empty: DaskCluster, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = [*STUCK, "--cluster", empty.address]
    assert main(run) == 2
    assert capsys.readouterr().err == f"tengen: --cluster: the scheduler at {empty.address} has no workers\n"
    monkeypatch.setattr(cluster, "PATIENCE_S", 0.2)
    worker = empty.add(STUCK="1")

    def lose() -> None:
        wait_for(worker, BEGUN)
        kill(worker)

    losing = Thread(target=lose)
    losing.start()
    assert main(run) == 1
    losing.join()
    assert capsys.readouterr().err.splitlines()[-1] == "tengen: --cluster: no worker is left"


@pytest.mark.slow
def test_a_run_whose_scheduler_is_lost_ends(empty: DaskCluster) -> None:
    worker = empty.add(STUCK="1")
    arena = start(*STUCK, "--cluster", empty.address)
    wait_for(worker, BEGUN)
    empty.close()
    _, errors = arena.communicate()
    assert arena.returncode == 1
    assert errors == "tengen: --cluster: the scheduler is lost\n"


def test_a_worker_with_other_sources_is_refused(
    empty: DaskCluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for package in cluster.PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "gomoku" / "point.py").open("a") as changed:
        changed.write("# changed\n")
    empty.add(sources=tmp_path)
    assert main([*RUN, "--cluster", empty.address]) == 2
    told = capsys.readouterr().err
    assert told.startswith("tengen: --cluster: worker tcp://127.0.0.1:")
    assert told.endswith(" has other sources of gomoku, bots, lab\n")
    assert told.count("\n") == 1


def test_a_worker_that_came_later_is_refused() -> None:
    told: list[str] = []

    def say(report: Callable[[str], None], text: str) -> str:
        report(text)
        return text

    with pytest.raises(ArenaError, match="worker tcp://late has other sources"):
        cluster._checked(told.append, "other", "tcp://late", say, ("a",))
    assert not told
    assert cluster._checked(told.append, cluster.hash_sources(), "tcp://late", say, ("a",)) == "a"
    assert told == ["a"]


def test_nobody_at_the_address(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        nobody = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    for address in (nobody, "nonsense", "other://127.0.0.1:1"):
        assert main([*RUN, "--cluster", address]) == 2
        assert capsys.readouterr().err == f"tengen: --cluster: no scheduler answers at {address}\n"


def test_without_distributed_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*RUN, "--cluster", "tcp://127.0.0.1:1"]) == 2
    told = "tengen: --cluster: distributed is not installed: pip install 'tengen[measure]'\n"
    assert capsys.readouterr().err == told
