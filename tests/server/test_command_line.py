"""The program as an operator meets it: its own process, its exit status, what it prints."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from importlib.metadata import requires, version
from pathlib import Path

import pytest

from server.command_line import MOST_FILES, _describe_untested, main
from server.store.file.connection import connect
from server.store.file.database_file import prepare

Program = subprocess.Popen[str]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | environment,
    )


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[tuple[Program, str]]:
    """A server in a process of its own, and the address that it printed."""
    command = [sys.executable, "-m", "server", "serve", "--port", "0", "--db", str(tmp_path / "t.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", program.stdout.readline())
        assert found, program.communicate()
        yield program, found[1]
        program.kill()


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(serving: tuple[Program, str], name: signal.Signals) -> None:
    program, _ = serving
    program.send_signal(name)
    _, errors = program.communicate(timeout=60)
    assert program.returncode == 0
    assert re.fullmatch(r"(\S+ \S+ WARNING tengen: running as root: .*\n)?\S+ \S+ INFO tengen: stopping: .*\n", errors)


@pytest.mark.parametrize("command", ["players list --db {db}", "--help", "learn replay --nodes 100"])
def test_what_nobody_reads_on_ends_as_other_programs_do(tmp_path: Path, command: str) -> None:
    db = tmp_path / "t.db"
    prepare(db).release()
    with closing(connect(db)) as connection, connection:
        connection.executemany(
            "INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, ?, ?, 0, 0)",
            [(f"p{n}", f"Somebody {n}", f"somebody {n}") for n in range(3000)],
        )
    arguments = command.format(db=db).split()
    lines = '{"moves": "H8 A1", "result": "white"}\n' * 20
    with subprocess.Popen(
        [sys.executable, "-m", "server", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": ""},
    ) as program:
        assert program.stdout is not None
        program.stdout.close()  # whoever read has gone
        program.stdout = None
        with suppress(BrokenPipeError):
            _, errors = program.communicate(lines, timeout=60)
    assert (program.returncode, errors) == (128 + signal.SIGPIPE, "")


@pytest.mark.skipif(sys.platform != "linux", reason="looks at the limits of another process, as Linux can")
def test_it_takes_as_many_connections_as_the_system_allows(tmp_path: Path) -> None:
    import resource

    command = f"ulimit -Sn 256; exec {sys.executable} -m server serve --port 0 --db {tmp_path / 't.db'}"
    with subprocess.Popen(["sh", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        assert program.stdout is not None
        assert program.stdout.readline()
        soft, hard = resource.prlimit(program.pid, resource.RLIMIT_NOFILE)
        program.kill()
    assert soft == (MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES))


def test_a_port_in_use_is_one_line_and_status_1(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--port", port, "--db", str(tmp_path / "t.db"))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert port in done.stderr


def test_a_database_that_is_none_is_one_line_and_status_1(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    file.write_text("not a database, and long enough to be told from one" * 40)
    done = run("serve", "--port", "0", "--db", str(file))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "t.db" in done.stderr


def test_a_wrong_setting_is_one_line_and_status_2() -> None:
    done = run("serve", TENGEN_PORT="many")
    assert done.returncode == 2
    assert done.stderr == "tengen: port: 'many' from TENGEN_PORT is not a whole number from 0 to 65535\n"


@pytest.mark.parametrize("wrong", [["serve", "--nosuch", "1"], ["nosuch"], ["rooms"], ["backup"], ["serve", "--port"]])
def test_a_wrong_command_line_is_one_line_and_status_2(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2
    assert re.fullmatch(r"tengen[a-z ]*: .+\n", capsys.readouterr().err)


def test_without_a_command_it_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "serve" in capsys.readouterr().err


def test_it_knows_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(r"tengen \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize("command", [["rooms", "list"], ["backup", "copy.db"], ["games", "delete", "abcdefgh"]])
def test_the_operators_commands_take_the_database(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none.db"
    assert main([*command, "--db", str(missing)]) == 1
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert str(missing) in said
    assert not missing.exists()


def test_a_numba_that_is_not_tested_is_told() -> None:
    required = requires("tengen") or []
    assert _describe_untested(required, version("numba")) is None
    told = _describe_untested(["aiosqlite", "numba==0.68.*"], "0.680.1")
    assert told
    assert "0.680.1 is installed, but the strongest bots are tested with 0.68" in told
    assert _describe_untested(["numba"], "0.60.0") is None
