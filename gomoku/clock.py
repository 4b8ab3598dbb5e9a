"""Clock arithmetic.

Time is passed in, all of it whole milliseconds, and a clock belongs to seats, not to colours.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoClock:
    """Play without a clock."""


@dataclass(frozen=True, slots=True)
class Fischer:
    """A store of time a player; each move adds the increment once it is made."""

    initial_ms: int
    increment_ms: int

    def __post_init__(self) -> None:
        if self.initial_ms <= 0 or self.increment_ms < 0:
            raise ValueError("a Fischer clock starts above zero and never subtracts")


@dataclass(frozen=True, slots=True)
class PerMove:
    """The same time for every move; what is not used is lost."""

    move_ms: int

    def __post_init__(self) -> None:
        if self.move_ms <= 0:
            raise ValueError("a move needs time")


TimeControl = NoClock | Fischer | PerMove


@dataclass(frozen=True, slots=True)
class Press:
    """Ledger of one move: the time it took, the lag measured, what was given back of it, and what is left.

    ``think_ms`` covers the whole move, also what was charged before a pause; ``left_ms`` already holds the
    increment.
    """

    think_ms: int
    lag_ms: int
    given_back_ms: int
    left_ms: int | None


class Clock:
    """The time of two seats, of which at most one is running.

    ``left_ms`` is what each seat had when its time last stood still, ``since_ms`` the instant from which the
    running seat is charged, ``thought_ms`` what this move was charged before a pause.
    """

    __slots__ = ("control", "left_ms", "running", "since_ms", "thought_ms")

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        full = _full(control)
        self.left_ms: list[int | None] = [full, full]
        self.running: int | None = None
        self.since_ms: int | None = None
        self.thought_ms = 0

    def start(self, seat: int, now_ms: int) -> None:
        """A new move of this seat begins; raises RuntimeError while a seat is running."""
        self.resume(seat, now_ms)
        self.thought_ms = 0
        if isinstance(self.control, PerMove):
            self.left_ms[seat] = self.control.move_ms

    def resume(self, seat: int, now_ms: int) -> None:
        """The move of this seat goes on after a pause; raises RuntimeError while a seat is running."""
        if self.running is not None:
            raise RuntimeError(f"seat {self.running} is running")
        self.running = seat
        self.since_ms = now_ms

    def pause(self, now_ms: int) -> None:
        """Charge the running seat for what it used and stop; nothing when nobody is running."""
        if self.running is None:
            return
        used = self._used(now_ms)
        self._charge(used)
        self.thought_ms += used
        self.running = self.since_ms = None

    def press(self, now_ms: int, lag_ms: int = 0, cap_ms: int = 500) -> Press:
        """The running seat has moved: charge it, give lag back, add the increment and stop.

        Given back is the least of the lag, the cap and the time since the clock last started to run. Raises
        RuntimeError when nobody is running.
        """
        if self.running is None:
            raise RuntimeError("no seat is running")
        seat, used = self.running, self._used(now_ms)
        given_back = 0
        if self.left_ms[seat] is not None:
            given_back = max(0, min(lag_ms, cap_ms, used))
            self._charge(used - given_back)
            if isinstance(self.control, Fischer):
                self._charge(-self.control.increment_ms)
        press = Press(self.thought_ms + used, lag_ms, given_back, self.left_ms[seat])
        self.running = self.since_ms = None
        self.thought_ms = 0
        return press

    def left(self, seat: int, now_ms: int) -> int | None:
        """Time this seat has at an instant, never below 0; None without a clock."""
        left = self.left_ms[seat]
        if left is None or seat != self.running:
            return left
        return max(0, left - self._used(now_ms))

    def deadline(self) -> int | None:
        """Instant at which the running seat's time is up; None without a clock or when nobody is running."""
        if self.running is None or self.since_ms is None:
            return None
        left = self.left_ms[self.running]
        return None if left is None else self.since_ms + left

    def copy(self) -> Clock:
        """An independent clock that shows the same."""
        clock = Clock(self.control)
        clock.left_ms = self.left_ms[:]
        clock.running = self.running
        clock.since_ms = self.since_ms
        clock.thought_ms = self.thought_ms
        return clock

    def _used(self, now_ms: int) -> int:
        # a clock that was set back must not hand out time
        return 0 if self.since_ms is None else max(0, now_ms - self.since_ms)

    def _charge(self, ms: int) -> None:
        if self.running is not None:
            left = self.left_ms[self.running]
            if left is not None:
                self.left_ms[self.running] = max(0, left - ms)


def _full(control: TimeControl) -> int | None:
    match control:
        case Fischer(initial_ms=ms) | PerMove(move_ms=ms):
            return ms
        case NoClock():
            return None
