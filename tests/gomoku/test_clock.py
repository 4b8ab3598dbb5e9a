import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.clock import Clock, Press
from gomoku.time_control import Correspondence, Fischer, NoClock, PerMove, TimeControl
from gomoku.working_time import DAY_MS
from tests.gomoku.controls import CONTROLS

Step = tuple[str, int, int, int]  # the action, the delay before it, the lag, the cap

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


Turn = tuple[list[tuple[int, int]], str]
"""Stretches of thought with the pause after each, in ms, and how the move ends."""

TURNS = st.lists(
    st.tuples(
        st.lists(st.tuples(st.integers(0, 20), st.integers(0, 50)), min_size=1, max_size=4),
        st.sampled_from(["press", "press", "break off"]),
    ),
    max_size=12,
)


def restart(clock: Clock) -> Clock:
    """Rebuild the clock from its stored numbers."""
    kept = json.dumps([clock.left_ms, clock.reserve, clock.running, clock.since_ms, clock.thought_ms])
    again = Clock(clock.control)
    again.left_ms, again.reserve, again.running, again.since_ms, again.thought_ms = json.loads(kept)
    again.working = clock.working
    return again


def end(clock: Clock, how: str, now: int, lag: int = 0) -> Press | None:
    """End a move."""
    if how == "press":
        return clock.press(now, lag)
    clock.take_back((), now)
    return None


@given(CONTROLS, TURNS, st.integers(0, 20))
def test_a_move_in_pieces_is_a_move_at_once_and_a_restart_changes_nothing(
    control: TimeControl, turns: list[Turn], lag: int
) -> None:
    once, pieces = Clock(control), Clock(control)
    now = later = 0
    for number, (thoughts, how) in enumerate(turns):
        seat = number % 2
        once.start(seat, now)
        pieces.start(seat, later)
        for n, (ms, pause) in enumerate(thoughts):
            pieces = restart(pieces)
            now, later = now + ms, later + ms
            assert once.left(seat, now) == pieces.left(seat, later)
            if n < len(thoughts) - 1:
                pieces.pause(later)
                pieces = restart(pieces)
                later += pause
                pieces.resume(seat, later)
        flag = once.deadline()
        if flag is not None and now >= flag:
            return
        # lag is given back from the time since the last pause, so only from a last stretch that is longer
        given = min(lag, thoughts[-1][0])
        assert end(once, how, now, given) == end(pieces, how, later, given)
        assert [once.time(0), once.time(1)] == [pieces.time(0), pieces.time(1)]


@given(CONTROLS, TURNS)
def test_intervals_that_are_free_are_pauses(control: TimeControl, turns: list[Turn]) -> None:
    paused, free = Clock(control), Clock(control)
    now = 0
    intervals: list[tuple[int, int]] = []
    for number, (thoughts, how) in enumerate(turns):
        seat = number % 2
        paused.start(seat, now)
        free.start(seat, now)
        for ms, pause in thoughts:
            now += ms
            flag = free.deadline()
            if flag is not None and now >= flag:
                return
            paused.pause(now)
            intervals.append((now, now + pause))
            free.free(seat, intervals)
            now += pause
            assert paused.left(seat, now) == free.left(seat, now)
            paused.resume(seat, now)
            assert paused.deadline() == free.deadline()
        assert end(paused, how, now) == end(free, how, now)
        assert paused.left_ms == free.left_ms


@given(CONTROLS, TURNS)
def test_every_flag_falls_when_nothing_is_left(control: TimeControl, turns: list[Turn]) -> None:
    clock, now = Clock(control), 0
    for number, (thoughts, how) in enumerate(turns):
        seat = number % 2
        clock.start(seat, now)
        for ms, _ in thoughts:
            now += ms
            flag = clock.deadline()
            assert flag is not None
            assert clock.left(seat, flag) == 0
            assert clock.left(seat, flag - 1) == 1
            if now >= flag:
                return
        end(clock, how, now)


def test_weekends_and_a_vacation_put_a_flag_off() -> None:
    monday = 4 * DAY_MS
    clock = Clock(Correspondence(move_ms=4 * DAY_MS, weekends_free=True))
    clock.start(0, monday + DAY_MS)
    assert clock.deadline() == monday + 5 * DAY_MS
    clock.free(0, [(monday + 2 * DAY_MS, monday + 3 * DAY_MS)])
    clock.free(1, [(monday, monday + 100 * DAY_MS)])
    assert clock.deadline() == monday + 8 * DAY_MS
    clock.free(0, [])
    assert clock.deadline() == monday + 5 * DAY_MS
    assert clock.copy().deadline() == monday + 5 * DAY_MS


def test_a_stone_that_keeps_the_move_is_charged_and_counted_once() -> None:
    clock = Clock(Fischer(100, 10))
    with pytest.raises(RuntimeError):
        clock.lay(0)
    clock.start(0, 0)
    clock.lay(30)
    assert (clock.running, clock.left(0, 30), clock.deadline()) == (0, 70, 100)
    assert clock.press(50, lag_ms=40) == Press(50, 40, 20, 80)
