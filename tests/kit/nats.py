"""A nats-server of its own for tests, which they may stop, kill and start again on the same port."""

import os
import shutil
import signal
import socket
import subprocess
from time import monotonic, sleep
from typing import Self

import pytest

START_S = 20.0


class NatsServer:
    """``nats-server`` on a free port of loopback."""

    def __init__(self) -> None:
        program = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin")
        if program is None:
            pytest.skip("there is no nats-server here")
        self._program = program
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The address of the bus."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Start it and wait until it takes connections."""
        self._process = subprocess.Popen(
            [self._program, "-a", "127.0.0.1", "-p", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        give_up = monotonic() + START_S
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as found:
                    assert found.recv(4) == b"INFO"
                return self
            except OSError:
                assert monotonic() < give_up, "nats-server does not start"
                assert self._process.poll() is None, "nats-server has ended"
                sleep(0.01)

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
