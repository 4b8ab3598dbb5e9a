"""Decisions in an opening: permitted choices, running clocks, and colours."""

from server.protocol.events import Chose, Created, Declared, Ended, Moved, Proposed, Rematched, Seated
from server.protocol.inbound import Abort, Choose, Declare, Move, Offer, Propose, Resign
from server.protocol.values import ByoYomiSpec, CanadianSpec, ClockSpec, CorrespondenceSpec, FischerSpec, OpeningName
from server.rooms import judge, snapshot
from server.rooms.creation import make_rematch
from server.rooms.room import Room
from server.rooms.time_limits import foresee_flag
from server.store.writes import FlagAt
from tests.gomoku.openings.runs import points
from tests.server.rooms.judge.games import ADA, BOB, NOON, POLICY, UNTIMED, code, do, ended, happen


def begin(opening: OpeningName, clock: ClockSpec = UNTIMED, first: int = 0) -> Room:
    """A game by an opening rule; Ada has seat 0."""
    rules = "renju" if opening not in ("swap2", "pro", "swap") else "freestyle"
    created = Created(1, NOON, rules, 15, clock, "public", True, "black", ADA, opening=opening)  # type: ignore[arg-type]
    room = Room(1, "room00000000", created, POLICY)
    happen(room, [Seated(2, NOON, 1, BOB, first)])
    return room


def lay(room: Room, seat: int, *names: str, at: int = NOON) -> None:
    for name in names:
        do(room, seat, Move, room.game.ply, points(name)[0], at=at)


def test_swap2_with_two_more_stones() -> None:
    room = begin("swap2")
    lay(room, 0, "A1", "B2", "C4")
    assert (room.seat_to_act, room.black) == (1, 0)
    assert code(lambda: do(room, 0, Choose, 3, "white")) == "not_your_turn"
    assert code(lambda: do(room, 1, Choose, 2, "white")) == "wrong_ply"
    assert code(lambda: do(room, 1, Choose, 3, "keep")) == "no_such_choice"
    assert code(lambda: do(room, 1, Move, 3, 100)) == "wrong_action"
    assert code(lambda: do(room, 1, Declare, 3, 3)) == "wrong_action"
    (chose,) = do(room, 1, Choose, 3, "two")
    assert isinstance(chose, Chose)
    assert (chose.seat, chose.ply, chose.black) == (1, 3, 0)
    lay(room, 1, "H8", "I8")
    (chose,) = do(room, 0, Choose, 5, "white")
    assert isinstance(chose, Chose)
    assert (chose.black, room.black, room.seat_to_act) == (1, 1, 0)
    lay(room, 0, "H9")
    assert room.seat_to_act == 1
    assert code(lambda: do(room, 1, Choose, 6, "white")) == "opening_over"
    assert [event.choice for event in room.decisions if isinstance(event, Chose)] == ["two", "white"]


def test_the_first_to_act_may_sit_in_either_seat() -> None:
    room = begin("swap2", first=1)
    lay(room, 1, "A1", "B2", "C4")
    do(room, 0, Choose, 3, "black")
    assert (room.first, room.black, room.seat_to_act) == (1, 0, 1)


def test_offers_and_what_is_picked() -> None:
    room = begin("taraguchi_5")
    for seat, name in ((0, "H8"), (1, "H9"), (0, "I9"), (1, "I8")):
        lay(room, seat, name)
        if name != "I8":
            do(room, 1 - seat, Choose, room.game.ply, "keep")
    do(room, 0, Choose, 4, "offer")
    five = list(points("A1+B1+C1+D1+E1"))
    assert code(lambda: do(room, 0, Propose, 4, five[:4])) == "wrong_count"
    assert code(lambda: do(room, 0, Propose, 4, [*five[:4], five[0]])) == "duplicate_offer"
    assert code(lambda: do(room, 0, Propose, 4, [*five[:4], points("A2")[0]])) == "duplicate_offer"
    (proposed,) = do(room, 0, Propose, 4, five)
    assert isinstance(proposed, Proposed)
    assert (proposed.points, room.seat_to_act, room.game.ply) == (five, 1, 4)
    assert code(lambda: do(room, 1, Move, 4, points("F1")[0])) == "not_offered"
    (moved,) = do(room, 1, Move, 4, five[2])
    assert isinstance(moved, Moved)
    assert (moved.seat, room.seat_to_act, room.black) == (1, 1, 0)
    assert room.game.board[five[2]] == 1
    lay(room, 1, "H7")
    assert room.seat_to_act == 0


