"""Ends away from the board."""

import pytest

from gomoku.board import Color
from server.errors import Refused
from server.protocol.events import Ended, Moved, Resumed, TookBack
from server.protocol.inbound import Abort, Answer, Claim, Move, Offer
from server.protocol.values import ByoYomiSpec, CanadianSpec, ClockSpec, FischerSpec, PerMoveSpec
from server.rooms import judge
from server.rooms.room import Room
from server.rooms.time_limits import find_deadline, find_first_move_by
from tests.server.rooms.judge.games import BOB, BOT, NOON, POLICY, UNTIMED, begun, code, do, ended, happen, opened


@pytest.mark.parametrize("plies", [0, 1])
def test_before_both_have_moved_the_game_can_be_aborted(plies: int) -> None:
    room = begun(range(plies))
    (end,) = do(room, 1, Abort)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == (None, "aborted")
    assert room.score_after() == (0, 0)


def test_an_open_room_is_closed_by_its_owner() -> None:
    room = opened()
    do(room, 0, Abort)
    assert not room.open
    assert code(lambda: judge.sit(room, BOB, NOON)) == "game_over"


@pytest.mark.parametrize(("clock", "times"), [(FischerSpec(600_000, 0), 1), (UNTIMED, 10)])
@pytest.mark.parametrize(("result", "winner"), [("win", "white"), ("draw", None)])
def test_a_claim_against_who_is_gone(clock: ClockSpec, times: int, result: str, winner: str | None) -> None:
    room = begun(range(2), clock)
    room.gone_since[0] = NOON
    after_ms = times * POLICY.grace_ms
    assert code(lambda: do(room, 1, Claim, result, at=NOON + after_ms - 1)) == "still_here"
    (end,) = do(room, 1, Claim, result, at=NOON + after_ms)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == (winner, "abandoned")


def test_an_early_claim_is_told_when_it_is_due() -> None:
    room = begun(range(3), FischerSpec(6_000_000, 0))
    room.gone_since[0] = NOON
    do(room, 1, Move, 3, 200, at=NOON + 5)
    room.stand_still(NOON + 10, NOON + 60_010)
    with pytest.raises(Refused) as caught:
        do(room, 1, Claim, "win", at=NOON + 60_020)
    due = NOON + 60_005 + POLICY.grace_ms
    assert (caught.value.code, caught.value.detail) == ("still_here", {"now": NOON + 60_020, "from": due})
    with pytest.raises(Refused):
        do(room, 1, Claim, "win", at=due - 1)
    (end,) = do(room, 1, Claim, "win", at=due)
    assert isinstance(end, Ended)


def test_on_ones_own_turn_there_is_nothing_to_claim() -> None:
    room = begun(range(3))  # white, seat 1, is to move, and black has gone
    room.gone_since[0] = NOON
    assert code(lambda: do(room, 1, Claim, "win", at=NOON + 100 * POLICY.grace_ms)) == "nothing_to_claim"


def test_the_grace_begins_with_the_turn_of_who_is_gone() -> None:
    room = begun(range(3), FischerSpec(6_000_000, 0))
    room.gone_since[0] = NOON
    thought_ms = 10 * POLICY.grace_ms
    do(room, 1, Move, 3, 200, at=NOON + thought_ms)
    assert code(lambda: do(room, 1, Claim, "win", at=NOON + thought_ms)) == "still_here"
    assert code(lambda: do(room, 1, Claim, "win", at=NOON + thought_ms + POLICY.grace_ms - 1)) == "still_here"
    (end,) = do(room, 1, Claim, "win", at=NOON + thought_ms + POLICY.grace_ms)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == ("white", "abandoned")


@pytest.mark.parametrize("plies", [0, 1])
def test_before_both_have_moved_there_is_nothing_to_claim(plies: int) -> None:
    room = begun(range(plies))
    room.gone_since[0] = NOON
    assert code(lambda: do(room, 1, Claim, "win", at=NOON + POLICY.grace_ms)) == "nothing_to_claim"
    (end,) = do(room, 1, Abort)
    assert isinstance(end, Ended)
    assert end.reason == "aborted"


