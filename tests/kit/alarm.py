"""A time limit on code that blocks the event loop, which no timeout of asyncio can interrupt."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise AssertionError in the main thread once ``seconds`` have passed in the block, repeatedly until the block
    ends."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"the event loop was held up for {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
