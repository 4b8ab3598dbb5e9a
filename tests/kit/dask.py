"""A dask scheduler and its workers, each in processes of its own."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]


class DaskCluster:
    """A scheduler, to which workers are added; all are killed at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes = ExitStack()
        self.address = ""

    def __enter__(self) -> Self:
        scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        self.address = wait_for(scheduler, "Scheduler at:").split()[-1]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill all processes."""
        self._processes.close()

    def add(self, *options: str, sources: Path = ROOT, **environment: str) -> "subprocess.Popen[str]":
        """Start a worker that plays one game at a time, with the Tengen in this folder."""
        options = ("--nthreads", "1", "--local-directory", str(self._folder), *options)
        worker = self._start("worker", self.address, *options, PYTHONPATH=str(sources), **environment)
        wait_for(worker, "Registered to:")
        return worker

    def _start(self, *command: str, **environment: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *command, "--dashboard-address", "127.0.0.1:0"],
            cwd=self._folder,
            env=os.environ | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._processes.callback(kill, process)
        return process


def wait_for(process: "subprocess.Popen[str]", words: str) -> str:
    """Return the first line of its errors with these words."""
    assert process.stderr is not None
    read = []
    for line in process.stderr:
        if words in line:
            return line
        read.append(line)
    raise AssertionError("".join(read))


def kill(process: "subprocess.Popen[str]") -> None:
    """Kill a process and those that it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert process.stderr is not None
    process.stderr.close()