def test_an_operator_closes_whatever_is_not_over() -> None:
    for room in (opened(), begun(), begun([0, 1, 2])):
        (end,) = judge.close(room, NOON)
        assert isinstance(end, Ended)
        assert end.reason == "aborted"
    assert judge.close(ended(), NOON) == []


def test_the_first_moves_are_not_on_the_clock() -> None:
    room = begun(clock=FischerSpec(10_000, 1_000))
    for ply in range(2):
        (moved,) = do(room, ply, Move, ply, ply, at=NOON + 30_000 * (ply + 1), lag=400)
        assert isinstance(moved, Moved)
        assert (moved.think_ms, moved.given_ms, moved.left) == (30_000, 0, (10_000, 10_000))
    assert room.clock.running == 0


def test_lag_is_given_back_up_to_the_cap_and_the_time_used() -> None:
    for think, lag, given in [(2_000, 300, 300), (2_000, 900, 500), (100, 300, 100)]:
        room = begun([0, 1], clock=FischerSpec(10_000, 1_000))
        (moved,) = do(room, 0, Move, 2, 2, at=NOON + think, lag=lag)
        assert isinstance(moved, Moved)
        assert (moved.think_ms, moved.lag_ms, moved.given_ms) == (think, lag, given)
        assert moved.left == (10_000 - think + given + 1_000, 10_000)


@pytest.mark.parametrize(
    ("late", "lag", "flagged"), [(-1, 0, False), (0, 0, True), (299, 300, False), (300, 300, True), (500, 900, True)]
)
def test_a_move_that_comes_after_the_flag_loses(late: int, lag: int, flagged: bool) -> None:
    room = begun([0, 1], clock=FischerSpec(10_000, 0))
    at = NOON + 10_000 + late
    assert bool(judge.expire(room, at, lag)) == flagged
    (event,) = do(room, 0, Move, 2, 2, at=at, lag=lag)
    if flagged:
        assert isinstance(event, Ended)
        assert (event.winner, event.reason, event.left) == ("white", "timeout", (0, 10_000))
    else:
        assert isinstance(event, Moved)
        assert event.left[0] == 1


def test_time_for_a_move_is_whole_again_at_the_next() -> None:
    room = begun([0, 1], clock=PerMoveSpec(5_000))
    (moved,) = do(room, 0, Move, 2, 2, at=NOON + 4_000)
    assert isinstance(moved, Moved)
    assert moved.left == (1_000, 5_000)
    do(room, 1, Move, 3, 3, at=NOON + 6_000)
    assert room.left(NOON + 6_000) == (5_000, 3_000)
    assert find_deadline(room) == NOON + 11_000


def test_after_a_take_back_time_runs_for_the_one_to_move() -> None:
    room = begun([0, 1, 2], clock=FischerSpec(10_000, 0))
    do(room, 0, Offer, "takeback", at=NOON + 1_000)
    do(room, 1, Answer, "takeback", True, at=NOON + 3_000)
    assert room.left(NOON + 3_000) == (10_000, 7_000)
    assert (room.clock.running, find_deadline(room)) == (0, NOON + 13_000)
    do(room, 0, Offer, "takeback", at=NOON + 3_000)
    do(room, 1, Answer, "takeback", True, at=NOON + 4_000)  # to the empty board: off the clock again
    assert room.left(NOON + 50_000) == (9_000, 7_000)
    assert (room.clock.running, find_deadline(room)) == (None, NOON + 4_000 + POLICY.first_move_ms)
    assert room.game.to_move is Color.BLACK


def test_a_period_that_is_broken_off_is_whole_again() -> None:
    room = begun([0, 1, 2], clock=ByoYomiSpec(0, 10_000, 3))
    do(room, 0, Offer, "takeback", at=NOON + 1_000)
    (took_back,) = do(room, 1, Answer, "takeback", True, at=NOON + 14_000)
    assert isinstance(took_back, TookBack)
    assert took_back.left == (30_000, 20_000)  # one period is used up, the next was begun


