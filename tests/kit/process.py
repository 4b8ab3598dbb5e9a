"""A real server process, which tests may kill."""

import os
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Self

START_S = 120.0


class ServerProcess:
    """``python -m server serve`` on one database file; `start` again after `kill` brings it back on the same port.

    ``program`` is the module to run, ``environment`` extends the environment of the tests. ``python`` is the
    interpreter, ``prefix`` a command that runs it, ``folder`` the working directory.
    """

    def __init__(self, db: Path, **options: str | int) -> None:
        self.db = db
        self.options = options
        self.program = "server"
        self.environment: dict[str, str] = {}
        self.python = sys.executable
        self.prefix: list[str] = []
        self.folder: Path | None = None
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """The address for a browser."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        """The address for a client."""
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> Self:
        """Start the server and wait until it reports that it is open; raises AssertionError with its output
        otherwise."""
        arguments = ["--port", str(self.port), "--db", str(self.db)]
        for name, value in self.options.items():
            arguments += [f"--{name.replace('_', '-')}", str(value)]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TENGEN_")}
        environment |= {
            "TENGEN_LEARN_WEIGHTS": "off",
            "TENGEN_PUZZLES": "off",
            **self.environment,
        }  # would be measured as idle time
        log = self.db.with_suffix(".log").open("a")
        self._process = subprocess.Popen(
            [*self.prefix, self.python, "-m", self.program, "serve", *arguments],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment,
        )
        log.close()
        line = self._first_line()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server did not start: {line!r} {self.log()[-2000:]}"
        self.port = int(found[1])
        return self

    def _first_line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        give_up = monotonic() + START_S
        ready, _, _ = select.select([self._process.stdout], [], [], give_up - monotonic())
        return self._process.stdout.readline() if ready else ""

    def log(self) -> str:
        """Return its log over all starts."""
        path = self.db.with_suffix(".log")
        return path.read_text() if path.exists() else ""

    def complaints(self) -> list[str]:
        """Return log lines other than news: warnings, errors, tracebacks; not the warning about running as root."""
        news = re.compile(r"\S+ \S+ (INFO|DEBUG|WARNING tengen: running as root:) ")
        return [line for line in self.log().splitlines() if not news.match(line)]

    def descendants(self) -> list[int]:
        """List the processes it has started, recursively; Linux only."""
        found = [self.pid]
        for parent in found:  # grows while iterated
            for task in Path(f"/proc/{parent}/task").glob("*/children"):
                with suppress(OSError):  # the thread has just ended
                    found += map(int, task.read_text().split())
        return found[1:]

    def wait(self, seconds: float) -> int:
        """Wait until it ends by itself; return the exit status."""
        return self._ended(seconds)

    def kill(self) -> None:
        """Send SIGKILL: it gets no chance to save anything."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """Send SIGTERM and wait; return the exit status."""
        return self.end(signal.SIGTERM)

    def end(self, number: signal.Signals, seconds: float = 20) -> int:
        """Send a signal and wait; return the exit status."""
        if self._process is not None:
            self._process.send_signal(number)
        return self._ended(seconds)

    def _ended(self, seconds: float) -> int:
        process = self._process
        if process is None:
            return 0
        status = process.wait(seconds)
        self._process = None
        if process.stdout is not None:
            process.stdout.close()
        return status


class ColdServer(ServerProcess):
    """A server that prepares no strong engines, the most expensive part of its start."""

    def __init__(self, db: Path, **options: str | int) -> None:
        super().__init__(db, **options)
        self.program = "tests.kit.cold_server"
