"""Lines for people who watch an engine think: depth, nodes, speed, score and principal variation."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Final

from bots.engine import LISTENER, Choice, SearchProgress, Stop
from bots.gomocup.info import Info
from bots.gomocup.protocol import Say, coordinates
from bots.gomocup.yixin import REALTIME
from bots.reasons import ProofReason, SearchReason

APART_S: Final = 0.5  # least seconds between lines


class Reports:
    """Reports the search of one move, and ends it at the depth that the manager has set."""

    def __init__(self, say: Say, info: Info, size: int, stop: Stop, dropped: Stop) -> None:
        self._say = say
        self._info = info
        self._size = size
        self._stop = stop
        self._dropped = dropped
        self._begun = self._said_at = monotonic()
        self._deepest: SearchProgress | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen to all searches of this thread in the block."""
        token = LISTENER.set(self._hear)
        try:
            yield
        finally:
            LISTENER.reset(token)

    def end(self, choice: Choice) -> None:
        """Report the reason for the move."""
        why = choice.why
        if isinstance(why, ProofReason):
            self._tell(["proven win", *self._expected(tuple(why.line))])
        elif self._deepest is not None and isinstance(why, SearchReason) and choice.score is not None:
            self._describe(SearchProgress(why.depth, self._deepest.nodes, choice.score, tuple(why.line)))

    def _hear(self, progress: SearchProgress) -> None:
        if self._info.max_depth and progress.depth >= self._info.max_depth:
            self._stop.set()
        if self._deepest is not None and progress.depth <= self._deepest.depth:
            return
        self._deepest = progress
        if monotonic() - self._said_at >= APART_S:
            self._describe(progress)

    def _describe(self, progress: SearchProgress) -> None:
        self._said_at = now = monotonic()
        speed = round(progress.nodes / max(now - self._begun, 1e-3))
        told = [f"depth {progress.depth} nodes {progress.nodes} speed {speed} score {progress.score}"]
        expected = self._expected(progress.line)
        self._tell([*told, *expected])
        if self._info.show_detail & REALTIME and progress.line:
            best = coordinates(progress.line[0], self._size)
            for detail in (f"BEST {best}", f"VAL {progress.score}", f"PV {' '.join(expected[1:])}"):
                self._tell(["REALTIME", detail])

    def _expected(self, points: Sequence[int]) -> list[str]:
        return ["line", *(coordinates(point, self._size) for point in points)]

    def _tell(self, words: Sequence[str]) -> None:
        if not self._dropped.is_set():
            self._say(" ".join(["MESSAGE", *words]))
