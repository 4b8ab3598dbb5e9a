"""``tengen engine`` as a separate process."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from bots.gomocup.program import find_strongest

ROOT = Path(__file__).parents[3]
PROGRAM = [sys.executable, "-m", "bots.gomocup"]
Program = subprocess.Popen[str]


@contextmanager
def started(name: str) -> Iterator[Program]:
    """Start a thinker behind the protocol, killed if it takes too long."""
    with subprocess.Popen(
        [*PROGRAM, "--engine", f"tests.bots.gomocup.thinkers:{name}", "--seed", "1"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        watchdog = Timer(30, program.kill)
        watchdog.start()
        yield program
        watchdog.cancel()
        program.kill()


def tell(program: Program, text: str) -> None:
    assert program.stdin is not None
    program.stdin.write(text)


def hear(program: Program) -> str:
    assert program.stdout is not None
    return program.stdout.readline()


def thinking(program: Program) -> None:
    """Wait until the player reports, outside the protocol, that it has started."""
    assert program.stderr is not None
    assert program.stderr.readline() == "thinking\n"


@pytest.fixture
def patient() -> Iterator[Program]:
    """Yield a process whose player is thinking and thinks until stopped."""
    with started("PATIENT") as program:
        tell(program, "START 15\nTURN 7,7\n")
        assert hear(program) == "OK\n"
        thinking(program)
        yield program


def run(text: str | bytes, *arguments: str) -> tuple[int, list[str], str]:
    data = text.encode() if isinstance(text, str) else text
    done = subprocess.run([*PROGRAM, *arguments], cwd=ROOT, input=data, capture_output=True, check=False, timeout=60)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def test_no_time_for_the_turn_stops_a_thought_and_the_next_line_is_another_matter(patient: Program) -> None:
    tell(patient, "INFO time_left 1000\nINFO timeout_turn 0\n")
    assert hear(patient) == "1,0\n"
    tell(patient, "INFO timeout_turn 1000\nTURN 8,8\n")
    thinking(patient)
    tell(patient, "INFO timeout_turn 0\n")
    assert hear(patient) == "3,0\n"


def test_no_time_for_the_turn_reaches_a_thought_that_has_not_begun(patient: Program) -> None:
    tell(patient, "TURN 8,8\nINFO timeout_turn 0\n")  # sent too early, but not forgotten
    assert [hear(patient), hear(patient)] == ["1,0\n", "3,0\n"]


@pytest.mark.parametrize("end", ["END\n", ""], ids=["end", "eof"])
def test_the_end_comes_promptly_in_mid_thought(patient: Program, end: str) -> None:
    _, errors = patient.communicate(end, timeout=60)  # it would think forever
    assert patient.returncode == 0
    assert errors == "closed\n"


@pytest.mark.parametrize("end", ["END\n", ""], ids=["end", "eof"])
def test_a_player_that_does_not_stop_cannot_keep_it(end: str) -> None:
    with started("DEAF") as program:
        tell(program, "START 15\nBEGIN\n")
        thinking(program)
        program.communicate(end, timeout=60)
        assert program.returncode == 0


def test_a_manager_that_no_longer_listens_is_no_drama(patient: Program) -> None:
    assert patient.stdout is not None
    patient.stdout.close()
    patient.stdout = None
    tell(patient, "INFO timeout_turn 0\n")
    _, errors = patient.communicate(timeout=60)
    assert patient.returncode == 0
    assert errors == "closed\n"


def test_any_bytes_are_lines_or_none() -> None:
    text = b"START 15\r\n\r\n\xff\xfe\x00\n" + b"x" * 100_000 + b"\nABOUT" + b" " * 10_000 + b"y\r\nEND\nBEGIN\n"
    status, said, errors = run(text, "--engine", "wins_array")
    assert status == 0
    assert said[0] == "OK"
    assert [line.split()[0] for line in said[1:3]] == ["UNKNOWN", "UNKNOWN"]
    assert said[3].startswith("name=")
    assert len(said) == 4
    assert errors == ""


def test_a_level_and_a_seed_play_the_same_again() -> None:
    game = "START 15\nBEGIN\nTURN 0,0\nTURN 1,1\nTURN 2,0\nEND\n"
    first, again = (run(game, "--engine", "vector", "--seed", "5") for _ in range(2))
    assert first == again
    assert len(first[1]) == 5
    assert run(game, "--level", "1", "--seed", "5")[0] == 0


def test_the_strongest_level_is_the_one_that_was_measured_so() -> None:
    from bots.levels import LEVELS

    found = find_strongest()
    assert found.elo is not None
    assert all(other.elo is None or other.elo < found.elo for other in LEVELS if other is not found)


def test_the_strongest_level_needs_no_arguments() -> None:
    # END would not wait for kernels that are being loaded
    with subprocess.Popen(PROGRAM, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        watchdog = Timer(240, program.kill)
        watchdog.start()
        assert program.stdin is not None
        program.stdin.write("ABOUT\nSTART 20\nINFO timeout_turn 1000\nBEGIN\n")
        program.stdin.flush()
        said = [hear(program) for _ in range(3)]
        program.stdin.write("END\n")
        program.stdin.close()
        assert program.wait() == 0
        watchdog.cancel()
    assert f"Tengen {find_strongest().engine}" in said[0]
    assert said[1:] == ["OK\n", "10,10\n"]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--level", "77"], "tengen: unknown_level: 77\n"),
        (["--engine", "none"], "tengen: unknown_engine: none\n"),
    ],
)
def test_a_player_that_is_none_is_one_line_and_status_2(arguments: list[str], line: str) -> None:
    assert run("", *arguments) == (2, [], line)


def test_it_is_a_command_of_tengen_and_a_program_of_its_own() -> None:
    for program in ([sys.executable, "-m", "server", "engine"], [str(Path(sys.executable).with_name("pbrain-tengen"))]):
        done = subprocess.run(
            [*program, "--engine", "wins_array"], input=b"START 15\nBEGIN\nEND\n", capture_output=True, check=False
        )
        assert (done.returncode, done.stdout) == (0, b"OK\n7,7\n")


@pytest.mark.slow
def test_both_dialects_of_swap2_have_the_same_answers() -> None:
    start = "START 15\nINFO timeout_turn 1000\n"
    lain = "7,7,1\n0,0,2\n8,8,1\nDONE\n"
    text = f"{start}SWAP2BOARD\nDONE\nYXSWAP2STEP1\nSWAP2BOARD\n7,7\n0,0\n8,8\nDONE\nYXBOARD\n{lain}YXSWAP2STEP2\n"
    with subprocess.Popen(
        [*PROGRAM, "--engine", "wins_array", "--seed", "7"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        watchdog = Timer(240, program.kill)
        watchdog.start()
        tell(program, text)
        ok, three, *moves, swap, yes = [hear(program).strip() for _ in range(7)]
        tell(program, "END\n")
        watchdog.cancel()
    assert ok == "OK"
    assert [f"MESSAGE SWAP2 MOVE{n} {place.replace(',', ' ')}" for n, place in enumerate(three.split(), 1)] == moves
    assert (swap, yes) == ("SWAP", "MESSAGE SWAP2 SWAP1 YES")
