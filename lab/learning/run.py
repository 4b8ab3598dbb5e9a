"""A run of the measurement: rows that are in its file already are not made again."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from time import monotonic

from bots.json_lines import JsonLines, Row
from lab.learning.plan import Plan

RowMaker = Callable[[], Sequence[Row]]
"""Makes rows, in a process of its own: it can be pickled."""


class OutOfTime(Exception):
    """The time that was given is over; what is done is in the file."""


class Run:
    """Rows of a file, and the processes that make more until ``deadline`` (monotonic seconds, None for no end)."""

    def __init__(self, plan: Plan, lines: JsonLines, pool: Executor, jobs: int, deadline: float | None = None) -> None:
        self.plan = plan
        self.rows = lines.rows
        self._lines = lines
        self._pool = pool
        self._jobs = jobs
        self._deadline = deadline

    def do(self, tasks: Iterable[RowMaker]) -> None:
        """Do them, at most so many at a time; each one's rows are written down as it ends.

        Raises OutOfTime where not all are done when the time is over; none is begun then, and those begun are ended.
        """
        waiting = deque(tasks)
        busy: set[Future[Sequence[Row]]] = set()
        while waiting or busy:
            late = self._deadline is not None and monotonic() >= self._deadline
            while waiting and not late and len(busy) < self._jobs:
                busy.add(self._pool.submit(waiting.popleft()))
            if not busy:
                raise OutOfTime
            ended, busy = wait(busy, return_when=FIRST_COMPLETED)
            for future in ended:
                for row in future.result():
                    self._lines.add(row)
                    self.rows.append(row)

    def of_kind(self, kind: str) -> list[Row]:
        """The rows of a kind."""
        return [row for row in self.rows if row["kind"] == kind]
