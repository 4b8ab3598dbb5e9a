from pathlib import Path

import pytest

from server.errors import StoreError
from server.protocol.events import Ended, Moved, Offered, Rematched, Resumed, RoomEvent, Seated, TookBack
from server.protocol.values import BotRun, ClockSpec, FischerSpec, NoClockSpec, PerMoveSpec, Result, Who
from server.store.games import library, room_log
from server.store.people import players
from server.store.sql import Conflict
from server.store.writes import Append, NewGame
from tests.kit.stores import OpenStore, open_at
from tests.server.store.examples import add_player, created, finished, moved, new_room

ROOM = "room00000001"


async def test_a_room_comes_back_as_it_was_kept(store: OpenStore, path: Path) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    bob = await add_player(store, "bob000000001", "Bob")
    serial = store.new_serial()
    events: list[RoomEvent] = [
        created(ann, clock=FischerSpec(60_000, 1_000)),
        Seated(v=2, at=1_002, seat=1, who=bob, black=1),
        moved(3, 0),
        Offered(v=4, at=1_004, seat=0, what="takeback"),
        TookBack(v=5, at=1_005, seat=0, plies=1, left=(60_000, 60_000)),
        Resumed(v=6, at=1_006, left=(5, None)),
    ]
    bot = BotRun(level=3, engine="classic", version="1", seed=2**62, limits={"nodes": 5}, learned=4)
    await store.commit(
        NewGame(serial, ROOM, ann.id, "made", events[0], bot),  # type: ignore[arg-type]
        *(Append(serial, event, f"c{event.v}" if event.v != 6 else None, 0) for event in events[1:]),
    )
    await store.close()
    again = await open_at(store.address)
    (room,) = await room_log.list_live_rooms(again)
    assert (room.serial, room.id, room.events) == (serial, ROOM, events)
    assert room.commands == {"c2": 2, "c3": 3, "c4": 4, "c5": 5}
    assert room == await room_log.find_room(again, ROOM)
    assert await room_log.read_events_since(again, serial, 4) == events[4:]
    assert await room_log.read_events_since(again, serial, 6) == []
    assert await room_log.find_room(again, "room00000002") is None
    await again.close()


async def test_a_bot_run_comes_back(store: OpenStore) -> None:
    bot = BotRun(level=3, engine="classic", version="1", seed=2**62, limits={"nodes": 5}, learned=4)
    serial = store.new_serial()
    await store.commit(
        NewGame(serial, ROOM, None, None, created(Who(level=1)), bot),
        Append(serial, Seated(v=2, at=1_001, seat=1, who=Who(level=3), black=0), None, 0),
    )
    room = await room_log.find_room(store, ROOM)
    assert room is not None
    assert room.bot == bot
    history = await library.find_game(store, ROOM)
    assert history is not None
    assert history.bot == bot
    assert (history.game.black, history.game.white) == (Who(level=1), Who(level=3))


async def test_serials_rise_and_are_never_given_twice(store: OpenStore, path: Path) -> None:
    first = await new_room(store, ROOM, Who(level=1))
    second = await new_room(store, "room00000002", Who(level=1))
    assert second == first + 1
    assert await library.delete_game(store, "room00000002")
    await store.close()
    again = await open_at(store.address)
    assert again.new_serial() > second
    await again.close()


async def test_a_command_finds_its_room_and_makes_no_second(store: OpenStore) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    await new_room(store, ROOM, ann, "c1")
    assert await room_log.find_room_of_command(store, ann.id, "c1") == ROOM
    assert await room_log.find_room_of_command(store, ann.id, "c2") is None
    assert await room_log.find_room_of_command(store, "bob000000001", "c1") is None
    with pytest.raises(Conflict):
        await new_room(store, "room00000002", ann, "c1")
    assert await room_log.find_room(store, "room00000002") is None


async def test_a_commit_is_kept_whole_or_not_at_all(store: OpenStore) -> None:
    serial = await new_room(store, ROOM, Who(level=1))
    with pytest.raises(Conflict):
        await store.commit(Append(serial, moved(2, 0), None, 1), Append(serial, moved(2, 1), None, 2))
    assert len(await room_log.read_events_since(store, serial, 0)) == 1


async def test_what_cannot_be_written_down_is_refused(store: OpenStore) -> None:
    serial = await new_room(store, ROOM, Who(level=1))
    strange = Moved(2, 1, 0, 0, 5, 0, 0, 0, (None, None), why={"x": object()})
    with pytest.raises(StoreError):
        await store.commit(Append(serial, strange, None, 1))
    with pytest.raises(StoreError):
        await store.commit(Append(serial, moved(2**63, 0), None, 1))


