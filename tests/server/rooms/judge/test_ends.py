"""Ends away from the board."""

import pytest

from server.protocol.events import Ended
from server.protocol.inbound import Abort, Claim, Move
from server.protocol.values import ClockSpec, FischerSpec
from server.rooms import judge
from tests.server.rooms.judge.games import BOB, NOON, POLICY, UNTIMED, begun, code, do, ended, opened


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
