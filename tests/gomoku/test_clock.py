from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.clock import Clock, Fischer, NoClock, PerMove, Press

Step = tuple[str, int, int, int]  # what happens, after how long, the lag, the cap

STEPS = st.lists(
    st.tuples(st.sampled_from(["press", "pause"]), st.integers(-50, 4000), st.integers(-50, 2000), st.integers(0, 800)),
    max_size=30,
)
FISCHER = st.builds(Fischer, st.integers(1, 20_000), st.integers(0, 3000))


def test_a_fischer_clock_charges_and_adds() -> None:
    clock = Clock(Fischer(60_000, 2000))
    clock.start(0, 1000)
    assert (clock.running, clock.left(0, 6000), clock.left(1, 6000), clock.deadline()) == (0, 55_000, 60_000, 61_000)
    assert clock.press(11_000) == Press(10_000, 0, 0, 52_000)
    assert (clock.running, clock.since_ms, clock.deadline()) == (None, None, None)
    clock.start(1, 11_000)
    assert clock.press(11_500, lag_ms=80) == Press(500, 80, 80, 61_580)
    assert clock.left_ms == [52_000, 61_580]


def test_lag_is_given_back_up_to_the_cap_and_no_more_than_was_thought() -> None:
    for lag, cap, think, given_back in [(900, 500, 2000, 500), (900, 500, 300, 300), (-5, 500, 300, 0)]:
        clock = Clock(Fischer(10_000, 0))
        clock.start(0, 0)
        assert clock.press(think, lag, cap) == Press(think, lag, given_back, 10_000 - think + given_back)


def test_time_does_not_fall_below_zero() -> None:
    clock = Clock(Fischer(1000, 50))
    clock.start(0, 0)
    assert (clock.deadline(), clock.left(0, 1000), clock.left(0, 99_000)) == (1000, 0, 0)
    assert clock.press(99_000) == Press(99_000, 0, 0, 50)


def test_each_move_gets_its_own_time() -> None:
    clock = Clock(PerMove(5000))
    clock.start(0, 0)
    assert clock.press(4000) == Press(4000, 0, 0, 1000)
    clock.start(1, 4000)
    clock.press(4100)
    clock.start(0, 4100)
    assert (clock.left(0, 4100), clock.deadline()) == (5000, 9100)


def test_without_a_clock_only_thinking_is_noted() -> None:
    clock = Clock(NoClock())
    clock.start(1, 10)
    assert (clock.left(1, 500), clock.deadline(), clock.left_ms) == (None, None, [None, None])
    assert clock.press(760, lag_ms=40) == Press(750, 40, 0, None)


@pytest.mark.parametrize(("control", "left"), [(PerMove(5000), 1500), (Fischer(5000, 100), 1600)])
def test_a_pause_is_charged_to_nobody_and_a_move_goes_on_after_it(control: PerMove | Fischer, left: int) -> None:
    clock = Clock(control)
    clock.start(0, 0)
    clock.pause(2000)
    assert (clock.running, clock.left(0, 1_000_000), clock.left_ms[1]) == (None, 3000, 5000)
    clock.resume(0, 1_000_000)
    assert clock.deadline() == 1_003_000
    assert clock.press(1_001_500) == Press(3500, 0, 0, left)


def test_pausing_twice_is_pausing_once() -> None:
    clock = Clock(Fischer(5000, 0))
    clock.start(0, 0)
    clock.pause(100)
    clock.pause(900)
    assert clock.left_ms == [4900, 5000]


def test_thinking_before_a_pause_counts_for_that_move_only() -> None:
    clock = Clock(Fischer(5000, 0))
    clock.start(0, 0)
    clock.pause(100)
    clock.start(1, 200)
    assert clock.press(250).think_ms == 50


@pytest.mark.parametrize("again", [Clock.start, Clock.resume])
def test_one_seat_runs_at_a_time(again: Callable[[Clock, int, int], None]) -> None:
    clock = Clock(Fischer(5000, 0))
    with pytest.raises(RuntimeError):
        clock.press(0)
    clock.start(0, 0)
    with pytest.raises(RuntimeError):
        again(clock, 1, 10)
    assert (clock.running, clock.since_ms) == (0, 0)


def test_a_copy_runs_on_its_own() -> None:
    clock = Clock(Fischer(5000, 0))
    clock.start(0, 0)
    clock.pause(300)
    clock.resume(0, 300)
    copy = clock.copy()
    assert copy.press(1000) == Press(1000, 0, 0, 4000)
    assert (clock.running, clock.left_ms) == (0, [4700, 5000])
    assert clock.press(2000) == Press(2000, 0, 0, 3000)


@pytest.mark.parametrize(
    "make", [lambda: Fischer(0, 1), lambda: Fischer(10, -1), lambda: PerMove(0)], ids=["empty", "negative", "no time"]
)
def test_controls_that_make_no_sense_are_refused(make: Callable[[], Fischer | PerMove]) -> None:
    with pytest.raises(ValueError, match=r"clock|time"):
        make()


@given(FISCHER, STEPS)
def test_time_is_never_created(control: Fischer, steps: list[Step]) -> None:
    clock = Clock(control)
    now, seat, added = 0, 0, 0
    clock.start(0, now)
    for what, after, lag, cap in steps:
        before = clock.left(seat, now)
        now += after
        if what == "pause":
            clock.pause(now)
            assert before is not None
            assert clock.left_ms[seat] == max(0, before - max(0, after))
            now += 10_000_000
            clock.resume(seat, now)
        else:
            press = clock.press(now, lag, cap)
            assert 0 <= press.given_back_ms <= min(max(0, lag), cap, press.think_ms)
            assert press.left_ms == clock.left_ms[seat]
            assert before is not None
            assert press.left_ms == max(0, before - max(0, after) + press.given_back_ms) + control.increment_ms
            added += control.increment_ms
            seat = 1 - seat
            clock.start(seat, now)
        total = sum(left for left in clock.left_ms if left is not None)
        assert total <= 2 * control.initial_ms + added
        assert all(left is not None and left >= 0 for left in clock.left_ms)


@given(st.one_of(FISCHER, st.builds(PerMove, st.integers(1, 20_000))), STEPS, st.integers(0, 5000))
def test_the_deadline_is_the_instant_at_which_nothing_is_left(
    control: Fischer | PerMove, steps: list[Step], pause: int
) -> None:
    clock = Clock(control)
    now, seat = 0, 0
    clock.start(0, now)
    for what, after, lag, cap in steps:
        now += abs(after)
        if what == "pause":
            clock.pause(now)
            now += pause
            clock.resume(seat, now)
        else:
            clock.press(now, lag, cap)
            seat = 1 - seat
            clock.start(seat, now)
        deadline = clock.deadline()
        assert deadline is not None
        assert deadline >= now
        assert clock.left(seat, deadline) == 0
        assert deadline == now or clock.left(seat, deadline - 1) == 1
