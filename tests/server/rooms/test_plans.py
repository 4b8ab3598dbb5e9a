"""Conditional moves: answers that players have planned, in games by correspondence."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from gomoku.plan import AnswerPlan, PlannedAnswer
from gomoku.working_time import DAY_MS
from server.errors import Refused, StoreError
from server.protocol.events import Ended, Moved
from server.protocol.inbound import Answer, KeepPlan, Offer, ReadPlan
from server.protocol.values import CorrespondenceSpec, NoClockSpec
from server.rooms.plans import PlanMessages
from server.store.games import correspondence, library
from server.store.people import players
from server.store.writes import PlanAt
from tests.gomoku.test_game import THREE_AND_THREE
from tests.server.rooms.house import House, Looker, Time, failing, open_house, refused, stored

THREE_DAYS = CorrespondenceSpec(move_ms=3 * DAY_MS)
Branches = list[tuple[int, int, int]]


async def begin(house: House, *moves: int, **wishes: Any) -> tuple[Looker, Looker, str]:
    """A game by correspondence of two who look at it, black first, after these moves."""
    ada, bob = await house.join("ada"), await house.join("bob")
    room = await house.game(ada, bob, **{"clock": THREE_DAYS} | wishes)
    for ply, point in enumerate(moves):
        await house.move((ada, bob)[ply % 2], room, ply, point)
    return ada, bob, room


async def keep(house: House, who: Looker, room: str, ply: int, branches: Branches, first: int | None = None) -> None:
    await PlanMessages(house.rooms).keep(who, KeepPlan(house.id(), room, ply, branches, first), house.time())
    who.take("ack")


async def read(house: House, who: Looker, room: str) -> dict[str, Any]:
    who.take("plan")
    await PlanMessages(house.rooms).read(who, ReadPlan("r", room), house.time())
    (told,) = who.take("plan")
    assert told.pop("id") == "r"
    return told


async def in_store(house: House, room: str) -> list[AnswerPlan | None]:
    return await correspondence.read_plans(house.store, house.room(room).serial)


async def points(house: House, room: str) -> list[int]:
    return [event.point for event in await stored(house, room) if isinstance(event, Moved)]


async def test_an_answer_comes_with_the_move_that_it_answers(house: House) -> None:
    ada, bob, room = await begin(house, 112)
    await keep(house, ada, room, 1, [(0, 113, 97), (0, 98, 99), (1, 114, 127)])
    house.time.advance(DAY_MS)
    ada.heard.clear()
    ack = await house.move(bob, room, 1, 113)
    events = await stored(house, room)
    asked, answer = events[-2:]
    assert isinstance(asked, Moved)
    assert isinstance(answer, Moved)
    assert (asked.point, asked.conditional, answer.point, answer.conditional) == (113, False, 97, True)
    assert (answer.v, answer.at, answer.think_ms, ack["v"]) == (asked.v + 1, asked.at, 0, answer.v)
    (heard,) = ada.take("events")  # both at once
    assert [event["v"] for event in heard["events"]] == [asked.v, answer.v]
    assert ada.take("plan")[-1]["branches"] == [[0, 114, 127]]
    await house.enter(ada, room)
    (shown,) = ada.take("room")
    assert [move.get("conditional", False) for move in shown["moves"]] == [False, False, True]
    flags = [game.yours for game in await correspondence.list_games(house.store, "bob")]
    assert flags == [True]
    await house.move(bob, room, 3, 114)
    assert await points(house, room) == [112, 113, 97, 114, 127]
    assert (await read(house, ada, room)).get("branches") == []
    assert await in_store(house, room) == [None, None]


async def test_a_move_outside_of_it_ends_a_plan(house: House) -> None:
    ada, bob, room = await begin(house, 112)
    await keep(house, ada, room, 1, [(0, 113, 97)])
    await house.move(bob, room, 1, 98)
    assert await points(house, room) == [112, 98]
    assert await in_store(house, room) == [None, None]
    assert ada.take("plan")[-1]["branches"] == []


async def test_plans_of_both_sides_play_on_together(house: House) -> None:
    ada, bob, room = await begin(house)
    await keep(house, ada, room, 0, [(0, 1, 2), (1, 3, 4), (2, 5, 6)], first=0)
    await keep(house, bob, room, 0, [(0, 0, 1), (1, 2, 3), (2, 4, 7)])
    await house.move(ada, room, 0, 0)
    assert await points(house, room) == [0, 1, 2, 3, 4, 7]  # the last of bob's is not what ada has planned for
    events = await stored(house, room)
    assert [event.v for event in events] == list(range(events[0].v, events[0].v + len(events)))
    assert await in_store(house, room) == [None, None]


async def test_an_answer_may_win(house: House) -> None:
    ada, bob, room = await begin(house, 0, 15, 1, 16, 2, 17, 3)
    await keep(house, bob, room, 7, [])  # nothing to forget
    await keep(house, ada, room, 7, [(0, 18, 4), (0, 4, 5)])
    await house.move(bob, room, 7, 18)
    last = (await stored(house, room))[-1]
    assert isinstance(last, Ended)
    assert (last.winner, last.line) == ("black", [0, 1, 2, 3, 4])
    assert await in_store(house, room) == [None, None]
    assert await refused(keep(house, ada, room, 9, [(0, 100, 101)])) == "no_plans"


async def test_a_take_back_and_the_end_of_the_game_end_plans(house: House) -> None:
    ada, bob, room = await begin(house, 112, 113, 97)
    await keep(house, ada, room, 3, [(0, 98, 99)])
    await house.command(bob, Offer(house.id(), room, "takeback"))
    assert await in_store(house, room) != [None, None]  # an offer is none yet
    await house.command(ada, Answer(house.id(), room, "takeback", True))
    assert await in_store(house, room) == [None, None]
    await house.move(bob, room, 1, 113)
    await house.move(ada, room, 2, 97)
    await house.move(bob, room, 3, 98)
    assert await points(house, room) == [112, 113, 97, 113, 97, 98]
    await keep(house, bob, room, 4, [(0, 1, 2)])
    await house.resign(bob, room)
    assert await in_store(house, room) == [None, None]


async def test_a_flag_ends_plans(house: House) -> None:
    ada, _, room = await begin(house, 112, 113, 97)
    await keep(house, ada, room, 3, [(0, 98, 99)])
    house.time.advance(3 * DAY_MS)
    await house.rooms.slow_flags.sweep()
    assert await in_store(house, room) == [None, None]


async def test_an_answer_that_may_not_be_played_is_dropped_and_told(house: House) -> None:
    ada, bob, room = await begin(house, *THREE_AND_THREE[:-1], rules="renju")
    assert await refused(keep(house, ada, room, 7, [(0, 224, 112)])) == "bad_plan"
    # as one is that was kept by other rules of what is forbidden
    forbidden = AnswerPlan(7, [PlannedAnswer(0, 224, 112), PlannedAnswer(1, 210, 200)])
    await house.store.commit(PlanAt(house.room(room).serial, 0, forbidden, house.time()))
    await house.move(bob, room, 7, 224)
    assert await points(house, room) == THREE_AND_THREE
    assert ada.take("plan")[-1] == {"t": "plan", "room": room, "ply": 8, "branches": [], "dropped": 112}
    assert await in_store(house, room) == [None, None]
    await house.move(ada, room, 8, 100)


async def test_nobody_else_is_told_of_a_plan(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    ada, bob, room = await begin(house, 112)
    cat = await house.join("cat")
    await house.enter(cat, room)

    async def look() -> list[object]:
        shown: list[object] = [*caplog.messages, *await stored(house, room)]
        for each in (bob, cat):
            each.heard.clear()
            await house.enter(each, room)
            shown += each.take("room")
        return shown

    before = await look()
    for each in (bob, cat):
        each.heard.clear()
    await keep(house, ada, room, 1, [(0, 113, 97)])
    assert bob.heard == cat.heard == []
    assert (await read(house, bob, room))["branches"] == []
    assert await refused(read(house, cat, room)) == "not_seated"
    assert await refused(keep(house, cat, room, 1, [(0, 113, 97)])) == "not_seated"
    assert await look() == before
    assert (await read(house, ada, room))["branches"] == [[0, 113, 97]]


async def test_what_may_be_planned(house: House) -> None:
    ada, bob, room = await begin(house, 112)
    assert await refused(keep(house, ada, room, 2, [(0, 113, 97)])) == "wrong_ply"
    assert await refused(keep(house, ada, room, 1, [(0, 113, 112)])) == "bad_plan"
    assert await refused(keep(house, ada, room, 1, [(0, 113, 97)], first=3)) == "bad_plan"
    assert await refused(keep(house, bob, room, 1, [(0, 113, 97)])) == "bad_plan"
    await keep(house, ada, room, 1, [(0, 113, 97)])
    await keep(house, ada, room, 1, [(0, 98, 97)])  # in place of the other
    assert (await read(house, ada, room))["branches"] == [[0, 98, 97]]
    await keep(house, ada, room, 1, [])
    assert (await read(house, ada, room))["branches"] == []
    quick = await house.game(ada, bob, clock=NoClockSpec())
    assert await refused(keep(house, ada, quick, 0, [(0, 1, 2)], first=0)) == "no_plans"
    opening = await house.game(ada, bob, clock=THREE_DAYS, opening="swap2")
    assert await refused(keep(house, bob, opening, 0, [(0, 1, 2)])) == "no_plans"


async def test_a_move_that_is_not_kept_is_not_answered_and_leaves_the_plan(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, room = await begin(house, 112)
    await keep(house, ada, room, 1, [(0, 113, 97)])
    before = await in_store(house, room)
    with monkeypatch.context() as patched:
        patched.setattr(house.store, "commit", failing(False, house.store.commit))
        with pytest.raises(StoreError):
            await house.move(bob, room, 1, 113)
    assert (await points(house, room), await in_store(house, room)) == ([112], before)
    await house.move(bob, room, 1, 113)
    assert await points(house, room) == [112, 113, 97]


async def test_a_plan_outlives_a_restart(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        ada, _, room = await begin(house, 112)
        await keep(house, ada, room, 1, [(0, 113, 97)])
    async with open_house(path, time) as house:
        bob = await house.join("bob")
        await house.move(bob, room, 1, 113)
        assert await points(house, room) == [112, 113, 97]


async def test_plans_go_with_the_game_and_with_their_player(house: House) -> None:
    ada, bob, room = await begin(house)
    await keep(house, ada, room, 0, [(0, 1, 2)], first=0)
    await keep(house, bob, room, 0, [(0, 1, 2)])
    await players.delete(house.store, "ada", house.time())
    left = await in_store(house, room)
    assert left[0] is None
    assert left[1] is not None
    await library.delete_game(house.store, room)
    assert await house.store.fetch("SELECT * FROM plans") == []


@pytest.mark.parametrize("seed", range(6))
async def test_a_plan_plays_what_its_owner_would_have_played_by_hand(house: House, seed: int) -> None:
    rng = Random(seed)
    ada, bob, room = await begin(house, 4, rules="tictactoe", size=3)
    _, __, other = await begin(house, 4, rules="tictactoe", size=3)
    branches: Branches = []
    for _ in range(100):
        after = rng.randrange(len(branches) + 1)
        tried = [*branches, (after, rng.randrange(9), rng.randrange(9))]
        try:
            await keep(house, ada, room, 1, tried)
        except Refused:
            continue
        branches = tried
    assert branches
    at = 0  # the branch that the game has come to
    for ply in (1, 3, 5, 7):
        if house.room(other).result is not None:
            break
        free = [point for point in range(9) if point not in house.room(other).game.moves]
        planned = [when for after, when, _ in branches if after == at] if at is not None else []
        point = rng.choice(planned or free)
        await house.move(bob, room, ply, point)
        await house.move(bob, other, ply, point)
        met = [n for n, (after, when, _) in enumerate(branches, 1) if (after, when) == (at, point)]
        if not met:
            break
        at = met[0]
        await house.move(ada, other, ply + 1, branches[at - 1][2])
    assert await points(house, room) == await points(house, other)
    assert house.room(room).result == house.room(other).result