def test_periods_end_one_after_the_other_and_the_last_with_the_game() -> None:
    room = begun([0, 1], clock=ByoYomiSpec(5_000, 10_000, 2))
    (moved,) = do(room, 0, Move, 2, 2, at=NOON + 16_000)
    assert isinstance(moved, Moved)
    assert (moved.left, moved.reserve) == ((10_000, 25_000), None)
    do(room, 1, Move, 3, 3, at=NOON + 17_000)
    assert find_deadline(room) == NOON + 27_000
    (ended,) = judge.expire(room, NOON + 27_000)
    assert isinstance(ended, Ended)
    assert (ended.winner, ended.reason, ended.left) == ("white", "timeout", (0, 24_000))


def test_stones_still_to_lay_are_told_and_outlast_a_restart() -> None:
    room = begun([0, 1], clock=CanadianSpec(0, 60_000, 2))
    (moved,) = do(room, 0, Move, 2, 2, at=NOON + 20_000)
    assert isinstance(moved, Moved)
    assert (moved.left, moved.reserve) == ((40_000, 60_000), (1, 0))
    (resumed,) = judge.resume(room, NOON + 90_000, NOON + 25_000)
    assert isinstance(resumed, Resumed)
    assert (resumed.left, resumed.reserve, resumed.thought_ms) == ((40_000, 55_000), (1, 2), 5_000)
    happen(room, [resumed])
    happen(room, judge.go_on(room, NOON + 90_000))
    (moved,) = do(room, 1, Move, 3, 3, at=NOON + 91_000)
    assert isinstance(moved, Moved)
    assert (moved.left, moved.reserve) == ((40_000, 54_000), (1, 1))
    (moved,) = do(room, 0, Move, 4, 4, at=NOON + 92_000)
    assert isinstance(moved, Moved)
    assert (moved.left, moved.reserve) == ((60_000, 54_000), (2, 1))


@pytest.mark.parametrize(
    ("room", "ms", "winner", "reason"),
    [
        (opened(), POLICY.idle_ms, None, "aborted"),
        (begun(clock=FischerSpec(10_000, 0)), POLICY.first_move_ms, None, "aborted"),
        (begun([0], clock=PerMoveSpec(90_000)), POLICY.first_move_ms, None, "aborted"),
        (begun([0, 1], clock=FischerSpec(10_000, 0)), 10_000, "white", "timeout"),
        (begun([0, 1, 2], clock=PerMoveSpec(5_000)), 5_000, "black", "timeout"),
        (begun(), POLICY.idle_ms, None, "aborted"),
        (begun([0, 1]), POLICY.idle_ms, "white", "abandoned"),
        (begun([0, 1], guest=BOT), POLICY.idle_ms, "white", "abandoned"),
    ],
)
def test_what_time_brings(room: Room, ms: int, winner: str | None, reason: str) -> None:
    assert find_deadline(room) == NOON + ms
    assert judge.expire(room, NOON + ms - 1) == []
    (end,) = judge.expire(room, NOON + ms)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == (winner, reason)
    happen(room, [end])
    assert find_deadline(room) is None
    assert judge.expire(room, NOON + 10 * ms) == []


def test_an_open_room_outlives_its_owners_leaving_for_a_while() -> None:
    room = opened()
    room.gone_since[0] = NOON + 5_000
    assert find_deadline(room) == NOON + 5_000 + POLICY.open_ms
    room.gone_since[0] = None
    assert find_deadline(room) == NOON + POLICY.idle_ms


def test_nothing_is_due_while_a_bot_thinks() -> None:
    for plies in (1, 3):
        room = begun(range(plies), clock=FischerSpec(10_000, 0), guest=BOT)
        assert find_deadline(room) is None
        assert judge.expire(room, NOON + POLICY.idle_ms) == []
        (moved,) = judge.move(room, 1, plies, 100, NOON + 3_600_000)
        assert isinstance(moved, Moved)
        assert moved.think_ms == 3_600_000


