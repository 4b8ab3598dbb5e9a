"""The server's time: what it says goes into the store and to the clients."""

import time
from collections.abc import Callable


class SteadyTime:
    """Milliseconds since 1970 that pass evenly, and only while this machine is awake.

    A laptop that was closed, or a system clock that was put right, is no reason for anybody to lose on time: the time
    goes on from where it was, until `catch_up`.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns, awake: Callable[[], int] = time.monotonic_ns) -> None:
        self._wall = wall
        self._awake = awake
        self._ahead = wall() - awake()

    def __call__(self) -> int:
        """The time now."""
        return (self._awake() + self._ahead) // 1_000_000

    def catch_up(self) -> None:
        """Take the system's time over, for when nobody is on the clock."""
        self._ahead = self._wall() - self._awake()
