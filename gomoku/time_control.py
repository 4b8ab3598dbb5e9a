"""Time controls: how a clock starts, and how spending, placing a stone and ending a move change a seat's time.

A seat's time is two numbers, so the instant at which its flag falls follows from stored values: working time until
then, and for some controls a ``reserve``. Times are whole milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class SeatTime(NamedTuple):
    """The time of one seat: ``left_ms`` until its flag falls, None without a clock.

    ``reserve``: for a Canadian clock the stones still to place in the running period (0 in main time); for
    correspondence with both limits the time left for the whole game; None otherwise.
    """

    left_ms: int | None = None
    reserve: int | None = None


class TimeControl:
    """Play without a clock, and the base of all controls. Every method returns the seat's time afterwards."""

    __slots__ = ()

    def full(self) -> SeatTime:
        """Return a seat's time at the start of the game."""
        return SeatTime()

    def begin(self, time: SeatTime) -> SeatTime:
        """Start a new move of this seat."""
        return time

    def spend(self, time: SeatTime, ms: int) -> SeatTime:
        """Spend ``ms`` of working time; nothing falls below 0."""
        left, reserve = time
        return time if left is None else SeatTime(max(0, left - ms), reserve)

    def lay(self, time: SeatTime) -> SeatTime:
        """Record a stone."""
        return time

    def finish(self, time: SeatTime, spent_ms: int, pressed: bool) -> SeatTime:
        """End a move that took ``spent_ms``: by a press, or without one at a take-back."""
        return time


@dataclass(frozen=True, slots=True)
class NoClock(TimeControl):
    """Play without a clock."""


@dataclass(frozen=True, slots=True)
class Fischer(TimeControl):
    """A store of time per player; each press adds the increment, up to the cap if there is one."""

    initial_ms: int
    increment_ms: int
    cap_ms: int | None = None

    def __post_init__(self) -> None:
        if self.initial_ms <= 0 or self.increment_ms < 0:
            raise ValueError("a Fischer clock needs an initial time above zero and no negative increment")
        if self.cap_ms is not None and self.cap_ms < self.initial_ms:
            raise ValueError("the initial time must not exceed the cap")

    def full(self) -> SeatTime:
        """Return the initial time."""
        return SeatTime(self.initial_ms)

    def finish(self, time: SeatTime, spent_ms: int, pressed: bool) -> SeatTime:
        """Add the increment, once per press, not per stone."""
        if not pressed or time.left_ms is None:
            return time
        left = time.left_ms + self.increment_ms
        return SeatTime(left if self.cap_ms is None else min(left, self.cap_ms))


@dataclass(frozen=True, slots=True)
class Absolute(TimeControl):
    """One store of time for the whole game, without increments."""

    total_ms: int

    def __post_init__(self) -> None:
        if self.total_ms <= 0:
            raise ValueError("the total time must be above zero")

    def full(self) -> SeatTime:
        """Return the total time."""
        return SeatTime(self.total_ms)


@dataclass(frozen=True, slots=True)
class PerMove(TimeControl):
    """The same time for every move; unused time is lost."""

    move_ms: int

    def __post_init__(self) -> None:
        if self.move_ms <= 0:
            raise ValueError("the time per move must be above zero")

    def full(self) -> SeatTime:
        """Return the time of one move."""
        return SeatTime(self.move_ms)

    def begin(self, time: SeatTime) -> SeatTime:
        """Return the time of one move."""
        return SeatTime(self.move_ms)


@dataclass(frozen=True, slots=True)
class ByoYomi(TimeControl):
    """Main time, then periods: a period that a move does not use up is restored, one that it uses up is gone."""

    main_ms: int
    period_ms: int
    periods: int

    def __post_init__(self) -> None:
        if self.main_ms < 0 or self.period_ms <= 0 or self.periods <= 0:
            raise ValueError("byo-yomi needs a period above zero and no negative main time")

    def full(self) -> SeatTime:
        """Return main time plus all periods."""
        return SeatTime(self.main_ms + self.period_ms * self.periods)

    def begin(self, time: SeatTime) -> SeatTime:
        """Restore the current period."""
        left = time.left_ms
        if left is None or left >= self.period_ms * self.periods:
            return time
        return SeatTime(-(-left // self.period_ms) * self.period_ms)

    def finish(self, time: SeatTime, spent_ms: int, pressed: bool) -> SeatTime:
        """Restore the current period."""
        return self.begin(time)


@dataclass(frozen=True, slots=True)
class Canadian(TimeControl):
    """Main time, then ``stones`` stones within each period; when all are placed, time and number are reset.

    Stones are counted, so a player who places several in one turn of the opening has placed several.
    """

    main_ms: int
    period_ms: int
    stones: int

    def __post_init__(self) -> None:
        if self.main_ms < 0 or self.period_ms <= 0 or self.stones <= 0:
            raise ValueError("a Canadian clock needs a period and stones above zero and no negative main time")

    def full(self) -> SeatTime:
        """Return main time plus one period."""
        return SeatTime(self.main_ms + self.period_ms, 0)

    def begin(self, time: SeatTime) -> SeatTime:
        """Start to count stones once main time is used up."""
        left, due = time
        return SeatTime(left, self.stones) if not due and left is not None and left <= self.period_ms else time

    def lay(self, time: SeatTime) -> SeatTime:
        """Count one stone in this period; the stone that outlasted main time is the first."""
        left, due = time
        if left is None:
            return time
        if not due:
            if left >= self.period_ms:
                return time
            due = self.stones
        return SeatTime(self.period_ms, self.stones) if due == 1 else SeatTime(left, due - 1)


@dataclass(frozen=True, slots=True)
class Correspondence(TimeControl):
    """Time in days: for the whole game, for each move, or both, passing as working time.

    ``bank_ms`` is used when a move takes more than ``move_ms``, and is not refilled. With ``weekends_free`` nothing is
    charged on Saturdays and Sundays (UTC).
    """

    total_ms: int | None = None
    move_ms: int | None = None
    bank_ms: int = 0
    weekends_free: bool = False

    def __post_init__(self) -> None:
        if self.total_ms is None and self.move_ms is None:
            raise ValueError("correspondence needs a time for the game or per move")
        if self.bank_ms < 0 or any(ms is not None and ms <= 0 for ms in (self.total_ms, self.move_ms)):
            raise ValueError("times must be above zero, and the bank not negative")
        if self.bank_ms and self.move_ms is None:
            raise ValueError("a bank needs a time per move")

    def full(self) -> SeatTime:
        """Return the least that the limits leave for the first move."""
        if self.move_ms is None:
            return SeatTime(self.total_ms)
        left = self.move_ms + self.bank_ms
        return SeatTime(left if self.total_ms is None else min(left, self.total_ms), self.total_ms)

    def spend(self, time: SeatTime, ms: int) -> SeatTime:
        """Spend working time of both the move and the game."""
        left, reserve = time
        return time if left is None else SeatTime(max(0, left - ms), None if reserve is None else max(0, reserve - ms))

    def finish(self, time: SeatTime, spent_ms: int, pressed: bool) -> SeatTime:
        """Restore the time for a move; time used beyond it came from the bank, and the game's limit caps the result."""
        left, reserve = time
        if left is None or self.move_ms is None:
            return time
        left += min(spent_ms, self.move_ms)
        return SeatTime(left if reserve is None else min(left, reserve), reserve)
