"""A run of the measurement; rows already in its file are not made again."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from time import monotonic

from bots.json_lines import JsonLines, Row
from lab.learning.plan import Plan

RowMaker = Callable[[], Sequence[Row]]
"""Makes rows in a worker process, so it must be picklable."""


class OutOfTime(Exception):
    """The deadline has passed; finished rows are in the file."""


class Run:
    """Rows of a file, and processes that make more until ``deadline`` (monotonic seconds, None for no limit)."""

    def __init__(self, plan: Plan, lines: JsonLines, pool: Executor, jobs: int, deadline: float | None = None) -> None:
        self.plan = plan
        self.rows = lines.rows
        self._lines = lines
        self._pool = pool
        self._jobs = jobs
        self._deadline = deadline

    def do(self, tasks: Iterable[RowMaker]) -> None:
        """Run the makers, at most ``jobs`` at a time; write each one's rows as it ends.

        Raises OutOfTime if some are left at the deadline: none is started after it, and running ones are finished.
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

    def do_batches(
        self, kind: str, number: str, size: int, make: Callable[[int], RowMaker], enough: Callable[[], bool], most: int
    ) -> None:
        """Make rows of a kind, ``most`` of them, until there are ``enough``: a row for each ``number`` from 0 on, in
        batches of ``size``.

        A batch that was begun is completed, whichever of its rows a stopped run has left: then the rows are the same as
        without the stop.
        """
        known = {row[number] for row in self.of_kind(kind)}
        end = 0
        while end < most and (end <= max(known, default=-1) or not enough()):
            begin, end = end, min(end + size, most)
            self.do(make(n) for n in range(begin, end) if n not in known)

    def of_kind(self, kind: str) -> list[Row]:
        """Return the rows of a kind."""
        return [row for row in self.rows if row["kind"] == kind]
