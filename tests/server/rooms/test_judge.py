"""What each command brings, and with which code it is refused."""

from collections.abc import Callable, Iterable

import pytest

from gomoku.board import Color
from server.errors import Refused
from server.protocol.events import (
    Answered,
    Created,
    Ended,
    Moved,
    Offered,
    Rematched,
    Resumed,
    RoomEvent,
    Seated,
    TookBack,
)
from server.protocol.inbound import Abort, Answer, Claim, Move, Offer, Resign, RoomCommand, Sit
from server.protocol.shapes import ClockSpec, ColorChoice, Fischer, NoClock, PerMove, Rules, Who
from server.rooms import judge
from server.rooms.room import Room
from server.rooms.terms import Terms

NOON = 1_700_000_000_000
TERMS = Terms()
ADA, BOB, EVE = Who("ada", "Ada"), Who("bob", "Bob"), Who("eve", "Eve")
BOT = Who(level=1)
UNTIMED = NoClock()


def happen(room: Room, events: Iterable[RoomEvent]) -> None:
    for event in events:
        room.apply(event)


def opened(
    clock: ClockSpec = UNTIMED, rules: Rules = "freestyle", size: int = 15, color: ColorChoice = "black"
) -> Room:
    created = Created(1, NOON, rules, size, clock, "public", True, color, ADA)  # type: ignore[arg-type]
    return Room(1, "room00000000", created, TERMS)


def begun(
    moves: Iterable[int] = (), clock: ClockSpec = UNTIMED, rules: Rules = "freestyle", size: int = 15, guest: Who = BOB
) -> Room:
    """A game in which seat 0 has black, after the moves, all made at noon."""
    room = opened(clock, rules, size)
    happen(room, [Seated(2, NOON, 1, guest, 0)])
    for ply, point in enumerate(moves):
        happen(room, judge.move(room, ply % 2, ply, point, NOON))
    return room


def ended(moves: Iterable[int] = (0, 1), guest: Who = BOB) -> Room:
    room = begun(moves, guest=guest)
    happen(room, judge.decide(room, 0, Resign("r", room.id), NOON))
    return room


def do(
    room: Room, seat: int, command: type[RoomCommand], *fields: object, at: int = NOON, lag: int = 0
) -> list[RoomEvent]:
    """A command, judged and applied."""
    events = judge.decide(room, seat, command("c", room.id, *fields), at, lag)
    happen(room, events)
    return events


