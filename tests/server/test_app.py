"""The server whole, over real sockets: what people do, end to end."""

import asyncio

import pytest

from server.rooms import downtime
from server.store.games import room_log
from server.store.store import Store
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Refusal

FISCHER = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}


async def test_two_people_by_link_and_a_watcher_see_the_same_game(join: Connect) -> None:
    black, white, watcher = await join(), await join(), await join()
    room = await black.create(visibility="link", color="black", clock=FISCHER)
    assert (await black.enter(room))["you"] == 0
    state = await white.enter(room)
    assert state["seats"][1] is None
    assert "you" not in state
    await white.command("sit", room=room)
    await watcher.enter(room)
    for ply in range(9):  # black's column wins
        mover = (black, white)[ply % 2]
        point = (ply // 2) * 15 + (ply % 2) * 2
        await mover.move(room, ply, point)
        for client in (black, white, watcher):
            moved = await client.event("moved", room)
            assert (moved["ply"], moved["point"], moved["seat"]) == (ply, point, ply % 2)
    for client in (black, white, watcher):
        ended = await client.event("ended", room)
        assert (ended["winner"], ended["reason"]) == ("black", "five")
        assert ended["line"] == [0, 15, 30, 45, 60]


async def test_a_bot_answers_takes_back_and_plays_again(join: Connect) -> None:
    me = await join()
    room = await me.create(level=1)
    await me.enter(room)
    await me.move(room, 0, 112)
    assert (await me.event("moved"))["seat"] == 0
    answer = await me.event("moved")
    assert (answer["seat"], answer["ply"]) == (1, 1)
    await me.command("offer", room=room, what="takeback")
    assert (await me.event("took_back"))["plies"] == 2
    state = await me.enter(room)
    assert state["moves"] == []
    assert state["rated"] is False
    await me.command("offer", room=room, what="draw")
    assert (await me.event("answered"))["seat"] == 1
    await me.command("resign", room=room)
    assert (await me.event("ended"))["winner"] == "white"
    await me.command("offer", room=room, what="rematch")
    following = (await me.event("rematched"))["room"]
    state = await me.enter(following)
    assert (state["black"], state["you"], state["score"]) == (1, 0, [0, 2])
    assert (await me.event("moved", following))["seat"] == 1


async def test_the_same_command_twice_has_the_effect_of_one(join: Connect) -> None:
    me = await join()
    room = await me.create(level=1, id="make-it")
    assert (await me.command("create", id="make-it", rules="freestyle", size=15, clock={"kind": "none"}))[
        "room"
    ] == room
    await me.enter(room)
    first = await me.move(room, 0, 112, id="first")
    again = await me.move(room, 0, 112, id="first")
    assert first["v"] == again["v"]
    with pytest.raises(Refusal) as refusal:
        await me.move(room, 0, 113, id="second")
    assert refusal.value.code in ("not_your_turn", "wrong_ply")


async def test_a_lost_connection_resumes_from_its_version(join: Connect) -> None:
    black, white = await join(), await join()
    room = await black.create(color="black")
    await black.enter(room)
    await white.command("sit", room=room)
    await white.enter(room)
    acknowledged = await black.move(room, 0, 112)
    await black.drop()
    gone = await white.wait(lambda m: m["t"] == "presence" and m["presence"]["gone_since"][0] is not None)
    assert gone["room"] == room
    await white.move(room, 1, 113)
    await black.open()
    assert black.welcome["rooms"] == [room]
    missed = await black.enter(room, since=acknowledged["v"])
    assert [event["k"] for event in missed["events"]] == ["moved"]
    assert missed["events"][0]["point"] == 113
    await white.wait(lambda m: m["t"] == "presence" and m["presence"]["gone_since"][0] is None)


async def test_the_newer_socket_of_a_player_has_the_seat(join: Connect) -> None:
    first, other = await join(), await join()
    room = await first.create(color="black")
    await first.enter(room)
    await other.command("sit", room=room)
    await other.enter(room)
    second = await join(first.token)
    assert second.player == first.player
    await second.enter(room)
    assert (await first.wait(lambda m: m["t"] == "replaced"))["room"] == room
    await first.close()  # its late close changes nothing
    await second.move(room, 0, 0)
    moved = await other.event("moved")
    assert moved["point"] == 0
    state = await other.enter(room)
    assert state["presence"]["gone_since"] == [None, None]


async def test_the_lobby_shows_rooms_as_they_open_fill_and_end(join: Connect) -> None:
    owner, guest, reader = await join(), await join(), await join()
    await reader.send(t="lobby", on=True)
    assert (await reader.wait(lambda m: m["t"] == "lobby"))["rooms"] == []
    room = await owner.create()
    await owner.enter(room)  # a game that has not begun is to be watched while its players are there
    opened = await reader.wait(lambda m: m["t"] == "lobby_change" and m["rooms"])
    assert opened["rooms"][0]["room"] == room
    assert opened["rooms"][0]["seats"][1] is None
    await guest.command("sit", room=room)
    await reader.wait(lambda m: m["t"] == "lobby_change" and any(line["seats"][1] for line in m["rooms"]))
    await owner.command("abort", room=room)
    gone = await reader.wait(lambda m: m["t"] == "lobby_change" and m["gone"])
    assert gone["gone"] == [room]
    hidden = await owner.create(visibility="link")
    state = await guest.enter(hidden)
    assert state["visibility"] == "link"
    await reader.send(t="lobby", on=True)
    assert (await reader.wait(lambda m: m["t"] == "lobby"))["rooms"] == []


async def test_a_private_game_is_for_its_players(join: Connect) -> None:
    owner, guest, stranger = await join(), await join(), await join()
    room = await owner.create(visibility="private")
    await guest.enter(room)
    await guest.command("sit", room=room)
    with pytest.raises(Refusal) as refusal:
        await stranger.enter(room)
    assert refusal.value.code == "private_room"


async def test_renju_tells_black_where_not_to_play_and_why(join: Connect) -> None:
    black, white = await join(), await join()
    room = await black.create(rules="renju", color="black")
    await black.enter(room)
    await white.command("sit", room=room)
    crosses = [6 * 15 + 7, 8 * 15 + 7, 7 * 15 + 6, 7 * 15 + 8]  # around the centre: two open threes
    for ply, point in enumerate([crosses[0], 0, crosses[1], 2, crosses[2], 28, crosses[3], 30]):
        await (black, white)[ply % 2].move(room, ply, point)
    told = await black.wait(lambda m: m["t"] == "forbidden" and any(point == 112 for point, _ in m["points"]))
    assert [112, "double-three"] in told["points"]
    with pytest.raises(Refusal) as refusal:
        await black.move(room, 8, 112)
    assert refusal.value.code == "forbidden_double_three"


async def test_limits_on_rooms_and_bot_games(join: Connect, running: tuple[App, str]) -> None:
    me = await join()
    policy = running[0].rooms.policy
    for _ in range(policy.bot_games_per_player):
        await me.create(level=1)
    with pytest.raises(Refusal) as refusal:
        await me.create(level=1)
    assert refusal.value.code == "too_many_bot_games"
    for _ in range(policy.rooms_per_player - policy.bot_games_per_player):
        await me.create()
    with pytest.raises(Refusal) as refusal:
        await me.create()
    assert refusal.value.code == "too_many_rooms"
    other = await join()
    one, *_ = await asyncio.gather(
        *(other.command("create", rules="freestyle", size=15, clock={"kind": "none"}, id=f"x{n}") for n in range(3))
    )
    assert one["room"]


async def test_an_identity_moves_to_another_device(join: Connect) -> None:
    old, new = await join(), await join()
    await old.command("rename", name="Ada")
    code = (await old.command("code"))["code"]
    await new.send(t="redeem", id="r1", code=code)
    welcome = await new.wait(lambda m: m["t"] == "welcome")
    assert welcome["player"] == {"id": old.player, "name": "Ada"}
    assert welcome["token"] != old.token
    with pytest.raises(Refusal) as refusal:
        await new.command("redeem", code=code)
    assert refusal.value.code == "bad_code"


async def test_noughts_and_crosses_against_its_bot_is_never_won(join: Connect) -> None:
    me = await join()
    room = await me.create(rules="tictactoe", size=3, level=0, color="black")
    await me.enter(room)
    taken: set[int] = set()
    ply = 0
    while True:
        point = next(p for p in (4, 0, 8, 2, 6, 1, 3, 5, 7) if p not in taken)
        await me.move(room, ply, point)
        message = await me.wait(lambda m: m["t"] == "events")
        taken |= {event["point"] for event in message["events"] if event["k"] == "moved"}
        ended = [event for event in message["events"] if event["k"] == "ended"]
        if not ended:
            message = await me.wait(lambda m: m["t"] == "events")
            taken |= {event["point"] for event in message["events"] if event["k"] == "moved"}
            ended = [event for event in message["events"] if event["k"] == "ended"]
        if ended:
            assert ended[0]["winner"] != "black"
            break
        ply = len(taken)


async def test_the_owner_of_a_room_is_called_when_the_game_begins_elsewhere(join: Connect) -> None:
    owner, guest = await join(), await join()
    room = await owner.create(visibility="link")
    await owner.enter(room)
    await owner.send(t="leave", room=room)
    await guest.command("sit", room=room)
    called = await owner.wait(lambda m: m["t"] == "started")
    assert (called["room"], called["opponent"]["id"]) == (room, guest.player)


async def test_the_store_is_told_that_we_are_alive_while_a_clock_runs(
    running: tuple[App, str], join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats: list[int] = []

    async def note(_: Store, at: int) -> None:
        beats.append(at)

    async def play(clock: dict[str, object]) -> None:
        room = await black.create(clock=clock)
        await white.command("sit", room=room)
        await black.move(room, 0, 0)
        await white.move(room, 1, 1)

    app = running[0]
    monkeypatch.setattr(room_log, "note_heartbeat", note)
    monkeypatch.setattr(downtime, "HEARTBEAT_S", 0)
    black, white = await join(), await join()
    beating = asyncio.create_task(downtime.note_heartbeats(app.rooms, app.steady))
    await play({"kind": "none"})
    assert len(beats) == 1  # nobody to charge: once a minute
    await play(FISCHER)
    assert len(beats) > 1
    beating.cancel()