@pytest.mark.parametrize(
    ("plies", "rated", "clock", "winner", "reason"),
    [
        (0, True, UNTIMED, None, "aborted"),
        (2, False, UNTIMED, None, "aborted"),
        (2, True, UNTIMED, "white", "abandoned"),
        (3, False, UNTIMED, None, "aborted"),  # the bot's turn, as after a restart
        (3, True, FischerSpec(10_000, 0), "white", "abandoned"),
        (2, True, PerMoveSpec(3_600_000), "white", "abandoned"),
    ],
)
def test_a_bot_does_not_wait_for_ever_for_who_has_left(
    plies: int, rated: bool, clock: ClockSpec, winner: str | None, reason: str
) -> None:
    room = begun(range(plies), clock=clock, guest=BOT)
    room.rated = rated
    room.gone_since[0] = NOON + 5_000
    due = NOON + 5_000 + POLICY.deserted_ms
    assert (find_deadline(room), judge.expire(room, due - 1)) == (due, [])
    (end,) = judge.expire(room, due)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == (winner, reason)
    room.gone_since[0] = None
    assert judge.expire(room, due) == []


def test_the_flag_of_who_has_left_falls_all_the_same_and_people_are_not_deserted() -> None:
    room = begun([0, 1], clock=PerMoveSpec(20_000), guest=BOT)
    room.gone_since[0] = NOON
    (end,) = judge.expire(room, NOON + 20_000)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == ("white", "timeout")
    among_people = begun([0, 1])
    among_people.gone_since = [NOON, NOON]
    assert find_deadline(among_people) == NOON + POLICY.idle_ms


def test_downtime_is_nobodys_and_the_move_remembers_what_it_took() -> None:
    room = begun([0, 1], clock=FischerSpec(60_000, 0))
    (resumed,) = judge.resume(room, NOON + 500_000, NOON + 10_000)
    assert isinstance(resumed, Resumed)
    assert (resumed.left, resumed.thought_ms) == ((50_000, 60_000), 10_000)
    happen(room, [resumed])
    happen(room, judge.go_on(room, NOON + 500_000))
    (again,) = judge.resume(room, NOON + 900_000, NOON + 502_000)
    assert isinstance(again, Resumed)
    assert (again.left, again.thought_ms) == ((48_000, 60_000), 12_000)
    happen(room, [again])
    happen(room, judge.go_on(room, NOON + 900_000))
    (moved,) = do(room, 0, Move, 2, 2, at=NOON + 901_000)
    assert isinstance(moved, Moved)
    assert (moved.think_ms, moved.left) == (13_000, (47_000, 60_000))


def test_a_restart_gives_no_time_for_the_move_back() -> None:
    room = begun([0, 1], clock=PerMoveSpec(5_000))
    happen(room, judge.resume(room, NOON + 490_000, NOON + 3_000))
    assert room.left(NOON + 500_000) == (2_000, 5_000)
    assert find_deadline(room) == NOON + 490_000 + POLICY.grace_ms
    happen(room, judge.go_on(room, NOON + 500_000))
    assert judge.go_on(room, NOON + 500_000) == []
    assert room.left(NOON + 501_000) == (1_000, 5_000)
    assert find_deadline(room) == NOON + 502_000


def test_a_sign_of_life_from_before_the_move_charges_nothing() -> None:
    room = begun([0, 1], clock=PerMoveSpec(5_000))
    for alive_at in (0, NOON - 60_000, NOON):
        (resumed,) = judge.resume(room, NOON + 500_000, alive_at)
        assert isinstance(resumed, Resumed)
        assert (resumed.left, resumed.thought_ms) == ((5_000, 5_000), 0)


def test_after_a_restart_the_first_move_has_its_time_anew() -> None:
    room = begun(clock=FischerSpec(60_000, 0))
    happen(room, judge.resume(room, NOON + 500_000, NOON))
    assert find_first_move_by(room) == NOON + 500_000 + POLICY.first_move_ms
    assert room.clock.running is None


def test_only_games_that_go_on_are_resumed() -> None:
    assert judge.resume(opened(), NOON + 1, NOON) == []
    assert judge.resume(ended(), NOON + 1, NOON) == []
