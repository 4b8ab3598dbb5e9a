"""The manager's lines, read by a thread of their own, so that what is said during a thought reaches it."""

import os
import threading
from collections import deque
from collections.abc import Iterator
from queue import SimpleQueue
from typing import BinaryIO

from bots.engine import Stop
from bots.gomocup.protocol import LONGEST_LINE, split

ENDING_S = 1.0  # for a thought that does not look at its flag; then the process ends all the same


class LineReader:
    """Iterate over it for each line and the flag that stops its thinking; ends after END or at the end of the pipe.

    ``INFO timeout_turn 0`` and ``YXSTOP`` set the flags of all lines before them that are not done; so does the end.
    """

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._inbox: SimpleQueue[tuple[str, Stop] | None] = SimpleQueue()
        self._undone: deque[Stop] = deque()
        self._lock = threading.Lock()
        self._done = threading.Event()

    def __iter__(self) -> Iterator[tuple[str, Stop]]:
        threading.Thread(target=self._listen, name="reader", daemon=True).start()
        while (item := self._inbox.get()) is not None:
            yield item
            with self._lock:
                self._undone.popleft()

    def finish(self) -> None:
        """Nothing more is being done: the process may take its time to end."""
        self._done.set()

    def _listen(self) -> None:
        for line in lines(self._source):
            word, rest = split(line)
            if word == "END":
                break
            if word == "YXSTOP" or (word == "INFO" and rest.lower().split() == ["timeout_turn", "0"]):
                self._hurry()
            stop = Stop()
            with self._lock:
                self._undone.append(stop)
            self._inbox.put((line, stop))
        self._hurry()
        self._inbox.put(None)
        if not self._done.wait(ENDING_S):
            os._exit(0)

    def _hurry(self) -> None:
        with self._lock:
            for stop in self._undone:
                stop.set()


def lines(source: BinaryIO) -> Iterator[str]:
    """Lines of a pipe, without their ends; of a very long one only the beginning."""
    while chunk := source.readline(LONGEST_LINE):
        line = chunk
        while chunk and not chunk.endswith(b"\n"):
            chunk = source.readline(LONGEST_LINE)
        yield line.decode("ascii", "replace").strip()
