"""Time controls: what a clock is made from, and what spending, laying a stone and ending a move do to a seat's time.

What a seat has is two numbers, so that the instant at which its flag falls follows from what is stored: working time
until then, and for some controls a ``reserve`` beside it. Times are whole milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class SeatTime(NamedTuple):
    """What one seat has: ``left_ms`` until its flag falls, None without a clock.

    ``reserve`` is the stones still to lay in the running period of a Canadian clock (0 in its main time), the time
    left for the whole game on one of correspondence that limits both, None otherwise.
    """

    left_ms: int | None = None
    reserve: int | None = None


class TimeControl:
    """Play without a clock, and the base of all controls: every method gives what the seat has afterwards."""

    __slots__ = ()

    def full(self) -> SeatTime:
        """What a seat begins the game with."""
        return SeatTime()

    def begin(self, time: SeatTime) -> SeatTime:
        """A new move of this seat begins."""
        return time

    def spend(self, time: SeatTime, ms: int) -> SeatTime:
        """So much working time has passed; nothing falls below 0."""
        left, reserve = time
        return time if left is None else SeatTime(max(0, left - ms), reserve)

    def lay(self, time: SeatTime) -> SeatTime:
        """A stone was laid."""
        return time

    def finish(self, time: SeatTime, spent_ms: int, pressed: bool) -> SeatTime:
        """A move that took ``spent_ms`` is over: the turn passes with a press, or without one at a take-back."""
        return time


@dataclass(frozen=True, slots=True)
class NoClock(TimeControl):
    """Play without a clock."""


@dataclass(frozen=True, slots=True)
class Fischer(TimeControl):
    """A store of time a player; each press adds the increment, up to the cap where there is one."""

    initial_ms: int
    increment_ms: int
    cap_ms: int | None = None

    def __post_init__(self) -> None:
        if self.initial_ms <= 0 or self.increment_ms < 0:
            raise ValueError("a Fischer clock starts above zero and never subtracts")
        if self.cap_ms is not None and self.cap_ms < self.initial_ms:
            raise ValueError("a clock starts no higher than its cap")

    def full(self) -> SeatTime:
        """The initial time."""
        return SeatTime(self.initial_ms)

    def finish(self, time: SeatTime, spent_ms: int, pressed: bool) -> SeatTime:
        """Add the increment, once a press and not once a stone."""
        if not pressed or time.left_ms is None:
            return time
        left = time.left_ms + self.increment_ms
        return SeatTime(left if self.cap_ms is None else min(left, self.cap_ms))


@dataclass(frozen=True, slots=True)
class Absolute(TimeControl):
    """One store of time for the whole game; nothing comes back."""

    total_ms: int

    def __post_init__(self) -> None:
        if self.total_ms <= 0:
            raise ValueError("a game needs time")

    def full(self) -> SeatTime:
        """All of it."""
        return SeatTime(self.total_ms)


@dataclass(frozen=True, slots=True)
class PerMove(TimeControl):
    """The same time for every move; what is not used is lost."""

    move_ms: int

    def __post_init__(self) -> None:
        if self.move_ms <= 0:
            raise ValueError("a move needs time")

    def full(self) -> SeatTime:
        """The time of one move."""
        return SeatTime(self.move_ms)

    def begin(self, time: SeatTime) -> SeatTime:
        """The time of one move."""
        return SeatTime(self.move_ms)


@dataclass(frozen=True, slots=True)
class ByoYomi(TimeControl):
    """Main time, then periods: one that a move does not use up is whole again, one that it does is gone."""

    main_ms: int
    period_ms: int
    periods: int

    def __post_init__(self) -> None:
        if self.main_ms < 0 or self.period_ms <= 0 or self.periods <= 0:
            raise ValueError("byo-yomi needs a period, and no main time is below zero")

    def full(self) -> SeatTime:
        """Main time and all periods."""
        return SeatTime(self.main_ms + self.period_ms * self.periods)

    def begin(self, time: SeatTime) -> SeatTime:
        """The period that was begun is whole."""
        left = time.left_ms
        if left is None or left >= self.period_ms * self.periods:
            return time
        return SeatTime(-(-left // self.period_ms) * self.period_ms)

    def finish(self, time: SeatTime, spent_ms: int, pressed: bool) -> SeatTime:
        """The period that was begun is whole again."""
        return self.begin(time)


@dataclass(frozen=True, slots=True)
class Canadian(TimeControl):
    """Main time, then ``stones`` stones within each period; when all are laid, time and number start anew.

    Counted are stones, so one who lays several in a turn of the opening has laid several.
    """

    main_ms: int
    period_ms: int
    stones: int

    def __post_init__(self) -> None:
        if self.main_ms < 0 or self.period_ms <= 0 or self.stones <= 0:
            raise ValueError("a Canadian clock needs a period and stones to lay in it, and no main time is below zero")

    def full(self) -> SeatTime:
        """Main time and one period."""
        return SeatTime(self.main_ms + self.period_ms, 0)

    def begin(self, time: SeatTime) -> SeatTime:
        """Where main time is used up, stones count from now on."""
        left, due = time
        return SeatTime(left, self.stones) if not due and left is not None and left <= self.period_ms else time

    def lay(self, time: SeatTime) -> SeatTime:
        """One stone less to lay in this period; the stone that outlasted main time is the first."""
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
    """Time in days: for the whole game, for each move, or both; it passes as working time.

    ``bank_ms`` is used where a move takes more than ``move_ms``, and is not filled again. With ``weekends_free``
    nothing is charged on Saturdays and Sundays (UTC).
    """

    total_ms: int | None = None
    move_ms: int | None = None
    bank_ms: int = 0
    weekends_free: bool = False

    def __post_init__(self) -> None:
        if self.total_ms is None and self.move_ms is None:
            raise ValueError("correspondence needs time for the game or for a move")
        if self.bank_ms < 0 or any(ms is not None and ms <= 0 for ms in (self.total_ms, self.move_ms)):
            raise ValueError("time in days is above zero")
        if self.bank_ms and self.move_ms is None:
            raise ValueError("a bank stands behind the time for a move")

    def full(self) -> SeatTime:
        """The least of what the limits leave for the first move."""
        if self.move_ms is None:
            return SeatTime(self.total_ms)
        left = self.move_ms + self.bank_ms
        return SeatTime(left if self.total_ms is None else min(left, self.total_ms), self.total_ms)

    def spend(self, time: SeatTime, ms: int) -> SeatTime:
        """Working time passes for the move and for the game."""
        left, reserve = time
        return time if left is None else SeatTime(max(0, left - ms), None if reserve is None else max(0, reserve - ms))

    def finish(self, time: SeatTime, spent_ms: int, pressed: bool) -> SeatTime:
        """The time for a move is whole again; what was used beyond it is the bank's, and the game's limit is above."""
        left, reserve = time
        if left is None or self.move_ms is None:
            return time
        left += min(spent_ms, self.move_ms)
        return SeatTime(left if reserve is None else min(left, reserve), reserve)