def test_a_number_is_no_point_and_a_point_no_number() -> None:
    room = begin("yamaguchi")
    assert code(lambda: do(room, 0, Declare, 0, 1)) == "wrong_action"
    lay(room, 0, "H8", "H9", "I9")
    assert code(lambda: do(room, 0, Move, 3, 3)) == "wrong_action"
    (declared,) = do(room, 0, Declare, 3, 3)
    assert isinstance(declared, Declared)
    assert room.seat_to_act == 1


def test_a_zone_is_kept() -> None:
    room = begin("pro")
    assert code(lambda: do(room, 0, Move, 0, 0)) == "outside_zone"
    lay(room, 0, "H8")
    lay(room, 1, "A1")
    assert code(lambda: do(room, 0, Move, 2, points("I9")[0])) == "outside_zone"
    lay(room, 0, "K8")


def test_while_one_player_goes_on_no_clock_is_pressed() -> None:
    room = begin("swap2", FischerSpec(60_000, 5_000))
    lay(room, 0, "A1", "B2", at=NOON + 1_000)
    assert not room.under_way  # the other has not acted
    lay(room, 0, "C4", at=NOON + 9_000)
    assert room.left(NOON + 9_000) == (60_000, 60_000)
    do(room, 1, Choose, 3, "two", at=NOON + 10_000)
    assert room.under_way
    assert code(lambda: do(room, 0, Abort)) == "too_late_to_abort"
    lay(room, 1, "H8", at=NOON + 13_000)
    assert room.left(NOON + 13_000) == (60_000, 57_000)
    assert room.stones[-1].think_ms == 3_000
    lay(room, 1, "I8", at=NOON + 14_000)
    assert room.left(NOON + 14_000) == (60_000, 60_000 - 4_000 + 5_000)
    assert room.stones[-1].think_ms == 1_000  # of this stone alone
    do(room, 0, Choose, 5, "white", at=NOON + 24_000)
    assert room.left(NOON + 24_000) == (50_000, 61_000)  # lays the next stone: not pressed yet
    lay(room, 0, "O1", at=NOON + 25_000)
    assert room.left(NOON + 25_000) == (54_000, 61_000)
    assert room.seat_to_act == 1


def test_byo_yomi_counts_consecutive_acts_as_one_move() -> None:
    room = begin("swap2", ByoYomiSpec(0, 10_000, 2))
    lay(room, 0, "A1", "B2", "C4")
    do(room, 1, Choose, 3, "two")
    lay(room, 1, "H8", at=NOON + 6_000)
    assert room.left(NOON + 6_000)[1] == 14_000
    lay(room, 1, "I8", at=NOON + 9_000)
    assert room.left(NOON + 9_000)[1] == 20_000


def test_canadian_overtime_counts_stones_and_no_words() -> None:
    room = begin("swap2", CanadianSpec(0, 10_000, 5))
    lay(room, 0, "A1", "B2", "C4")
    do(room, 1, Choose, 3, "two")
    lay(room, 1, "H8", "I8")
    assert room.reserve(NOON) == (5, 3)
    do(room, 0, Choose, 5, "white")
    assert room.reserve(NOON) == (5, 3)


def test_time_that_is_up_in_a_choice_loses_to_the_other_seat() -> None:
    room = begin("swap2", FischerSpec(60_000, 0))
    lay(room, 0, "A1", "B2", "C4")
    do(room, 1, Choose, 3, "two")
    (end,) = judge.decide(room, 1, Move("c", room.id, 3, 100), NOON + 60_000)
    assert isinstance(end, Ended)
    happen(room, [end])
    assert (end.reason, end.winner) == ("timeout", "black")
    assert room.score_after() == (2, 0)


