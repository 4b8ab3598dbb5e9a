"""Worker processes, which tests may kill and stop."""

import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

START_S = 120.0


class WorkerProcess:
    """``tests.kit.keyed_worker`` on a bus; its log is appended to a file. ``heat`` is "cold" or "warm"."""

    def __init__(self, bus: str, log: Path, heat: str = "cold", cores: int = 1) -> None:
        self._arguments = [bus, heat, str(cores)]
        self._log = log
        self.name = ""
        self._process: subprocess.Popen[str] | None = None

    def begin(self) -> Self:
        """Start it without waiting."""
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.kit.keyed_worker", *self._arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        return self

    def ready(self) -> Self:
        """Wait until it says that it is ready."""
        assert self._process is not None
        assert self._process.stdout is not None
        found, _, _ = select.select([self._process.stdout], [], [], START_S)
        line = self._process.stdout.readline() if found else ""
        match = re.match(r"Worker (\w+) is ready", line)
        assert match, f"the worker did not start: {line!r} {self._log.read_text()[-2000:]}"
        self.name = match[1]
        return self

    def start(self) -> Self:
        """Start it and wait until it is ready."""
        return self.begin().ready()

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None
        return self._process.pid

    def send(self, number: signal.Signals) -> None:
        """Send a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self, seconds: float = 20) -> int:
        """Wait for its end; return the status."""
        assert self._process is not None
        status = self._process.wait(seconds)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return status

    def end(self) -> None:
        """Kill it, if it runs."""
        if self._process is not None:
            self._process.kill()
            self.wait()
