"""The benchmarks run, and say in JSON what they say in their tables. Their figures are not judged here."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("module", "options", "shown", "figures"),
    [
        (
            "relay",
            ["--rooms", "6", "--rate", "100", "--seconds", "0.5", "--rounds", "1", "--idle", "10"],
            "p99_ms",
            {"cpu_ratio", "cpu_ratio_paced", "p99_ms", "fsync_p99_ms", "tengen", "bare"},
        ),
        (
            "bots",
            ["--games", "6", "--levels", "1,2", "--rate", "60", "--seconds", "1"],
            "p99_ms",
            {"p99_ms", "p99_ms_without_bots", "answers_per_s"},
        ),
        (
            "several",
            ["--searches", "2", "--rounds", "1", "--time-ms", "200"],
            "late_99_ms_at_once",
            {"nodes_per_cpu_s_alone", "nodes_per_cpu_s_at_once", "late_99_ms_idle", "stop_ms_worst"},
        ),
    ],
)
def test_a_benchmark_prints_its_figures(module: str, options: list[str], shown: str, figures: set[str]) -> None:
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *options, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    table, _, last = done.stdout.rstrip().rpartition("\n")
    found = json.loads(last)
    assert figures <= found.keys()
    assert f"{found[shown]:.2f}" in table


@pytest.mark.parametrize(
    ("module", "options", "shown"),
    [
        ("match", ["--patterns", "20,50", "--positions", "2", "--rounds", "1"], "slowest_ms"),
        ("publish", ["--patterns", "50"], "step_ms_longest"),
    ],
)
def test_a_benchmark_prints_a_row_for_each_case(module: str, options: list[str], shown: str) -> None:
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *options, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    *table, last = done.stdout.splitlines()
    results = json.loads(last)
    for found, row in zip(results, table[-len(results) :], strict=True):
        assert row.split()[0] == str(found["patterns"])
        assert f"{found[shown]:.2f}" in row.split()


def test_what_studies_say_is_not_contradicted() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.lessons", "--games", "20", "--ask", "8", "--nodes", "200"]
    done = subprocess.run(
        [*command, "--times", "5", "--json"], capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.rstrip().rpartition("\n")[2])
    assert found["games"] == 20
    assert found["asked_again"] == min(8, found["named"]) > 0
    assert found["proven_positions"] > 500  # against which each named move is held
    assert found["contradicting"] == []
    assert found["contradictions"] == found["contradictions_as_read"] == 0
    assert found["fallen"] == sum(found["fallen_by"].values())


def test_the_solvers_benchmark_counts_what_they_prove() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.solver", "--puzzles", "99", "--games", "400", "--nodes", "1000"]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    table, _, last = done.stdout.rstrip().rpartition("\n")
    for found in json.loads(last):
        assert found["proof"] + found["refuted"] + found["unknown"] == found["positions"]
        assert any(line.startswith(found["name"]) and f"{found['ms_50']:.2f}" in line for line in table.splitlines())
    assert "puzzles renju" in table or "puzzles: skipped" in table
    assert "games vct 1,000" in table or "games: skipped" in table
