"""A thread that reads the manager's lines, so that lines sent during thinking are noticed."""

import codecs
import os
import select
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, NamedTuple

from bots.engine import Stop
from bots.gomocup.protocol import ANEW, ASKING, LONGEST_LINE, NOW, split

ENDING_S = 1.0  # for thinking that ignores its flag; then the process exits anyway
PIPE_BYTES = 1 << 16  # capacity of a pipe


class ManagerLine(NamedTuple):
    """A line: ``stop`` ends the thinking it asks for; ``dropped`` is set when nobody waits for the answer.

    ``came`` is its arrival in seconds of ``monotonic``.
    """

    text: str
    stop: Stop
    dropped: Stop
    came: float


class LineReader:
    """Iterates over lines; ends after END or at the end of the pipe.

    ``INFO timeout_turn 0``, ``YXSTOP`` and the end set the ``stop`` of all earlier lines that are not done. A command
    that changes the position drops the lines of earlier reads: lines that arrive together are a script whose sender
    waits for nothing, and every question in it is answered. A question ends the wait of a START: a manager that asks
    before the OK gets a move from whatever is ready.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._inbox: SimpleQueue[ManagerLine | None] = SimpleQueue()
        self._undone: deque[ManagerLine] = deque()
        self._lock = threading.Lock()
        self._done = threading.Event()

    def start(self) -> None:
        """Start to listen."""
        threading.Thread(target=self._listen, name="reader", daemon=True).start()

    def __iter__(self) -> Iterator[ManagerLine]:
        while (line := self._inbox.get()) is not None:
            yield line
            with self._lock:
                self._undone.popleft()

    def finish(self) -> None:
        """Report that nothing is being done, so the process may take its time to exit."""
        self._done.set()

    def _listen(self) -> None:
        for texts, came in read_batches(self._source.fileno()):
            with self._lock:
                before = tuple(self._undone)
            if not all(self._take(text, came, before) for text in texts):
                break
        self._hurry()
        self._inbox.put(None)
        if not self._done.wait(ENDING_S):
            os._exit(0)

    def _take(self, text: str, came: float, before: tuple[ManagerLine, ...]) -> bool:
        """Pass on one line; return whether others may follow. ``before``: lines of earlier reads, some perhaps done."""
        word, rest = split(text)
        if word in ANEW:
            for line in before:
                line.dropped.set()
                line.stop.set()
        if word == "END":
            return False
        if word in NOW or (word == "INFO" and rest.lower().split()[:2] == ["timeout_turn", "0"]):
            self._hurry()
        line = ManagerLine(text, Stop(), Stop(), came)
        with self._lock:
            if word in ASKING:
                for earlier in self._undone:
                    if split(earlier.text)[0] in ("START", "RECTSTART", "RESTART"):
                        earlier.stop.set()
            self._undone.append(line)
        self._inbox.put(line)
        return True

    def _hurry(self) -> None:
        with self._lock:
            for line in self._undone:
                line.stop.set()


def read_batches(source: int) -> Iterator[tuple[list[str], float]]:
    """Yield the lines that arrive together, without line ends, and their time of arrival; very long lines are cut.

    Lines waiting before the first read arrived while the process started: they count from when it began to run.
    """
    poll = select.poll()
    poll.register(source, select.POLLIN)
    began = time.monotonic() - measure_age_s()
    rest, listened, begun = b"", False, False
    while True:
        listened = listened or not poll.poll(0)
        data = os.read(source, PIPE_BYTES)
        came = time.monotonic() if listened else began
        *lines, rest = (rest + data).split(b"\n") if data else (rest, b"")
        if lines and not begun:
            lines[0], begun = lines[0].removeprefix(codecs.BOM_UTF8), True  # .NET writes it before all else
        rest = rest[:LONGEST_LINE]
        texts = [line[:LONGEST_LINE].replace(b"\0", b"").decode("ascii", "replace").strip() for line in lines]
        if data or any(texts):
            yield texts, came
        if not data:
            return


def measure_age_s() -> float:
    """Return the seconds that this process has run or waited for a processor, without those for which it was stopped.

    Only the main thread counts, the only one at first; where the system does not report waiting, only running time
    counts.
    """
    with suppress(OSError, ValueError):
        run, waited, *_ = map(int, Path("/proc/self/schedstat").read_text().split())
        return max((run + waited) / 1e9, time.process_time())
    return time.process_time()