def test_who_resigns_while_colours_are_undecided_loses_as_a_seat() -> None:
    for first in (0, 1):
        for seat in (0, 1):
            room = begin("swap2", first=first)
            lay(room, first, "A1", "B2", "C4")
            do(room, seat, Resign)
            assert room.score_after() == ((0, 2) if seat == 0 else (2, 0))
    room = begin("soosyrv_4")
    lay(room, 0, "H8", "H9", "I9")
    do(room, 1, Choose, 3, "swap")
    do(room, 1, Resign)  # has black by now
    assert room.result is not None
    assert (room.result.winner, room.score_after()) == ("white", (2, 0))


def test_no_take_back_leads_into_an_opening() -> None:
    room = begin("swap")
    lay(room, 0, "A1", "B2", "C4")
    assert code(lambda: do(room, 0, Offer, "takeback")) == "nothing_to_take_back"
    do(room, 1, Choose, 3, "white")
    assert code(lambda: do(room, 1, Offer, "takeback")) == "nothing_to_take_back"
    lay(room, 1, "H8")
    assert code(lambda: do(room, 0, Offer, "takeback")) == "nothing_to_take_back"
    do(room, 1, Offer, "takeback")
    do(room, 0, Offer, "takeback")
    assert (room.game.ply, room.seat_to_act) == (3, 1)
    lay(room, 1, "H9")


def test_a_decision_ends_what_was_offered_before_as_a_move_does() -> None:
    room = begin("swap2")
    lay(room, 0, "A1", "B2", "C4")
    do(room, 0, Offer, "draw")
    do(room, 1, Choose, 3, "two")
    assert room.offers == (set(), set())


def test_what_is_shown_of_an_opening() -> None:
    room = begin("soosyrv_4")
    lay(room, 0, "H8")
    progress = snapshot.make_progress(room)
    assert progress is not None
    assert progress.turn is not None
    assert (progress.turn.kind, progress.turn.seat, progress.turn.nearest, progress.turn.farthest) == ("stone", 0, 0, 1)
    lay(room, 0, "H9", "I9")
    progress = snapshot.make_progress(room)
    assert progress is not None
    assert progress.turn is not None
    assert (progress.turn.kind, progress.turn.seat, progress.turn.choices) == ("choice", 1, ["keep", "swap"])
    assert (progress.first, progress.black, progress.settled, progress.pattern) == (0, 0, False, "D4")
    do(room, 1, Choose, 3, "swap")
    lay(room, 0, "A1")
    progress = snapshot.make_progress(room)
    assert progress is not None
    assert progress.turn is not None
    assert (progress.turn.kind, progress.turn.seat, progress.turn.most, progress.black) == ("number", 0, 4, 1)
    assert len(progress.decisions) == 1
    do(room, 0, Resign)
    progress = snapshot.make_progress(room)
    assert progress is not None
    assert progress.turn is None


def test_a_free_game_shows_no_opening() -> None:
    assert snapshot.make_progress(ended()) is None


def test_a_rematch_swaps_who_begins_whoever_had_black() -> None:
    room = begin("swap2")
    lay(room, 0, "A1", "B2", "C4")
    do(room, 1, Choose, 3, "black")
    do(room, 0, Resign)
    new, events = make_rematch(room, Rematched(room.v + 1, NOON, "next00000000"), 2)
    (seated,) = events
    assert isinstance(seated, Seated)
    assert (seated.black, new.created.color, new.created.opening) == (1, "white", "swap2")


def test_a_game_by_correspondence_waits_for_who_is_to_decide() -> None:
    day = 86_400_000
    room = begin("swap2", CorrespondenceSpec(move_ms=3 * day))
    assert foresee_flag(room, []).waits_for == ADA.id
    lay(room, 0, "A1", "B2", at=NOON + day)
    events = judge.decide(room, 0, Move("c", room.id, 2, points("C4")[0]), NOON + 2 * day)
    assert foresee_flag(room, events) == FlagAt(room.serial, NOON + 5 * day, BOB.id)
    happen(room, events)
    events = judge.decide(room, 1, Choose("c", room.id, 3, "two"), NOON + 3 * day)
    assert foresee_flag(room, events) == FlagAt(room.serial, NOON + 5 * day, BOB.id)  # goes on: no press
    happen(room, events)
    assert room.opening.game is room.game
    (end,) = judge.expire(room, NOON + 5 * day)
    assert isinstance(end, Ended)
    assert (end.reason, end.winner) == ("timeout", "black")
