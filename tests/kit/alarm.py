"""An end for what would hold up the event loop for ever, which no timeout of asyncio's can end."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Have AssertionError raised wherever the main thread then is, until the block ends: one task may not be all."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"the event loop was held up for {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
