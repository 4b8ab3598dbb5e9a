"""Time controls of messages, converted to those of `gomoku.time_control`."""

from typing import assert_never

from gomoku.time_control import Absolute, ByoYomi, Canadian, Correspondence, Fischer, NoClock, PerMove, TimeControl
from server.protocol.values import (
    AbsoluteSpec,
    ByoYomiSpec,
    CanadianSpec,
    ClockSpec,
    CorrespondenceSpec,
    FischerSpec,
    NoClockSpec,
    PerMoveSpec,
)


def make_time_control(spec: ClockSpec) -> TimeControl:
    """Convert a clock specification to a time control."""
    match spec:
        case NoClockSpec():
            return NoClock()
        case FischerSpec(initial_ms=initial, increment_ms=increment, cap_ms=cap):
            return Fischer(initial, increment, cap)
        case PerMoveSpec(move_ms=move):
            return PerMove(move)
        case AbsoluteSpec(total_ms=total):
            return Absolute(total)
        case ByoYomiSpec(main_ms=main, period_ms=period, periods=periods):
            return ByoYomi(main, period, periods)
        case CanadianSpec(main_ms=main, period_ms=period, stones=stones):
            return Canadian(main, period, stones)
        case CorrespondenceSpec(total_ms=total, move_ms=move, bank_ms=bank, weekends_free=weekends_free):
            return Correspondence(total, move, bank, weekends_free)
        case _:
            assert_never(spec)
