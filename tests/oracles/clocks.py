"""Clocks that tick, each rule with its own counters: main time, periods, stones, days."""

from gomoku.time_control import Absolute, ByoYomi, Canadian, Correspondence, Fischer, PerMove, TimeControl
from gomoku.working_time import Interval


class TickingClock:
    """One seat's clock; the tick that uses up the last of its time sets ``flag``.

    `begin` starts a move, `tick` passes one millisecond (or another unit of the control's numbers), `lay` places a
    stone, `press` and `break_off` end the move.
    """

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.flag = False
        self.main = self.periods = self.used = self.due = self.move = self.bank = 0
        self.total: int | None = None
        self.overtime = False
        match control:
            case Fischer():
                self.main = control.initial_ms
            case Absolute():
                self.main = control.total_ms
            case ByoYomi():
                self.main, self.periods = control.main_ms, control.periods
            case Canadian():
                self.main, self.due = control.main_ms, control.stones
            case Correspondence():
                self.move, self.bank, self.total = control.move_ms or 0, control.bank_ms, control.total_ms
            case _:
                pass

    def begin(self) -> None:
        """Start a move."""
        match self.control:
            case PerMove():
                self.main = self.control.move_ms
            case ByoYomi():
                self.used = 0
            case Canadian():
                self.overtime = self.overtime or self.main == 0
            case Correspondence():
                self.move = self.control.move_ms or 0
            case _:
                pass

    def tick(self) -> None:
        """Pass one unit of time."""
        match self.control:
            case ByoYomi():
                if self.main:
                    self.main -= 1
                else:
                    self.used += 1
                    if self.used == self.control.period_ms:
                        self.periods, self.used = self.periods - 1, 0
                self.flag = self.periods == 0
            case Canadian():
                if self.main:
                    self.main -= 1
                else:
                    self.overtime = True
                    self.used += 1
                self.flag = self.used == self.control.period_ms
            case Correspondence():
                if self.total is not None:
                    self.total -= 1
                    self.flag = self.total == 0
                if self.control.move_ms is not None:
                    if self.move:
                        self.move -= 1
                    else:
                        self.bank -= 1
                    self.flag = self.flag or self.move + self.bank == 0
            case _:
                self.main -= 1
                self.flag = self.main == 0

    def lay(self) -> None:
        """Place a stone."""
        if isinstance(self.control, Canadian) and self.overtime:
            self.due -= 1
            if self.due == 0:
                self.due, self.used = self.control.stones, 0

    def press(self) -> None:
        """Pass the turn."""
        if isinstance(self.control, Fischer):
            self.main += self.control.increment_ms
            if self.control.cap_ms is not None and self.main > self.control.cap_ms:
                self.main = self.control.cap_ms
        self.break_off()

    def break_off(self) -> None:
        """End the move without a press."""
        if isinstance(self.control, ByoYomi):
            self.used = 0
        elif isinstance(self.control, Correspondence):
            self.move = self.control.move_ms or 0

    def left(self) -> int:
        """Return the ticks until the flag falls if the move goes on."""
        match self.control:
            case ByoYomi():
                return self.main + self.periods * self.control.period_ms - self.used
            case Canadian():
                return self.main + self.control.period_ms - self.used
            case Correspondence():
                ends = [] if self.total is None else [self.total]
                return min(ends if self.control.move_ms is None else [*ends, self.move + self.bank])
            case _:
                return self.main


def is_working(at: int, weekends: bool, free: list[Interval], day: int) -> bool:
    """Tell whether time passes at an instant; ``day`` is the length of a day, and day 0 was a Thursday."""
    weekday = (at // day + 3) % 7  # 0 is Monday
    return not (weekends and weekday >= 5) and not any(start <= at < end for start, end in free)
