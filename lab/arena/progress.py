"""The progress of a run: a bar on a terminal, otherwise a line for every tenth."""

from time import monotonic
from typing import TextIO

WIDTH = 30
TENTHS = 10


class Progress:
    """Progress over ``total`` games, of which ``done`` are finished at the start."""

    def __init__(self, total: int, done: int, stream: TextIO) -> None:
        self._total = total
        self._done = self._first = done
        self._stream = stream
        self._terminal = stream.isatty()
        self._began = monotonic()

    def step(self) -> None:
        """Count one more game."""
        self._done += 1
        if self._terminal:
            filled = WIDTH * self._done // self._total
            self._stream.write(f"\r{'#' * filled}{'.' * (WIDTH - filled)} {self._format()} ")
            self._stream.flush()
        elif TENTHS * self._done // self._total > TENTHS * (self._done - 1) // self._total:
            print(self._format(), file=self._stream, flush=True)

    def end(self) -> None:
        """End the line of the bar."""
        if self._terminal and self._done > self._first:
            self._stream.write("\n")

    def _format(self) -> str:
        passed = monotonic() - self._began
        left = passed / (self._done - self._first) * (self._total - self._done)
        return f"{self._done}/{self._total} games, {_minutes(passed)}, {_minutes(left)} left"


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
