"""An interrupt before there is anything to stop: the program is left at once, without a traceback."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 128 + signal.SIGINT
"""What a shell says of a program that SIGINT has ended."""


@contextmanager
def leaving_at_once() -> Iterator[None]:
    """Have an interrupt end the process, with status 130, while the block runs: one that imports modules, where an
    exception would be raised in the middle of somebody's code. An interrupt that is ignored stays so.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(signal: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)
