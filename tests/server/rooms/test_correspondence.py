"""Games by correspondence: a move in days, in the store while nobody looks."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gomoku.working_time import DAY_MS
from server.errors import Refused
from server.protocol.inbound import Abort, Answer, Claim, EndVacation, Offer, TakeVacation
from server.protocol.values import CorrespondenceSpec
from server.rooms import fold
from server.rooms.policy import Policy
from server.rooms.room import Room
from server.rooms.vacations import MOST_A_YEAR, VacationMessages, make_vacations
from server.store.games import correspondence, room_log
from tests.server.rooms.house import NOON, House, Time, open_house, refused

THREE_DAYS = CorrespondenceSpec(move_ms=3 * DAY_MS)
TUESDAY = NOON
"""14 November 2023, 22:13 UTC."""


async def slow_game(house: House, **wishes: Any) -> tuple[Any, Any, str]:
    """A game of two who have both gone away again."""
    ada, bob = await house.join("ada"), await house.join("bob")
    room = await house.create(ada, **{"clock": THREE_DAYS} | wishes)
    await house.sit(bob, room)
    await house.leave(bob, room)
    return ada, bob, room


async def listed(house: House, player: str) -> list[tuple[str, bool, int]]:
    return [(game.room, game.yours, game.flag_at) for game in await correspondence.list_games(house.store, player)]


async def result(house: House, room: str) -> tuple[str | None, str] | None:
    stored = await room_log.find_room(house.store, room)
    assert stored is not None
    last = stored.events[-1]
    return (last.winner, last.reason) if hasattr(last, "reason") and hasattr(last, "winner") else None


async def test_a_game_stays_in_the_store_while_nobody_looks(house: House) -> None:
    ada, bob, room = await slow_game(house)
    assert house.rooms.tables.get(room) is None
    await house.move(ada, room, 0, 112)
    assert house.rooms.tables.get(room) is None
    await house.enter(bob, room)
    assert house.rooms.tables.get(room) is not None
    (state,) = bob.take("room")
    assert (state["left"], state["flag_at"], state["running"]) == ([3 * DAY_MS] * 2, NOON + 3 * DAY_MS, 1)
    await house.leave(bob, room)
    assert house.rooms.tables.get(room) is None


async def test_the_clock_runs_from_the_first_move_on_and_lists_are_told(house: House) -> None:
    ada, bob, room = await slow_game(house)
    assert await listed(house, "ada") == [(room, True, NOON + 3 * DAY_MS)]
    assert await listed(house, "bob") == [(room, False, NOON + 3 * DAY_MS)]
    house.time.advance(DAY_MS)
    await house.move(ada, room, 0, 112)
    assert (await bob.message("your_move"))["room"] == room
    assert ada.take("your_move") == []
    assert await listed(house, "bob") == [(room, True, NOON + 4 * DAY_MS)]
    await house.resign(bob, room)
    assert await listed(house, "ada") == await listed(house, "bob") == []


async def test_an_offer_leaves_the_flag_as_it_is_and_copies_no_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, room = await slow_game(house)
    await house.move(ada, room, 0, 112)
    await house.move(bob, room, 1, 113)
    before = await listed(house, "ada")
    house.time.advance(DAY_MS)
    copied: list[object] = []
    monkeypatch.setattr("server.rooms.time_limits.deepcopy", copied.append)
    await house.command(bob, Offer("ask", room, "draw"))
    await house.command(ada, Answer("no", room, "draw", False))
    assert copied == []
    assert await listed(house, "ada") == before


async def test_a_flag_falls_though_nobody_looks(house: House) -> None:
    ada, bob, room = await slow_game(house)
    await house.move(ada, room, 0, 112)
    await house.move(bob, room, 1, 113)
    house.time.advance(3 * DAY_MS - 1)
    await house.rooms.slow_flags.sweep()
    assert await result(house, room) is None
    house.time.advance(1)
    await house.rooms.slow_flags.sweep()
    assert await result(house, room) == ("white", "timeout")
    assert await listed(house, "ada") == []
    assert house.rooms.tables.get(room) is None


async def test_who_never_moves_has_not_lost(house: House) -> None:
    _, _, room = await slow_game(house)
    house.time.advance(3 * DAY_MS)
    await house.rooms.slow_flags.sweep()
    assert await result(house, room) == (None, "aborted")


async def test_a_restart_loads_no_such_game_and_changes_nothing(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        ada, _, room = await slow_game(house)
        waiting = await house.create(ada, clock=THREE_DAYS)
        await house.move(ada, room, 0, 112)
        await room_log.note_heartbeat(house.store, time())
        before = await room_log.find_room(house.store, room)
    time.advance(1000)
    async with open_house(path, time) as house:
        assert [table.room.id for table in house.rooms.tables] == [waiting]
        assert await room_log.find_room(house.store, room) == before
        assert await listed(house, "bob") == [(room, True, NOON + 3 * DAY_MS)]
        bob = await house.join("bob")
        await house.move(bob, room, 1, 113)


async def test_a_downtime_is_charged_to_nobody(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        ada, bob, room = await slow_game(house)
        await house.move(ada, room, 0, 112)
        await house.move(bob, room, 1, 113)
        time.advance(DAY_MS)
        await room_log.note_heartbeat(house.store, time())
    time.advance(4 * DAY_MS)
    async with open_house(path, time) as house:
        await house.rooms.slow_flags.sweep()
        assert await result(house, room) is None
        assert await listed(house, "ada") == [(room, True, NOON + 7 * DAY_MS)]
        ada = await house.join("ada")
        await house.enter(ada, room)
        assert ada.take("room")[0]["left"][0] == 2 * DAY_MS
        await house.leave(ada, room)
        time.advance(2 * DAY_MS)
        await house.rooms.slow_flags.sweep()
        assert await result(house, room) == ("white", "timeout")


async def test_weekends_are_nobodys_time(house: House) -> None:
    clock = CorrespondenceSpec(move_ms=5 * DAY_MS, weekends_free=True)
    ada, bob, room = await slow_game(house, clock=clock)
    house.time.advance(DAY_MS)
    await house.move(ada, room, 0, 112)
    assert await listed(house, "bob") == [(room, True, NOON + DAY_MS + 7 * DAY_MS)]
    house.time.advance(6 * DAY_MS)
    await house.enter(bob, room)
    assert bob.take("room")[0]["left"][1] == DAY_MS


async def test_a_vacation_stops_the_clock_of_who_takes_it(house: House) -> None:
    ada, bob, room = await slow_game(house)
    vacations = VacationMessages(house.rooms)
    await house.move(ada, room, 0, 112)
    await house.move(bob, room, 1, 113)
    await house.enter(bob, room)
    bob.take("room")
    house.time.advance(DAY_MS)
    announced = TakeVacation("v1", 5, house.time() + DAY_MS)
    for _ in range(2):  # sent again, it has the effect of one
        await vacations.take(ada, announced, house.time())
        assert len(ada.take("ack")) == 1
    assert bob.take("room")[-1]["flag_at"] == NOON + 8 * DAY_MS
    assert await listed(house, "ada") == [(room, True, NOON + 8 * DAY_MS)]
    house.time.advance(2 * DAY_MS)
    await house.enter(bob, room)
    (state,) = bob.take("room")
    assert (state["left"][0], state["away_until"]) == (DAY_MS, [NOON + 7 * DAY_MS, None])
    await vacations.take(bob, TakeVacation("v1", 9), house.time())  # it is not bob's turn
    assert await listed(house, "bob") == [(room, False, NOON + 8 * DAY_MS)]
    await house.leave(bob, room)

    await vacations.end(ada, EndVacation("e1"), house.time())  # back after a day
    assert await listed(house, "ada") == [(room, True, NOON + 4 * DAY_MS)]
    house.time.advance(DAY_MS - 1)
    await house.rooms.slow_flags.sweep()
    assert await result(house, room) is None
    house.time.advance(1)
    await house.rooms.slow_flags.sweep()
    assert await result(house, room) == ("white", "timeout")


async def test_vacations_are_so_many_days_a_year_and_do_not_overlap(house: House) -> None:
    ada = await house.join("ada")
    vacations = VacationMessages(house.rooms)
    new_year = 1_704_067_200_000
    await vacations.take(ada, TakeVacation("a", 20), house.time())
    assert await refused(vacations.take(ada, TakeVacation("b", 1, NOON + 19 * DAY_MS), NOON)) == "vacation_overlaps"
    assert await refused(vacations.take(ada, TakeVacation("b", 11, NOON + 20 * DAY_MS), NOON)) == "no_vacation_left"
    await vacations.take(ada, TakeVacation("b", 10, NOON + 20 * DAY_MS), NOON)
    await vacations.take(ada, TakeVacation("c", 30, new_year), NOON)
    taken = await correspondence.list_vacations(house.store, "ada", 0)
    assert make_vacations(taken, NOON).days_left == 0
    house.time.advance(5 * DAY_MS)
    await vacations.end(ada, EndVacation("d"), house.time())
    taken = await correspondence.list_vacations(house.store, "ada", 0)
    told = make_vacations(taken, house.time())
    assert (told.vacations, told.days_left) == ([], 25)
    assert await refused(vacations.take(ada, TakeVacation("x", 1, NOON + 900 * DAY_MS), NOON)) == "no_vacation_left"


async def test_who_takes_vacations_and_ends_them_over_and_over_is_stopped(house: House) -> None:
    ada, _, _ = await slow_game(house)
    vacations, looked = VacationMessages(house.rooms), 0
    look = house.rooms.slow_flags.reconsider

    async def count(player: str) -> None:
        nonlocal looked
        looked += 1
        await look(player)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.rooms.slow_flags, "reconsider", count)
        for n in range(MOST_A_YEAR):
            await vacations.take(ada, TakeVacation(f"v{n}", 1), house.time())
            for _ in range(2):  # the second ends nothing
                await vacations.end(ada, EndVacation("e"), house.time())
        assert await refused(vacations.take(ada, TakeVacation("v", 1), house.time())) == "no_vacation_left"
    assert looked == 2 * MOST_A_YEAR
    taken = await correspondence.list_vacations(house.store, "ada", 0)
    assert (len(taken), make_vacations(taken, house.time()).days_left) == (MOST_A_YEAR, 30)


async def test_a_flag_that_an_ended_vacation_brings_nearer_falls_though_the_server_ended_with_it(house: House) -> None:
    ada, bob, room = await slow_game(house)
    vacations = VacationMessages(house.rooms)
    await house.move(ada, room, 0, 112)
    await house.move(bob, room, 1, 113)
    await vacations.take(ada, TakeVacation("v1", 20), house.time())
    assert await listed(house, "ada") == [(room, True, NOON + 23 * DAY_MS)]
    await correspondence.end_vacations(house.store, "ada", house.time())  # and nothing that comes after it
    await house.rooms.slow_flags.sweep()
    assert await listed(house, "ada") == [(room, True, NOON + 3 * DAY_MS)]
    house.time.advance(3 * DAY_MS)
    await house.rooms.slow_flags.sweep()
    assert await result(house, room) == ("white", "timeout")


async def test_a_vacation_at_the_end_of_days_is_too_far_ahead(house: House) -> None:
    ada = await house.join("ada")
    take = VacationMessages(house.rooms).take
    assert await refused(take(ada, TakeVacation("v", 1, 2**53), NOON)) == "no_vacation_left"


async def test_who_moves_too_late_for_the_first_time_has_not_lost(house: House) -> None:
    ada, _, room = await slow_game(house)
    house.time.advance(3 * DAY_MS)
    await house.move(ada, room, 0, 112)  # before any sweep
    assert await result(house, room) == (None, "aborted")


async def test_a_game_that_cannot_be_read_keeps_no_other_flag_from_falling(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, damaged = await slow_game(house)
    _, _, room = await slow_game(house)
    replay = fold.replay

    def refuse(serial: int, id: str, *rest: Any) -> Room:
        if id == damaged:
            raise KeyError("a rule that is no more")
        return replay(serial, id, *rest)

    monkeypatch.setattr(fold, "replay", refuse)
    house.time.advance(3 * DAY_MS)
    await house.rooms.slow_flags.sweep()
    assert await result(house, room) == (None, "aborted")


async def test_such_games_do_not_count_among_the_rooms_of_a_player(path: Path, time: Time) -> None:
    async with open_house(path, time, policy=Policy(rooms_per_player=2, slow_games_per_player=4)) as house:
        ada, bob = await house.join("ada"), await house.join("bob")
        for _ in range(4):
            await house.sit(bob, await house.create(ada, clock=THREE_DAYS))
        assert house.rooms.tables.of_player("ada") == house.rooms.tables.of_player("bob") == []
        assert await refused(house.create(ada, clock=THREE_DAYS)) == "too_many_rooms"
        await house.game(ada, bob)
        await house.create(ada)
        assert await refused(house.create(ada)) == "too_many_rooms"


async def test_an_address_and_the_server_have_so_many_open_rooms_that_wait_for_days(path: Path, time: Time) -> None:
    policy = Policy(slow_open_per_address=2, slow_open=5)
    async with open_house(path, time, policy=policy) as house:
        ada, bob = await house.join("ada"), await house.join("bob")
        far = await house.join("far", address="198.51.100.7")
        first, second = [await house.create(each, clock=THREE_DAYS) for each in (ada, bob)]
        assert await refused(house.create(bob, clock=THREE_DAYS)) == "open_rooms_full"
        await house.create(bob)
        await house.sit(bob, first)  # it waits no longer
        await house.create(ada, clock=THREE_DAYS)
        await house.create(far, clock=THREE_DAYS)
    async with open_house(path, time, policy=policy) as house:
        cy, bob = await house.join("cy"), await house.join("bob")
        await house.create(cy, clock=THREE_DAYS)
        assert await refused(house.create(cy, clock=THREE_DAYS)) == "open_rooms_full"  # one is left to others
        await house.command(bob, Abort(house.id(), second))
        assert await refused(house.create(cy, clock=THREE_DAYS, level=1)) == "level_cannot_play"
        await house.create(cy, clock=THREE_DAYS)


async def test_nobody_is_gone_from_such_a_game(house: House) -> None:
    ada, bob, room = await slow_game(house)
    for ply, client in enumerate((ada, bob)):
        await house.move(client, room, ply, ply)
    house.time.advance(DAY_MS)
    assert await refused(house.command(ada, Claim(house.id(), room, "win"))) == "nothing_to_claim"


async def test_an_open_room_waits_for_a_month(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, clock=THREE_DAYS)
    house.time.advance(29 * DAY_MS)
    bob = await house.join("bob")
    await house.sit(bob, room)
    assert len(await listed(house, "bob")) == 1


async def test_a_take_back_and_a_rematch(house: House) -> None:
    ada, bob, room = await slow_game(house)
    await house.move(ada, room, 0, 112)
    house.time.advance(DAY_MS)
    await house.command(ada, Offer(house.id(), room, "takeback"))
    await house.command(bob, Answer(house.id(), room, "takeback", True))
    assert await listed(house, "ada") == [(room, True, NOON + 4 * DAY_MS)]
    await house.command(ada, Abort(house.id(), room))
    await house.rematch(ada, room)
    await house.rematch(bob, room)
    ((following, yours, flag_at),) = await listed(house, "bob")
    assert (yours, flag_at) == (True, NOON + 4 * DAY_MS)
    assert house.rooms.tables.get(following) is None
    await house.move(bob, following, 0, 112)


async def test_no_bot_plays_for_days(house: House) -> None:
    ada = await house.join("ada")
    assert await refused(house.create(ada, clock=THREE_DAYS, level=1)) == "level_cannot_play"


async def test_an_operator_closes_a_game_that_is_in_the_store(house: House) -> None:
    _, _, room = await slow_game(house)
    assert await house.rooms.close_room(room)
    assert not await house.rooms.close_room(room)
    assert not await house.rooms.close_room("00000000")
    assert await result(house, room) == (None, "aborted")


async def test_what_is_due_is_found_by_the_index(house: House) -> None:
    for sql, index in [
        (correspondence.DUE, "games_waiting"),
        (correspondence.LIST, "games_waiting_of_player"),
        *((sql, "games_waiting_of_player") for sql in correspondence.LOOK_NOW),
    ]:
        arguments: Any = {"player": "ada"} if ":player" in sql else (NOON, "ada", NOON, "ada")[: sql.count("?")]
        plan = [row["detail"] for row in await house.store.fetch(f"EXPLAIN QUERY PLAN {sql}", arguments)]
        searches = [line for line in plan if "games" in line]
        assert searches
        assert all(f"INDEX {index}" in line for line in searches), plan


@pytest.mark.parametrize("spec", [{}, {"total_ms": DAY_MS, "bank_ms": 1}])
def test_a_clock_without_limits_is_refused(spec: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="_ms"):
        CorrespondenceSpec(**spec)


async def test_seats_taken_at_the_same_moment_keep_to_the_limit(path: Path, time: Time) -> None:
    async with open_house(path, time, policy=Policy(slow_games_per_player=3)) as house:
        bob = await house.join("bob")
        rooms = [await house.create(await house.join(f"owner{n}"), clock=THREE_DAYS) for n in range(6)]
        told = await asyncio.gather(*(house.sit(bob, room) for room in rooms), return_exceptions=True)
        refusals = [each.code for each in told if isinstance(each, Refused)]
        assert refusals == ["too_many_rooms"] * 3
        assert await correspondence.count_games(house.store, "bob") == 3


async def test_who_has_joined_an_account_takes_no_seat(path: Path, time: Time) -> None:
    """Their connection is about to end: the account would else play against itself."""
    async with open_house(path, time) as house:
        ada, guest = await house.join("ada"), await house.join("guest")
        room = await house.create(ada)
        await house.store.execute(("UPDATE players SET alias_of = 'ada' WHERE id = 'guest'", ()))
        assert await refused(house.sit(guest, room)) == "no_player"
        bob = await house.join("bob")
        await house.sit(bob, room)
