"""A server's time that a test sets forward."""

import time


class SettableTime:
    """Milliseconds since 1970, in place of `server.steady_time.SteadyTime`; they pass normally and by `advance`."""

    def __init__(self, begins: int) -> None:
        self._ahead = begins - time.monotonic_ns() // 1_000_000

    def __call__(self) -> int:
        """Return the time now."""
        return time.monotonic_ns() // 1_000_000 + self._ahead

    def catch_up(self) -> None:
        """Do nothing: the test alone sets the time."""

    def advance(self, ms: int) -> None:
        """Let time pass at once."""
        self._ahead += ms
