"""The benchmarks run, and say in JSON what they say in their tables. Their figures are not judged here."""

import json
import platform
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
            "explorer",
            ["--games", "60"],
            "answer_ms_p50",
            {"bytes_a_game", "count_one_ms_p99", "look_up_us_p99", "rebuild_games_per_s"},
        ),
        (
            "correspondence",
            ["--games", "300", "--seconds", "3", "--settle", "2"],
            "memory_mib_waiting",
            {"cpu_ms_a_minute_waiting", "cpu_ms_a_minute_empty", "start_s_waiting", "memory_mib_empty"},
        ),
        (
            "people",
            ["--seconds", "1.5", "--clients", "2", "--players", "500", "--games", "5000"],
            "during_late_p99_ms",
            {
                "verified_a_second",
                "server_cpu_ms_each",
                "without_late_p99_ms",
                "leaderboard_ms",
                "recount_s",
                "staff_games_ms",
            },
        ),
        (
            "many_games",
            ["--games", "300", "--moved", "100", "--play", "1", "--every", "60"],
            "library_ms",
            {"start_s", "explorer_ms", "leaderboard_ms", "move_p99_ms_during_backup", "backup_s"},
        ),
        (
            "starting",
            ["--rooms", "6", "--rate", "50", "--seconds", "1", "--settle", "0"],
            "cpu_us_fresh",
            {"cpu_us_later", "p99_ms_fresh", "p99_ms_later", "seated_s"},
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


def test_what_studies_say_is_not_contradicted() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.lessons", "--games", "20", "--ask", "8", "--nodes", "200"]
    done = subprocess.run(
        [*command, "--times", "5", "--json"], capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.rstrip().rpartition("\n")[2])
    assert found["games"] == 20
    assert found["proven_positions"] > 500  # against which each named move is held
    for told in (found, found["after"]):
        assert told["fallen"]["asked"] == min(8, told["named"]) > 0
        assert told["fallen"]["fallen"] == sum(told["fallen"]["by"].values())
        assert told["contradicting"] == []
        assert told["contradictions"] == told["contradictions_as_read"] == 0
    assert found["asking"]["asked"] >= found["named"]
    assert found["after"]["fallen"]["fallen"] == 0  # that was asked before


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


def test_the_formats_benchmark_prints_a_row_for_each_case() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.formats", "--nodes", "500,1000", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    *table, last = done.stdout.splitlines()
    results = json.loads(last)
    assert [(found["format"], found["nodes"]) for found in results] == [
        ("lib", 500),
        ("lib", 1000),
        ("sgf", 500),
        ("sgf", 1000),
    ]
    for found, row in zip(results, table[1:], strict=True):
        assert f"{found['read_nodes_per_s']:,.0f}" in row.split()


@pytest.mark.postgres
def test_commits_are_measured_in_both_databases() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.commits", "--rounds", "10", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [*found] == ["file", "postgres"]
    assert [*found["postgres"]] == ["1", "5", "20", "100"]


@pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="kernels are linked for x86-64")
def test_a_server_fits_a_small_machine() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.memory", "--settle", "5", "--seconds", "25", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=420, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.rstrip().rpartition("\n")[2])
    # most of a rest is over after a minute, which this does not wait for
    for phase, most in (("idle", 200), ("games", 520), ("class", 520)):
        assert found[phase]["all"] < most, found
    assert found["games_answers"] > 5
    assert found["class_answers"] > 30
    assert not found["complaints"]
