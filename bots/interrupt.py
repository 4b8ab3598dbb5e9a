"""Immediate exit on an interrupt, without a traceback, while there is nothing to stop yet."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 128 + signal.SIGINT
"""The exit status that shells report for a program ended by SIGINT."""


@contextmanager
def leaving_at_once() -> Iterator[None]:
    """Exit the process with status 130 on an interrupt while the block runs.

    The block imports modules, where an exception would surface in unrelated code. An ignored interrupt stays ignored.
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
