"""Bots in seats: their moves, their failures, and what they leave behind."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gomoku.clock
import gomoku.time_control
from bots.engine import Numbers
from bots.errors import BotError, ExecutorFull, NoMove, PlayerCrashed, Stopped
from bots.learning.players import published
from bots.learning.players.experience import Experience
from gomoku.time_control import TimeControl
from server.errors import Refused, StoreError
from server.protocol.events import Moved
from server.protocol.inbound import Offer
from server.protocol.values import ClockSpec, FischerSpec, NoClockSpec, PerMoveSpec
from server.rooms.bot_moves import spare_ms
from server.store.games import library, room_log
from tests.gomoku.controls import CONTROLS
from tests.server.rooms.house import House, Looker, Time, open_house, reasons


@pytest.fixture(autouse=True)
def retry_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.rooms.bot_moves.RETRY_S", 0)


async def moved_on(house: House, room: str, ply: int) -> None:
    """Let the loop run until the game has come to this ply."""
    async with asyncio.timeout(60):
        while house.room(room).game.ply != ply:
            await asyncio.sleep(0)


async def test_a_bot_answers_and_its_reason_is_kept(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1)
    await house.enter(ada, room)
    await house.move(ada, room, 0, 0)
    bot = await house.bots.next()
    assert await bot.asked.get() == (0,)
    bot.answers.put_nowait(7)
    while (moved := await ada.event("moved"))["seat"] == 0:
        pass
    assert (moved["ply"], moved["point"], moved["why"]) == (1, 7, reasons(7))
    assert house.count_moves() == (1, 1)
    await house.move(ada, room, 2, 2)
    assert await bot.asked.get() == (0, 7, 2)


async def answered(house: House, looker: Looker, room: str, ply: int, point: int, answer: int) -> dict[str, object]:
    """A move of the player's and the bot's answer to it, as it is told."""
    await house.move(looker, room, ply, point)
    (await house.bots.next()).answers.put_nowait(answer)
    while (moved := await looker.event("moved"))["ply"] == ply:
        pass
    return moved


async def test_everybody_in_an_unrated_room_sees_what_the_bot_thought(house: House) -> None:
    ada, eve = await house.join("ada"), await house.join("eve")
    room = await house.create(ada, level=1)
    await house.enter(ada, room)
    await house.enter(eve, room)
    await answered(house, ada, room, 0, 0, 7)
    while (moved := await eve.event("moved"))["ply"] == 0:
        pass
    assert moved["why"] == reasons(7)
    await answered(house, ada, room, 2, 2, 8)
    late = await house.join("late")
    await house.enter(late, room)
    assert [stone.get("why") for stone in (await late.message("room"))["moves"]] == [None, None, None, reasons(8)]
    await house.command(ada, Offer("back", room, "takeback"))
    await house.enter(late, room)
    assert [stone.get("why") for stone in (await late.message("room"))["moves"]] == [None, None]


async def test_a_rated_bot_keeps_its_thoughts_to_itself_until_the_end(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1, rated=True)
    await house.enter(ada, room)
    assert "why" not in await answered(house, ada, room, 0, 0, 7)
    v = house.room(room).v
    await house.enter(ada, room)
    (whole,) = ada.take("room")[-1:]
    await house.enter(ada, room, since=v - 1)
    (missed,) = ada.take("events")[-1:]
    assert [stone for stone in whole["moves"] if "why" in stone] == []
    assert [event["k"] for event in missed["events"]] == ["moved"]
    assert not {"why", "forced"} & set(missed["events"][0])

    await house.resign(ada, room)
    await house.enter(ada, room)
    assert (await ada.message("room"))["moves"][1]["why"] == reasons(7)
    kept = await room_log.find_room(house.store, room)
    assert kept is not None
    moves = [event for event in kept.events if isinstance(event, Moved)]
    assert [(move.why, move.forced) for move in moves] == [(None, None), (reasons(7), False)]


async def test_what_forced_a_move_is_kept_with_it(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1)
    await house.enter(ada, room)
    assert (await answered(house, ada, room, 0, 0, 7))["forced"] is False
    (await house.bots.next()).forced = "four"
    moved = await answered(house, ada, room, 2, 1, 8)
    assert (moved["forced"], moved["why"]) == (True, reasons(8) | {"forced_by": "four"})
    history = await library.find_game(house.store, room)
    assert history is not None
    assert [move.forced for move in history.moves] == [None, False, None, True]


async def test_a_bot_gives_no_move_of_a_rated_game_back(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1, rated=True)
    await house.enter(ada, room)
    await answered(house, ada, room, 0, 0, 7)
    with pytest.raises(Refused, match="no_take_backs"):
        await house.command(ada, Offer("back", room, "takeback"))
    assert house.room(room).rated
    assert house.room(room).game.moves == [0, 7]


@pytest.mark.parametrize("error", [PlayerCrashed("once"), ExecutorFull(), Stopped()])
async def test_a_failure_is_tried_again(house: House, error: BotError) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1, color="white")
    await house.enter(ada, room)
    bot = await house.bots.next()
    bot.answers.put_nowait(error)
    bot.answers.put_nowait(error)
    bot.answers.put_nowait(112)
    assert (await ada.event("moved"))["point"] == 112


async def test_a_full_queue_is_waited_for_however_long_it_takes(house: House) -> None:
    ada = await house.join("ada")
    await house.enter(ada, await house.create(ada, level=1, color="white"))
    bot = await house.bots.next()
    for _ in range(10):
        bot.answers.put_nowait(ExecutorFull())
    bot.answers.put_nowait(112)
    assert (await ada.event("moved"))["point"] == 112


@pytest.mark.parametrize("answers", [[PlayerCrashed("again")] * 3, [NoMove()] * 3, [0]])
async def test_nobody_wins_by_a_broken_bot(house: House, answers: list[BotError | int]) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1)
    await house.enter(ada, room)
    await house.move(ada, room, 0, 0)
    bot = await house.bots.next()
    for answer in answers:  # a point that is taken, or no answer at all
        bot.answers.put_nowait(answer)
    ended = await ada.event("ended")
    assert "winner" not in ended or ended["winner"] is None
    assert ended["reason"] == "aborted"
    assert house.rooms.tables.of_player("ada") == []


async def test_a_bot_never_loses_on_time(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1, clock=FischerSpec(5_000, 1_000))
    await house.enter(ada, room)
    for ply in (0, 2):
        await house.move(ada, room, ply, ply)
        bot = await house.bots.next()
        assert len(await bot.asked.get()) == ply + 1
        # its first move may take longer than a person's may, and later ones longer than it has time
        house.time.advance(60_000 if ply else 600_000)
        async with house.rooms.tables.hold(room) as table:
            assert table.room.playing
        bot.answers.put_nowait(100 + ply)
        while (moved := await ada.event("moved"))["seat"] == 0:
            pass
    assert moved["think_ms"] == 60_000
    assert moved["left"][1] == 1_000


async def test_a_bot_that_is_overtaken_by_a_take_back_thinks_anew(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1)
    await house.enter(ada, room)
    await house.move(ada, room, 0, 0)
    bot = await house.bots.next()
    assert await bot.asked.get() == (0,)
    await house.command(ada, Offer(house.id(), room, "takeback"))
    assert (await ada.event("took_back"))["plies"] == 1
    await house.move(ada, room, 0, 5)
    assert await bot.asked.get() == (5,)
    bot.answers.put_nowait(7)
    while (moved := await ada.event("moved"))["seat"] == 0:
        pass
    assert moved["point"] == 7
    assert house.room(room).game.moves == [5, 7]


async def test_an_offer_does_not_disturb_a_thinking_bot(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1)
    await house.enter(ada, room)
    await house.move(ada, room, 0, 0)
    bot = await house.bots.next()
    await bot.asked.get()
    await house.command(ada, Offer(house.id(), room, "draw"))
    assert (await ada.event("answered"))["seat"] == 1
    assert bot.asked.empty()
    bot.answers.put_nowait(7)
    await ada.event("moved")


async def test_a_bot_waits_for_a_full_disk_and_the_room_stays_open(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, eve = await house.join("ada"), await house.join("eve")
    room = await house.create(ada, level=1, color="white")
    await house.enter(ada, room)
    bot = await house.bots.next()
    await bot.asked.get()
    tried = asyncio.Event()

    async def fail(*_: object, **__: object) -> None:
        tried.set()
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "commit", fail)
        bot.answers.put_nowait(112)
        await tried.wait()
        await house.enter(eve, room)
        assert eve.take("room")[0]["moves"] == []
    assert (await eve.event("moved"))["point"] == 112
    assert bot.asked.empty()


async def test_a_game_that_its_bot_ends_unseen_leaves_nothing_in_memory(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1, color="black")
    await house.enter(ada, room)
    for ply in range(0, 10, 2):
        await house.move(ada, room, ply, (0, 1, 2, 3, 200)[ply // 2])
        bot = await house.bots.next()
        await bot.asked.get()
        if ply == 8:
            await house.leave(ada, room)
        bot.answers.put_nowait(60 + ply // 2)
        if ply < 8:
            while (await ada.event("moved"))["seat"] == 0:
                pass
    await bot.closed.wait()
    assert house.rooms.tables.get(room) is None
    assert house.rooms.tables.of_player("ada") == []
    game = await library.find_game(house.store, room)
    assert game is not None
    assert game.game.result is not None
    assert game.game.result.reason == "five"


async def test_a_bot_gives_back_what_it_holds_when_its_game_is_over(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1, color="white")
    bot = await house.bots.next()
    await bot.asked.get()  # it thinks, and nobody wants to know any more
    await house.resign(ada, room)
    await bot.closed.wait()
    assert house.rooms.tables.get(room) is None


async def test_a_deleted_game_stops_its_bot(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1, color="white")
    bot = await house.bots.next()
    await bot.asked.get()
    await library.delete_game(house.store, room)
    await house.rooms.forget(room)
    assert bot.closed.is_set()


async def test_after_a_restart_the_bot_to_move_thinks(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        room = await house.create(ada, level=1)
        await house.move(ada, room, 0, 0)
        await (await house.bots.next()).asked.get()
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        await house.enter(ada, room)
        bot = await house.bots.next()
        assert await bot.asked.get() == (0,)
        bot.answers.put_nowait(1)
        assert (await ada.event("moved"))["point"] == 1


async def test_a_level_that_is_not_ready_is_refused(house: House) -> None:
    ada = await house.join("ada")
    house.bots.kernels.clear()
    with pytest.raises(Refused) as refusal:
        await house.create(ada, level=1)
    assert refusal.value.code == "level_not_ready"
    assert house.rooms.tables.of_player("ada") == []
    house.bots.kernels.set()
    await house.create(ada, level=1)


@pytest.mark.parametrize("clock", [NoClockSpec(), FischerSpec(60_000, 0), PerMoveSpec(60_000)])
async def test_after_a_restart_a_bot_waits_until_it_is_ready_and_is_not_charged(
    path: Path, time: Time, clock: ClockSpec
) -> None:
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        room = await house.create(ada, level=1, clock=clock)
        for ply in (0, 2, 4):
            await house.move(ada, room, ply, ply)
            bot = await house.bots.next()
            await bot.asked.get()
            time.advance(1_000)
            if ply < 4:
                bot.answers.put_nowait(ply + 100)
                await moved_on(house, room, ply + 2)
        await room_log.note_heartbeat(house.store, time())
    async with open_house(path, time, ready=False) as house:
        ada = await house.join("ada")
        await house.enter(ada, room)
        time.advance(600_000)
        await asyncio.sleep(0)
        assert house.bots.bots == []
        house.bots.kernels.set()
        bot = await house.bots.next()
        assert (await bot.asked.get())[-1] == 4
        time.advance(2_000)
        bot.answers.put_nowait(200)
        assert (moved := await ada.event("moved"))["point"] == 200
        if not isinstance(clock, NoClockSpec):
            assert moved["think_ms"] == 3_000
            assert moved["left"][1] == (60_000 - 1_000 - 3_000 if isinstance(clock, FischerSpec) else 60_000 - 3_000)


async def test_a_bot_may_take_what_its_clock_spares_when_it_begins(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada, level=1, clock=FischerSpec(100_000, 1_000))
    for ply in (0, 2):
        await house.move(ada, room, ply, ply)
        bot = await house.bots.next()
        await bot.asked.get()
        if ply == 0:
            bot.answers.put_nowait(100)
            await moved_on(house, room, 2)
    assert bot.spare_ms() == 5_000 + 800
    house.time.advance(50_000)
    assert bot.spare_ms() == 2_500 + 800
    house.time.advance(60_000)
    assert bot.spare_ms() == 0
    await house.create(ada, level=1, color="white")
    assert (await house.bots.next(1)).spare_ms() is None


@given(st.integers(1, 10**7), st.integers(0, 60_000), st.integers(2, 200))
def test_a_clock_is_never_up_by_what_it_spares(initial_ms: int, increment_ms: int, moves: int) -> None:
    left, control = initial_ms, gomoku.time_control.Fischer(initial_ms, increment_ms)
    for _ in range(moves):
        spare = spare_ms(control, left)
        assert 0 <= spare <= left // 2
        left += increment_ms - spare
        assert left > 0
    assert 0 <= spare_ms(gomoku.time_control.PerMove(initial_ms), initial_ms) < initial_ms


@given(CONTROLS, st.integers(1, 60))
def test_no_clock_is_up_by_what_its_moves_spare(control: TimeControl, moves: int) -> None:
    clock, now = gomoku.clock.Clock(control), 0
    for _ in range(moves):
        clock.start(0, now)
        left, reserve = clock.time(0)
        assert left is not None
        if left < 3:
            return
        now += spare_ms(control, left, reserve or 0)
        flag = clock.deadline()
        assert flag is not None
        assert now < flag
        clock.press(now)


async def test_a_level_that_is_no_more_aborts_its_game_and_refuses_the_next(
    path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        room = await house.create(ada, level=1, color="white")
        await house.bots.next()
    monkeypatch.setattr("bots.levels.LEVELS", ())
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        await house.enter(ada, room)
        if ada.take("room")[0].get("result") is None:
            assert (await ada.event("ended"))["reason"] == "aborted"
        with pytest.raises(Refused) as refusal:
            await house.rematch(ada, room)
        assert refusal.value.code == "unknown_level"


@pytest.fixture
def versions() -> Iterator[dict[int, Numbers]]:
    """Two versions of learned weights that are known; the second is in use."""
    found: dict[int, Numbers] = {1: (1.0,), 2: (2.0,)}
    published.weigh(2, found)
    yield found
    published.weigh(0, {})


async def test_a_game_keeps_its_weights_also_after_a_restart(
    path: Path, time: Time, versions: dict[int, Numbers]
) -> None:
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        room = await house.create(ada, level=7)
        await house.enter(ada, room)
        published.weigh(1, versions)
        later = await house.create(ada, level=7)
        await house.enter(ada, later)
        beginner = await house.create(ada, level=1)
        await house.enter(ada, beginner)
        for each in (room, later, beginner):
            await house.move(ada, each, 0, 0)
        await house.bots.next(2)
        assert house.bots.weights == [versions[2], versions[1], None]
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        await house.enter(ada, room)
        await house.bots.next()
        assert house.bots.weights == [versions[2]]


async def test_a_game_tells_how_much_its_bots_book_held_when_it_began(path: Path, time: Time) -> None:
    published.publish_experience("freestyle", Experience(revision=12), 7)
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        rooms = [await house.create(ada, level=level) for level in (7, 8, 1)]
        published.publish_experience("freestyle", Experience(), 7)
        found = {each.id: each.bot for each in await room_log.list_live_rooms(house.store)}
        assert [run.book for room in rooms if (run := found[room]) is not None] == [12, 0, 0]


async def test_a_game_whose_weights_are_forgotten_goes_on_with_those_of_the_program(
    path: Path, time: Time, versions: dict[int, Numbers]
) -> None:
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        room = await house.create(ada, level=7)
        await house.enter(ada, room)
        published.weigh(0, {1: versions[1]})
        await house.move(ada, room, 0, 0)
        await house.bots.next()
        assert house.bots.weights == [None]
