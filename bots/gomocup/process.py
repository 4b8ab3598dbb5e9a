"""An external engine as a process: sends and receives lines, with a deadline and a stop flag."""

import os
import re
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from bots.engine import Stop
from bots.errors import PlayerCrashed
from bots.gomocup.protocol import LONGEST_LINE

SUPERVISOR = str(Path(__file__).with_name("supervisor.py"))

PAUSE_S = 0.02  # some engines drop a line that arrives within about a millisecond of their own
PIPE_BYTES = 1 << 16  # capacity of a pipe
GLANCE_S = 0.02  # interval between checks of the stop flag

_END_OF_LINE = re.compile(rb"[\r\n]+")


class Interrupted(Exception):
    """The stop flag was set while waiting for a line."""


class EngineProcess:
    """A running engine, until `end` or `kill`; no part of it outlives us. Raises PlayerCrashed when it cannot run."""

    def __init__(self, name: str, command: Sequence[str], folder: str) -> None:
        self._name = name
        theirs, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", SUPERVISOR, str(theirs), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[theirs],
                process_group=0,
                cwd=folder,
                bufsize=0,
            )
        except OSError as error:
            os.close(self._lifeline)
            raise PlayerCrashed(f"{name} cannot be started: {error}") from error
        finally:
            os.close(theirs)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)  # an engine that reads nothing must not block us
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._unread = b""
        self._heard_at = 0.0

    def send(self, *lines: str) -> None:
        """Send lines, shortly after the engine's last one; raises PlayerCrashed when it does not read."""
        self._pause()
        data = "".join(f"{line}\r\n" for line in lines).encode("ascii")
        try:
            whole = os.write(self._input, data) == len(data)
        except OSError as error:
            raise PlayerCrashed(f"{self._name} does not read: {error.strerror}") from error
        if not whole:
            raise PlayerCrashed(f"{self._name} does not read")

    def _pause(self) -> None:
        sleep(max(0.0, self._heard_at + PAUSE_S - monotonic()))

    def forget_unread(self) -> None:
        """Discard all output until shortly after the engine's last line."""
        self._pause()
        self._unread = b""
        if self._poll.poll(0):
            with suppress(OSError):
                os.read(self._output, PIPE_BYTES)

    def line(self, deadline: float, stop: Stop) -> str:
        """Return the next non-empty line, cut if very long.

        Raises Interrupted, and PlayerCrashed when the engine ends or the deadline, in seconds of ``monotonic``, passes.
        """
        while True:
            line = self._take_line()
            if line:
                self._heard_at = monotonic()
                return line
            if stop.is_set():
                raise Interrupted
            left = deadline - monotonic()
            if left <= 0:
                raise PlayerCrashed(f"{self._name} does not answer")
            if self._poll.poll(1000 * min(left, GLANCE_S)):
                data = os.read(self._output, LONGEST_LINE)
                if not data:
                    raise PlayerCrashed(f"{self._name} has ended")
                self._unread += data

    def _take_line(self) -> str:
        """Take a line from the bytes read; empty when there is none."""
        self._unread = self._unread.lstrip(b"\r\n \t\0")
        found = _END_OF_LINE.search(self._unread)
        if found is not None:
            line, self._unread = self._unread[: found.start()], self._unread[found.end() :]
        elif len(self._unread) >= LONGEST_LINE:
            line, self._unread = self._unread, b""
        else:
            return ""
        return line.decode("utf-8", "replace").strip()

    def end(self) -> None:
        """Send END and return at once; an engine that does not obey is killed a second later."""
        with suppress(PlayerCrashed):
            self.send("END")
        self._release()
        threading.Thread(target=self._process.wait, name="reaper", daemon=True).start()

    def kill(self) -> None:
        """Kill the engine and its children now."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._release()
        self._process.wait()

    def _release(self) -> None:
        os.close(self._lifeline)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
