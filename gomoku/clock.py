"""The clock of a game: two seats, of which at most one is running. It belongs to seats, not to colours.

Callers pass in the time, in whole milliseconds. All state is plain numbers that events store, so a clock rebuilt from
them, after a pause or a restart, shows the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from gomoku.time_control import Correspondence, SeatTime, TimeControl
from gomoku.working_time import ALWAYS, Interval, WorkingTime, merge


@dataclass(frozen=True, slots=True)
class Press:
    """The account of one move: time taken, measured lag, time given back for it, and time left.

    ``think_ms`` covers the whole move, including the time charged before a pause; ``left_ms`` already includes the
    increment.
    """

    think_ms: int
    lag_ms: int
    given_back_ms: int
    left_ms: int | None
    reserve: int | None = None


LEAST_LEFT_MS = 10_000
"""A take-back leaves nobody with less than this who has it and had it then: it must not bring the flag down."""


class Charge(NamedTuple):
    """One move as its seat was charged for it: what the seat had before, and the working time that the move took."""

    seat: int
    before: SeatTime
    used_ms: int


class Clock:
    """The time of two seats under a control.

    ``left_ms``: each seat's working time until its flag falls, as of its last stop. ``reserve``: the second number of
    the control. ``since_ms``: the instant from which the running seat is charged. ``thought_ms``: time charged to this
    move before that. ``working``: what counts as working time for each seat.
    """

    __slots__ = ("control", "left_ms", "reserve", "running", "since_ms", "thought_ms", "working")

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        full = control.full()
        self.left_ms: list[int | None] = [full.left_ms, full.left_ms]
        self.reserve: list[int | None] = [full.reserve, full.reserve]
        working = WorkingTime(True) if isinstance(control, Correspondence) and control.weekends_free else ALWAYS
        self.working: list[WorkingTime] = [working, working]
        self.running: int | None = None
        self.since_ms: int | None = None
        self.thought_ms = 0

    def start(self, seat: int, now_ms: int) -> None:
        """Start a new move of this seat; raises RuntimeError while a seat is running."""
        self.resume(seat, now_ms)
        self.thought_ms = 0
        self._set(seat, self.control.begin(self.time(seat)))

    def resume(self, seat: int, now_ms: int) -> None:
        """Continue this seat's move after a pause; raises RuntimeError while a seat is running."""
        if self.running is not None:
            raise RuntimeError(f"seat {self.running} is running")
        self.running = seat
        self.since_ms = now_ms

    def free(self, seat: int, intervals: Iterable[Interval]) -> None:
        """Set the intervals that are not charged to this seat, besides free weekends; replaces earlier intervals."""
        self.working[seat] = replace(self.working[seat], free=merge(intervals))

    def pause(self, now_ms: int) -> None:
        """Charge the running seat for the time used and stop; do nothing when nobody is running."""
        if self.running is not None:
            self._spend(now_ms)
            self.running = self.since_ms = None

    def lay(self, now_ms: int) -> None:
        """Record a stone of the running seat that stays on the move, as in some openings: it counts, but is no press.

        Raises RuntimeError when nobody is running.
        """
        seat = self._require_running()
        self._spend(now_ms)
        self.since_ms = now_ms
        self._set(seat, self.control.lay(self.time(seat)))

    def press(self, now_ms: int, lag_ms: int = 0, cap_ms: int = 500, *, stone: bool = True) -> Press:
        """End the running seat's move: charge it, give lag back, apply the control's end of a move, and stop.

        The time given back is the least of the lag, the cap and the time since the clock last started; ``stone``: the
        move placed one. Raises RuntimeError when nobody is running.
        """
        seat, used, control = self._require_running(), self.used(now_ms), self.control
        given_back, time = 0, self.time(seat)
        if time.left_ms is not None:
            given_back = max(0, min(lag_ms, cap_ms, used))
            time = control.spend(time, used - given_back)
            if stone:
                time = control.lay(time)
            time = control.finish(time, self.thought_ms + used - given_back, True)
            self._set(seat, time)
        press = Press(self.thought_ms + used, lag_ms, given_back, *time)
        self.running = self.since_ms = None
        self.thought_ms = 0
        return press

    def take_back(self, moves: Sequence[Charge], now_ms: int) -> None:
        """Take back ``moves``, given in their order, break off the running move and stop the clock.

        Each seat has the time from before its moves, less the time that they and the running move have taken: time that
        has passed does not come back, and the increments of these presses go. No time falls below `LEAST_LEFT_MS`.
        """
        running, used = self.running, self.used(now_ms)
        for seat in (0, 1):
            shown, own = self.time_at(seat, now_ms), [move for move in moves if move.seat == seat]
            time = before = own[0].before if own else self.time(seat)
            for move in own:
                time = self.control.finish(self.control.spend(time, move.used_ms), move.used_ms, False)
            if seat == running:
                thought = self.thought_ms + used
                time = self.control.finish(self.control.spend(time, thought if own else used), thought, False)
            least = min(LEAST_LEFT_MS, shown.left_ms or 0, before.left_ms or 0)
            self._set(seat, time if time.left_ms is None else time._replace(left_ms=max(time.left_ms, least)))
        self.running = self.since_ms = None
        self.thought_ms = 0

    def time(self, seat: int) -> SeatTime:
        """Return a seat's time when it last stood still."""
        return SeatTime(self.left_ms[seat], self.reserve[seat])

    def time_at(self, seat: int, now_ms: int) -> SeatTime:
        """Return a seat's time at an instant."""
        time = self.time(seat)
        return self.control.spend(time, self.used(now_ms)) if seat == self.running else time

    def used(self, now_ms: int) -> int:
        """Return the working time that the running seat has used since its clock started; 0 when nobody is running."""
        # a clock that was set back must not hand out time
        if self.since_ms is None or self.running is None:
            return 0
        return self.working[self.running].between(self.since_ms, now_ms)

    def left(self, seat: int, now_ms: int) -> int | None:
        """Return a seat's working time at an instant, never below 0; None without a clock."""
        return self.time_at(seat, now_ms).left_ms

    def deadline(self) -> int | None:
        """Return the instant at which the running seat's flag falls; None without a clock or when nobody is running."""
        if self.running is None or self.since_ms is None:
            return None
        left = self.left_ms[self.running]
        return None if left is None else self.working[self.running].after(self.since_ms, left)

    def copy(self) -> Clock:
        """Return an independent clock that shows the same."""
        clock = Clock(self.control)
        clock.left_ms = self.left_ms[:]
        clock.reserve = self.reserve[:]
        clock.working = self.working[:]
        clock.running = self.running
        clock.since_ms = self.since_ms
        clock.thought_ms = self.thought_ms
        return clock

    def _require_running(self) -> int:
        if self.running is None:
            raise RuntimeError("no seat is running")
        return self.running

    def _spend(self, now_ms: int) -> None:
        seat, used = self._require_running(), self.used(now_ms)
        self._set(seat, self.control.spend(self.time(seat), used))
        self.thought_ms += used

    def _set(self, seat: int, time: SeatTime) -> None:
        self.left_ms[seat], self.reserve[seat] = time