def code(work: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        work()
    return refusal.value.code


# --- refusals -----------------------------------------------------------------------------------------------------


def offered(room: Room, seat: int, what: str) -> Room:
    do(room, seat, Offer, what)
    return room


def declined(room: Room, seat: int, what: str) -> Room:
    do(offered(room, seat, what), 1 - seat, Answer, what, False)
    return room


@pytest.mark.parametrize(
    ("room", "seat", "command", "fields", "expected"),
    [
        (opened(), 0, Move, (0, 0), "not_started"),
        (opened(), 0, Resign, (), "not_started"),
        (opened(), 0, Offer, ("draw",), "not_started"),
        (opened(), 0, Offer, ("takeback",), "not_started"),
        (opened(), 0, Offer, ("rematch",), "not_over"),
        (opened(), 0, Claim, ("win",), "not_started"),
        (opened(), 0, Answer, ("draw", True), "no_offer"),
        (opened(), 0, Sit, (), "bad_message"),
        (begun(), 1, Move, (0, 0), "not_your_turn"),
        (begun([0]), 0, Move, (1, 1), "not_your_turn"),
        (begun(), 0, Move, (1, 0), "wrong_ply"),
        (begun([0, 1]), 0, Move, (0, 5), "wrong_ply"),
        (begun([0, 1]), 0, Move, (2, 1), "occupied"),
        (begun(), 0, Move, (0, 225), "off_board"),
        (begun(rules="tictactoe", size=3), 0, Move, (0, 9), "off_board"),
        (begun([0, 30, 1, 32, 2, 34, 4, 36, 5, 38], rules="renju"), 0, Move, (10, 3), "forbidden_overline"),
        (begun([97, 0, 127, 2, 111, 28, 113, 30], rules="renju"), 0, Move, (8, 112), "forbidden_double_three"),
        (begun(), 0, Offer, ("takeback",), "nothing_to_take_back"),
        (begun([0]), 1, Offer, ("takeback",), "nothing_to_take_back"),
        (begun(), 0, Offer, ("rematch",), "not_over"),
        (offered(begun(), 0, "draw"), 0, Offer, ("draw",), "already_offered"),
        (offered(begun([0]), 0, "takeback"), 0, Offer, ("takeback",), "already_offered"),
        (offered(ended(), 0, "rematch"), 0, Offer, ("rematch",), "already_offered"),
        (offered(offered(ended(), 0, "rematch"), 1, "rematch"), 1, Offer, ("rematch",), "already_offered"),
        (declined(begun(), 0, "draw"), 0, Offer, ("draw",), "offer_too_soon"),
        (declined(ended(), 1, "rematch"), 1, Offer, ("rematch",), "offer_too_soon"),
        (begun(), 1, Answer, ("draw", True), "no_offer"),
        (begun(), 1, Answer, ("draw", False), "no_offer"),
        (offered(begun(), 0, "draw"), 0, Answer, ("draw", True), "no_offer"),
        (offered(begun([0]), 0, "draw"), 1, Answer, ("takeback", True), "no_offer"),
        (begun([0, 1]), 0, Abort, (), "too_late_to_abort"),
        (begun([0, 1]), 0, Claim, ("win",), "still_here"),
        (begun([0, 1], guest=BOT), 0, Claim, ("win",), "still_here"),
        (ended(), 0, Move, (2, 5), "game_over"),
        (ended(), 0, Resign, (), "game_over"),
        (ended(), 0, Abort, (), "game_over"),
        (ended(), 0, Claim, ("draw",), "game_over"),
        (ended(), 0, Offer, ("draw",), "game_over"),
        (ended(), 0, Offer, ("takeback",), "game_over"),
    ],
)
def test_what_breaks_a_rule_is_refused_by_its_code(
    room: Room, seat: int, command: type[RoomCommand], fields: tuple[object, ...], expected: str
) -> None:
    before = room.v, list(room.game.moves), room.offers[0] | room.offers[1]
    assert code(lambda: do(room, seat, command, *fields)) == expected
    assert (room.v, list(room.game.moves), room.offers[0] | room.offers[1]) == before


@pytest.mark.parametrize(
    ("room", "who", "expected"),
    [
        (opened(), ADA, "own_room"),
        (begun(), ADA, "own_room"),
        (begun(), EVE, "seat_taken"),
        (ended(), EVE, "game_over"),
    ],
)
def test_who_may_not_sit_down(room: Room, who: Who, expected: str) -> None:
    assert code(lambda: judge.sit(room, who, NOON)) == expected


# --- beginnings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("color", "blacks"), [("black", {0}), ("white", {1}), ("random", {0, 1})])
def test_colours_are_as_the_owner_asked(color: ColorChoice, blacks: set[int]) -> None:
    found = set()
    for _ in range(64):
        (seated,) = judge.sit(opened(color=color), BOB, NOON)
        assert isinstance(seated, Seated)
        found.add(seated.black)
    assert found == blacks


# --- moves and ends -----------------------------------------------------------------------------------------------


def test_a_winning_move_brings_the_end_with_its_line() -> None:
    room = begun([0, 15, 1, 16, 2, 17, 3, 18])
    moved, end = do(room, 0, Move, 8, 4)
    assert isinstance(moved, Moved)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason, end.line) == ("black", "five", [0, 1, 2, 3, 4])
    assert end.v == moved.v + 1 == room.v


def test_a_full_board_is_a_draw() -> None:
    room = begun([0, 1, 2, 4, 3, 5, 7, 6], rules="tictactoe", size=3)
    end = do(room, 0, Move, 8, 8)[1]
    assert isinstance(end, Ended)
    assert (end.winner, end.reason, end.line) == (None, "full_board", None)
    assert room.score_after() == (1, 1)


def test_black_may_be_in_either_seat() -> None:
    room = opened(color="white")
    happen(room, [Seated(2, NOON, 1, BOB, 1)])
    assert code(lambda: do(room, 0, Move, 0, 0)) == "not_your_turn"
    do(room, 1, Move, 0, 0)
    (end,) = do(room, 0, Resign)
    assert isinstance(end, Ended)
    assert end.winner == "black"
    assert room.score_after() == (0, 2)


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


