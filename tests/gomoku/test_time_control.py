from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.clock import Clock
from gomoku.time_control import (
    Absolute,
    ByoYomi,
    Canadian,
    Correspondence,
    Fischer,
    NoClock,
    PerMove,
    SeatTime,
    TimeControl,
)
from tests.gomoku.controls import CONTROLS
from tests.oracles.clocks import TickingClock

ACTS = st.lists(st.tuples(st.sampled_from(["wait", "lay", "press", "press", "break off"]), st.integers(0, 25)))


def spend(control: TimeControl, *moves: int) -> list[SeatTime]:
    """Return seat 0's time after each of these moves; seat 1 answers at once."""
    clock, now, found = Clock(control), 0, []
    for ms in moves:
        clock.start(0, now)
        now += ms
        clock.press(now)
        found.append(clock.time(0))
        clock.start(1, now)
        clock.press(now)
    return found


def test_a_cap_bounds_what_fischer_adds() -> None:
    assert spend(Fischer(60, 10, 65), 3, 20, 60) == [(65, None), (55, None), (10, None)]


def test_absolute_time_does_not_come_back() -> None:
    assert spend(Absolute(60), 3, 20) == [(57, None), (37, None)]


def test_an_unfinished_period_is_whole_again_and_a_finished_one_is_gone() -> None:
    control = ByoYomi(100, 30, 3)
    assert control.full() == (190, None)
    # 20 of main time are left; 25 take them and 5 of a period; 30 are a period; 59 are one and most of another
    assert spend(control, 80, 25, 30, 29, 59) == [(110, None), (90, None), (60, None), (60, None), (30, None)]


def test_a_period_of_stones_starts_anew_when_all_are_laid() -> None:
    control = Canadian(100, 60, 3)
    # the stone that outlasts main time is the first of the three
    found = spend(control, 90, 30, 15, 10, 20)
    assert found == [(70, 0), (40, 2), (25, 1), (60, 3), (40, 2)]


def test_a_stone_laid_with_the_last_of_main_time_is_of_main_time() -> None:
    assert spend(Canadian(100, 60, 3), 100, 0, 0, 0) == [(60, 0), (60, 2), (60, 1), (60, 3)]


def test_several_stones_of_one_turn_all_count() -> None:
    clock = Clock(Canadian(0, 60, 3))
    clock.start(0, 0)
    clock.lay(10)
    clock.lay(15)
    assert clock.time(0) == (45, 1)
    assert clock.press(20).reserve == 3
    assert clock.time(0) == (60, 3)


def test_a_decision_without_a_stone_counts_none() -> None:
    clock = Clock(Canadian(0, 60, 3))
    clock.start(0, 0)
    clock.press(10, stone=False)
    assert clock.time(0) == (50, 3)


def test_the_increment_is_given_once_a_turn_whatever_was_laid_in_it() -> None:
    clock = Clock(Fischer(100, 10))
    clock.start(0, 0)
    clock.lay(5)
    clock.lay(8)
    assert clock.press(20).left_ms == 90


def test_a_bank_is_used_where_a_move_takes_too_long() -> None:
    control = Correspondence(move_ms=30, bank_ms=20)
    assert control.full() == (50, None)
    assert spend(control, 30, 35, 5, 44) == [(50, None), (45, None), (45, None), (31, None)]


def test_days_in_all_bound_the_days_for_a_move() -> None:
    assert spend(Correspondence(100, 30), 25, 30, 29, 10) == [(30, 75), (30, 45), (16, 16), (6, 6)]
    assert spend(Correspondence(100), 25, 30) == [(75, None), (45, None)]


def test_a_move_that_is_broken_off_has_used_its_time_and_earned_none() -> None:
    for control, left in [
        (Fischer(100, 10), (75, None)),
        (ByoYomi(0, 30, 3), (90, None)),
        (ByoYomi(10, 30, 3), (90, None)),
        (Canadian(0, 60, 3), (35, 3)),
        (Correspondence(100, 30, 5), (35, 75)),
        (NoClock(), (None, None)),
    ]:
        clock = Clock(control)
        clock.start(1, 0)
        clock.take_back((), 25)
        assert (clock.time(1), clock.running, clock.thought_ms) == (left, None, 0)
        clock.take_back((), 99)
        assert clock.time(1) == left


@given(CONTROLS, ACTS)
def test_every_control_is_what_it_is_tick_by_tick(control: TimeControl, acts: list[tuple[str, int]]) -> None:
    clock, ticking, now = Clock(control), TickingClock(control), 0
    clock.start(0, now)
    ticking.begin()
    for act, ms in acts:
        flag = clock.deadline()
        for _ in range(ms):
            ticking.tick()
            now += 1
            assert ticking.left() == clock.left(0, now)
            assert ticking.flag == (now == flag)
            if ticking.flag:
                return
        if act == "lay":
            clock.lay(now)
            ticking.lay()
        elif act != "wait":
            if act == "press":
                ticking.lay()
                ticking.press()
                assert clock.press(now).left_ms == clock.left_ms[0]
            else:
                clock.take_back((), now)
                ticking.break_off()
            if not isinstance(control, PerMove):
                assert clock.time(0).left_ms == ticking.left()
            clock.start(0, now)
            ticking.begin()
        assert clock.left(0, now) == ticking.left()
        if isinstance(control, Canadian):
            assert (clock.reserve[0] or control.stones) == ticking.due
        if isinstance(control, Correspondence) and control.move_ms is not None and act in ("press", "break off"):
            assert clock.reserve[0] == ticking.total


@pytest.mark.parametrize(
    "make",
    [
        lambda: Fischer(0, 1),
        lambda: Fischer(10, -1),
        lambda: Fischer(10, 1, 9),
        lambda: Absolute(0),
        lambda: PerMove(0),
        lambda: ByoYomi(-1, 5, 1),
        lambda: ByoYomi(0, 0, 1),
        lambda: ByoYomi(0, 5, 0),
        lambda: Canadian(-1, 5, 1),
        lambda: Canadian(0, 0, 1),
        lambda: Canadian(0, 5, 0),
        Correspondence,
        lambda: Correspondence(0),
        lambda: Correspondence(5, 0),
        lambda: Correspondence(5, 1, -1),
        lambda: Correspondence(5, None, 1),
    ],
)
def test_controls_that_make_no_sense_are_refused(make: Callable[[], TimeControl]) -> None:
    with pytest.raises(ValueError, match=r"clock|time|byo-yomi|correspondence|bank"):
        make()
