"""The time of one move, as a flag that kernels read."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from bots.engine import Stop


@contextmanager
def deadline(time_ms: int | None) -> Iterator[Stop]:
    """Yield a flag that a timer sets after ``time_ms`` milliseconds; with None it is never set."""
    flag = Stop()
    if time_ms is None:
        yield flag
        return
    timer = Timer(time_ms / 1000, flag.set)
    timer.start()
    try:
        yield flag
    finally:
        timer.cancel()
        timer.join()