@pytest.mark.parametrize(
    ("plies", "result", "winner", "reason"),
    [(2, "win", "white", "abandoned"), (2, "draw", None, "abandoned")],
)
def test_a_claim_against_who_is_gone(plies: int, result: str, winner: str | None, reason: str) -> None:
    room = begun(range(plies))
    room.gone_since[0] = NOON
    assert code(lambda: do(room, 1, Claim, result, at=NOON + TERMS.grace_ms - 1)) == "still_here"
    (end,) = do(room, 1, Claim, result, at=NOON + TERMS.grace_ms)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == (winner, reason)


@pytest.mark.parametrize("plies", [0, 1])
def test_before_both_have_moved_there_is_nothing_to_claim(plies: int) -> None:
    room = begun(range(plies))
    room.gone_since[0] = NOON
    assert code(lambda: do(room, 1, Claim, "win", at=NOON + TERMS.grace_ms)) == "nothing_to_claim"
    (end,) = do(room, 1, Abort)
    assert isinstance(end, Ended)
    assert end.reason == "aborted"


def test_an_operator_closes_whatever_is_not_over() -> None:
    for room in (opened(), begun(), begun([0, 1, 2])):
        (end,) = judge.close(room, NOON)
        assert isinstance(end, Ended)
        assert end.reason == "aborted"
    assert judge.close(ended(), NOON) == []


# --- offers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [Offer, Answer])
def test_an_offer_is_accepted_by_an_answer_or_by_the_same_offer(command: type[RoomCommand]) -> None:
    fields = () if command is Offer else (True,)
    room = offered(begun([0, 1]), 0, "draw")
    (end,) = do(room, 1, command, "draw", *fields)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == (None, "agreed_draw")
    assert room.offers == (set(), set())

    room = offered(begun([0]), 0, "takeback")  # the other has no move to take back and agrees all the same
    (took,) = do(room, 1, command, "takeback", *fields)
    assert isinstance(took, TookBack)
    assert (took.seat, took.plies) == (0, 1)

    room = offered(ended(), 1, "rematch")
    (again,) = do(room, 0, command, "rematch", *fields)
    assert isinstance(again, Rematched)
    assert room.next == again.room


@pytest.mark.parametrize(("plies", "seat", "back"), [(1, 0, 1), (2, 0, 2), (2, 1, 1), (3, 0, 1), (3, 1, 2)])
def test_a_take_back_goes_to_ones_own_turn(plies: int, seat: int, back: int) -> None:
    room = offered(begun(range(plies)), seat, "takeback")
    do(room, 1 - seat, Answer, "takeback", True)
    assert room.game.ply == plies - back
    assert room.seat_to_move == seat
    assert len(room.stones) == plies - back
    assert not room.rated


def test_a_withdrawn_offer_may_be_made_again_at_once() -> None:
    room = offered(begun([0]), 0, "draw")
    (answered,) = do(room, 0, Answer, "draw", False)
    assert isinstance(answered, Answered)
    assert (answered.seat, room.offers) == (0, (set(), set()))
    assert code(lambda: do(room, 1, Answer, "draw", True)) == "no_offer"
    (again,) = do(room, 0, Offer, "draw")
    assert isinstance(again, Offered)


def test_offering_and_withdrawing_ends_some_day() -> None:
    room = begun([0])
    while room.v < judge.MOST_EVENTS:
        do(room, 0, Offer, "draw")
        do(room, 0, Answer, "draw", False)
    assert code(lambda: do(room, 0, Offer, "draw")) == "offer_too_soon"
    assert code(lambda: do(room, 0, Offer, "takeback")) == "offer_too_soon"
    do(room, 1, Move, 1, 1)  # the game goes on, and comes to its end


def test_a_declined_offer_may_be_made_again_after_a_move() -> None:
    room = declined(begun([0]), 0, "draw")
    assert code(lambda: do(room, 0, Offer, "draw")) == "offer_too_soon"
    do(room, 1, Offer, "draw")  # the other side may
    do(room, 0, Answer, "draw", False)
    do(room, 1, Move, 1, 1)
    do(room, 0, Offer, "draw")


