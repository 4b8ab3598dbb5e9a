"""A server's time that a test sets forward."""

import time

from server.steady_time import SteadyTime


class SettableTime(SteadyTime):
    """Milliseconds since 1970 from ``begins`` on: they pass normally and by `advance`."""

    def __init__(self, begins: int) -> None:
        ahead = begins * 1_000_000 - time.monotonic_ns()
        super().__init__(lambda: time.monotonic_ns() + ahead, time.monotonic_ns)

    def advance(self, ms: int) -> None:
        """Let time pass at once."""
        self._ahead += ms * 1_000_000
