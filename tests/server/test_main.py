"""The programs before they run a command."""

import signal
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("command", "module"),
    [
        ("server --version", "numpy.version"),
        ("server serve --port 0", "server.accounts.sessions"),
        ("server engine", "numpy.version"),
        ("bots.gomocup", "numpy.version"),
    ],
)
def test_an_interrupt_while_modules_are_imported_leaves_no_traceback(command: str, module: str) -> None:
    arguments = [sys.executable, "-X", "importtime", "-m", *command.split()]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stderr is not None
        read = next(line for line in program.stderr if line.rstrip().endswith(f" {module}"))
        assert read
        program.send_signal(signal.SIGINT)
        told = program.stderr.read()
        program.wait(timeout=30)
    assert [line for line in told.splitlines() if not line.startswith("import time:")] == []
    assert program.returncode == 130