@pytest.mark.parametrize("clock", [NoClockSpec(), FischerSpec(60_000, 500), PerMoveSpec(30_000)])
async def test_the_row_of_a_game_follows_its_events(store: OpenStore, clock: ClockSpec) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    bob = await add_player(store, "bob000000001", "Bob")
    serial = await new_room(store, ROOM, ann, clock=clock, previous="room00000000")
    assert await library.find_game(store, ROOM) is None  # nobody has sat down: not a game yet
    await store.commit(Append(serial, Seated(v=2, at=2_000, seat=1, who=bob, black=1), None, 0))
    await store.commit(Append(serial, moved(3, 1, 112), None, 1), Append(serial, moved(4, 0, 113), None, 2))
    live = await library.find_game(store, ROOM)
    assert live is not None
    summary = live.game
    assert (summary.black, summary.white, summary.clock) == (bob, ann, clock)
    assert (summary.rated, summary.started_at, summary.previous) == (True, 2_000, "room00000000")
    assert (summary.plies, summary.ended_at, summary.result, live.next) == (2, None, None, None)

    left = (20, 30)
    await store.commit(
        Append(serial, TookBack(v=5, at=3_000, seat=0, plies=1, left=left), None, 1),
        Append(serial, Ended(v=6, at=4_000, winner="white", reason="five", left=left, line=[1, 2, 3, 4, 5]), None, 1),
        Append(serial, Rematched(v=7, at=5_000, room="room00000002"), None, 1),
    )
    over = await library.find_game(store, ROOM)
    assert over is not None
    assert (over.game.rated, over.game.ended_at, over.game.result) == (False, 4_000, Result("white", "five"))
    assert (over.game.plies, over.line, over.next) == (1, [1, 2, 3, 4, 5], "room00000002")
    assert [event.v for event in over.events] == [1, 2, 3, 4, 5, 6, 7]
    assert await room_log.list_live_rooms(store) == []


async def test_the_moves_of_a_game_are_those_that_stand(store: OpenStore) -> None:
    serial = await new_room(store, ROOM, Who(level=1))
    play: list[RoomEvent] = [
        Seated(v=2, at=1_001, seat=1, who=Who(level=2), black=0),
        Moved(3, 1_002, 0, 0, 112, 10, 2, 1, (900, 1_000)),
        Moved(4, 1_003, 1, 1, 0, 20, 0, 0, (900, 800), forced=True, why={"block": 7}),
        TookBack(v=5, at=1_004, seat=1, plies=1, left=(900, 800)),
        Moved(6, 1_005, 1, 1, 14, 30, 0, 0, (900, 700), forced=False),
    ]
    await store.commit(*(Append(serial, event, None, 0) for event in play))
    game = await library.find_game(store, ROOM)
    assert game is not None
    first, second = game.moves
    assert (first.ply, first.color, first.name, first.left_ms, first.at) == (0, "black", "H8", 900, 1_002)
    assert (first.think_ms, first.lag_ms, first.given_ms, first.forced) == (10, 2, 1, None)
    assert (second.ply, second.color, second.name, second.left_ms, second.forced) == (1, "white", "O15", 700, False)
    assert game.events[3] == play[2]


async def test_a_deleted_player_disappears_from_the_games(store: OpenStore) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    bob = await add_player(store, "bob000000001", "Bob")
    await finished(store, ROOM, ann, bob, ended_at=5_000)
    await players.delete(store, ann.id, 9_000)
    game = await library.find_game(store, ROOM)
    assert game is not None
    assert (game.game.black, game.game.white) == (Who(), bob)
    assert game.events[0].owner == Who()  # type: ignore[union-attr]
    assert ann.id.encode() not in repr(game).encode()


async def test_deleting_a_game_unlinks_its_neighbours(store: OpenStore) -> None:
    bot = Who(level=1)
    for number, previous in ((1, None), (2, "room00000001"), (3, "room00000002")):
        id = f"room0000000{number}"
        serial = await finished(store, id, bot, bot, ended_at=number)
        if previous:
            await store.execute(("UPDATE games SET previous = ? WHERE id = ?", (previous, id)))
        await store.commit(Append(serial, Rematched(v=6, at=9, room=f"room0000000{number + 1}"), None, 2))
    assert await library.delete_game(store, "room00000002")
    assert not await library.delete_game(store, "room00000002")
    assert await room_log.find_room(store, "room00000002") is None
    before, after = await library.find_game(store, "room00000001"), await library.find_game(store, "room00000003")
    assert before is not None
    assert after is not None
    assert (before.next, after.game.previous, after.next) == (None, None, "room00000004")
    with pytest.raises(Conflict):  # a room that did not hear of it cannot go on
        await store.commit(Append(2, moved(9, 2), None, 3))


async def test_the_heartbeat_is_the_last_one(store: OpenStore) -> None:
    assert await room_log.read_heartbeat(store) is None
    await room_log.note_heartbeat(store, 5)
    await room_log.note_heartbeat(store, 7)
    assert await room_log.read_heartbeat(store) == 7