def test_offers_stand_until_the_other_has_moved() -> None:
    room = offered(begun([0, 1]), 0, "draw")
    do(room, 0, Offer, "takeback")
    do(room, 0, Move, 2, 2)
    assert room.offers[0] == {"draw"}
    do(room, 1, Move, 3, 3)
    assert room.offers[0] == set()


def test_a_bot_takes_back_and_plays_again_but_makes_no_draws() -> None:
    room = begun([0, 1], guest=BOT)
    assert [type(event) for event in do(room, 0, Offer, "draw")] == [Offered, Answered]
    assert code(lambda: do(room, 0, Offer, "draw")) == "offer_too_soon"
    assert [type(event) for event in do(room, 0, Offer, "takeback")] == [TookBack]
    do(room, 0, Resign)
    assert [type(event) for event in do(room, 0, Offer, "rematch")] == [Rematched]


# --- time ---------------------------------------------------------------------------------------------------------


def test_the_first_moves_are_not_on_the_clock() -> None:
    room = begun(clock=Fischer(10_000, 1_000))
    for ply in range(2):
        (moved,) = do(room, ply, Move, ply, ply, at=NOON + 30_000 * (ply + 1), lag=400)
        assert isinstance(moved, Moved)
        assert (moved.think_ms, moved.given_ms, moved.left) == (30_000, 0, (10_000, 10_000))
    assert room.clock.running == 0


def test_lag_is_given_back_up_to_the_cap_and_the_time_used() -> None:
    for think, lag, given in [(2_000, 300, 300), (2_000, 900, 500), (100, 300, 100)]:
        room = begun([0, 1], clock=Fischer(10_000, 1_000))
        (moved,) = do(room, 0, Move, 2, 2, at=NOON + think, lag=lag)
        assert isinstance(moved, Moved)
        assert (moved.think_ms, moved.lag_ms, moved.given_ms) == (think, lag, given)
        assert moved.left == (10_000 - think + given + 1_000, 10_000)


@pytest.mark.parametrize(
    ("late", "lag", "flagged"), [(-1, 0, False), (0, 0, True), (299, 300, False), (300, 300, True), (500, 900, True)]
)
def test_a_move_that_comes_after_the_flag_loses(late: int, lag: int, flagged: bool) -> None:
    room = begun([0, 1], clock=Fischer(10_000, 0))
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
    room = begun([0, 1], clock=PerMove(5_000))
    (moved,) = do(room, 0, Move, 2, 2, at=NOON + 4_000)
    assert isinstance(moved, Moved)
    assert moved.left == (1_000, 5_000)
    do(room, 1, Move, 3, 3, at=NOON + 6_000)
    assert room.left(NOON + 6_000) == (5_000, 3_000)
    assert room.deadline() == NOON + 11_000


def test_after_a_take_back_time_runs_for_the_one_to_move() -> None:
    room = begun([0, 1, 2], clock=Fischer(10_000, 0))
    do(room, 0, Offer, "takeback", at=NOON + 1_000)
    do(room, 1, Answer, "takeback", True, at=NOON + 3_000)
    assert room.left(NOON + 3_000) == (10_000, 7_000)
    assert (room.clock.running, room.deadline()) == (0, NOON + 13_000)
    do(room, 0, Offer, "takeback", at=NOON + 3_000)
    do(room, 1, Answer, "takeback", True, at=NOON + 4_000)  # to the empty board: off the clock again
    assert room.left(NOON + 50_000) == (9_000, 7_000)
    assert (room.clock.running, room.deadline()) == (None, NOON + 4_000 + TERMS.first_move_ms)
    assert room.game.to_move is Color.BLACK


