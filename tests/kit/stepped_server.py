"""The program of a server on a machine whose clocks a test sets: ``python -m tests.kit.stepped_server serve ...``.

The file that ``STEPPED_CLOCK`` names holds two numbers in ms: how far the system's clock is off, and for how long the
machine has slept, which the clock that counts sleep counts and the one of the loop's timers does not.
"""

import os
import time
from pathlib import Path

_file = Path(os.environ["STEPPED_CLOCK"])
_time_ns, _clock_gettime_ns = time.time_ns, time.clock_gettime_ns


def _read() -> tuple[int, int]:
    off, slept = _file.read_text().split()
    return int(off) * 1_000_000, int(slept) * 1_000_000


def _stepped_time_ns() -> int:
    return _time_ns() + sum(_read())


def _stepped_clock_gettime_ns(clock: int) -> int:
    return _clock_gettime_ns(clock) + (_read()[1] if clock == time.CLOCK_BOOTTIME else 0)


if __name__ == "__main__":
    time.time_ns, time.clock_gettime_ns = _stepped_time_ns, _stepped_clock_gettime_ns
    time.time = lambda: _stepped_time_ns() / 1e9
    from tests.kit import cold_server  # after the clocks are set

    cold_server.run()
