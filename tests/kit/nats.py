"""A nats-server of its own for tests, which they may stop, kill and start again on the same port."""

import json
import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Self

import pytest

START_S = 20.0


ANY_PORT = -1
"""The server itself finds a port: one that was found for it could be another test's by then, and that test's server
would answer in its place."""


class NatsServer:
    """``nats-server`` on a free port of loopback, the same for all its starts."""

    def __init__(self) -> None:
        program = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin")
        if program is None:
            pytest.skip("there is no nats-server here")
        self._program = program
        self._port = ANY_PORT
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def port(self) -> int:
        """The port, once it has been started."""
        assert self._port != ANY_PORT
        return self._port

    @property
    def address(self) -> str:
        """The address of the bus."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Start it and wait until it takes connections."""
        with TemporaryDirectory() as folder:
            self._process = subprocess.Popen(
                [self._program, "-a", "127.0.0.1", "-p", str(self._port), "--ports_file_dir", folder],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            give_up = monotonic() + START_S
            while not self._is_open(Path(folder) / f"{Path(self._program).name}_{self._process.pid}.ports"):
                assert monotonic() < give_up, "nats-server does not start"
                assert self._process.poll() is None, "nats-server has ended"
                sleep(0.01)
        return self

    def _is_open(self, ports: Path) -> bool:
        """Tell whether it has written its port and takes connections there."""
        try:
            self._port = int(json.loads(ports.read_text())["nats"][0].rpartition(":")[2])
            with socket.create_connection(("127.0.0.1", self._port), 1) as found:
                return found.recv(4) == b"INFO"
        except (OSError, ValueError):
            return False

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None
        return self._process.pid

    def pause(self) -> None:
        """Stop it with SIGSTOP: connections stay open, and nothing passes."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """End a `pause`."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill it, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)