@pytest.mark.parametrize(
    ("room", "ms", "winner", "reason"),
    [
        (opened(), TERMS.idle_ms, None, "aborted"),
        (begun(clock=Fischer(10_000, 0)), TERMS.first_move_ms, None, "aborted"),
        (begun([0], clock=PerMove(90_000)), TERMS.first_move_ms, None, "aborted"),
        (begun([0, 1], clock=Fischer(10_000, 0)), 10_000, "white", "timeout"),
        (begun([0, 1, 2], clock=PerMove(5_000)), 5_000, "black", "timeout"),
        (begun(), TERMS.idle_ms, None, "aborted"),
        (begun([0, 1]), TERMS.idle_ms, "white", "abandoned"),
        (begun([0, 1], guest=BOT), TERMS.idle_ms, "white", "abandoned"),
    ],
)
def test_what_time_brings(room: Room, ms: int, winner: str | None, reason: str) -> None:
    assert room.deadline() == NOON + ms
    assert judge.expire(room, NOON + ms - 1) == []
    (end,) = judge.expire(room, NOON + ms)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == (winner, reason)
    happen(room, [end])
    assert room.deadline() is None
    assert judge.expire(room, NOON + 10 * ms) == []


def test_an_open_room_outlives_its_owners_leaving_for_a_while() -> None:
    room = opened()
    room.gone_since[0] = NOON + 5_000
    assert room.deadline() == NOON + 5_000 + TERMS.open_ms
    room.gone_since[0] = None
    assert room.deadline() == NOON + TERMS.idle_ms


def test_nothing_is_due_while_a_bot_thinks() -> None:
    for plies in (1, 3):
        room = begun(range(plies), clock=Fischer(10_000, 0), guest=BOT)
        assert room.deadline() is None
        assert judge.expire(room, NOON + TERMS.idle_ms) == []
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
        (3, True, Fischer(10_000, 0), "white", "abandoned"),
        (2, True, PerMove(3_600_000), "white", "abandoned"),
    ],
)
def test_a_bot_does_not_wait_for_ever_for_who_has_left(
    plies: int, rated: bool, clock: ClockSpec, winner: str | None, reason: str
) -> None:
    room = begun(range(plies), clock=clock, guest=BOT)
    room.rated = rated
    room.gone_since[0] = NOON + 5_000
    due = NOON + 5_000 + TERMS.deserted_ms
    assert (room.deadline(), judge.expire(room, due - 1)) == (due, [])
    (end,) = judge.expire(room, due)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == (winner, reason)
    room.gone_since[0] = None
    assert judge.expire(room, due) == []


def test_the_flag_of_who_has_left_falls_all_the_same_and_people_are_not_deserted() -> None:
    room = begun([0, 1], clock=PerMove(20_000), guest=BOT)
    room.gone_since[0] = NOON
    (end,) = judge.expire(room, NOON + 20_000)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == ("white", "timeout")
    among_people = begun([0, 1])
    among_people.gone_since = [NOON, NOON]
    assert among_people.deadline() == NOON + TERMS.idle_ms


# --- restarts -----------------------------------------------------------------------------------------------------


def test_downtime_is_nobodys_and_the_move_remembers_what_it_took() -> None:
    room = begun([0, 1], clock=Fischer(60_000, 0))
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
    room = begun([0, 1], clock=PerMove(5_000))
    happen(room, judge.resume(room, NOON + 490_000, NOON + 3_000))
    assert room.left(NOON + 500_000) == (2_000, 5_000)
    assert room.deadline() == NOON + 490_000 + TERMS.grace_ms
    happen(room, judge.go_on(room, NOON + 500_000))
    assert judge.go_on(room, NOON + 500_000) == []
    assert room.left(NOON + 501_000) == (1_000, 5_000)
    assert room.deadline() == NOON + 502_000


def test_a_sign_of_life_from_before_the_move_charges_nothing() -> None:
    room = begun([0, 1], clock=PerMove(5_000))
    for alive_at in (0, NOON - 60_000, NOON):
        (resumed,) = judge.resume(room, NOON + 500_000, alive_at)
        assert isinstance(resumed, Resumed)
        assert (resumed.left, resumed.thought_ms) == ((5_000, 5_000), 0)


def test_after_a_restart_the_first_move_has_its_time_anew() -> None:
    room = begun(clock=Fischer(60_000, 0))
    happen(room, judge.resume(room, NOON + 500_000, NOON))
    assert room.first_move_by == NOON + 500_000 + TERMS.first_move_ms
    assert room.clock.running is None


def test_only_games_that_go_on_are_resumed() -> None:
    assert judge.resume(opened(), NOON + 1, NOON) == []
    assert judge.resume(ended(), NOON + 1, NOON) == []
