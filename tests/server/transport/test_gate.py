"""The conversation with clients: who is greeted, told and sent away, and what a connection leaves behind."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.config import Config
from server.errors import StoreError
from server.rooms.table import Table
from server.store.database import OnCommit, Write
from server.store.games import library, room_log
from server.store.people import sanctions
from server.store.records import StoredPlayer
from server.store.sql import Statement
from server.store.writes import Append, NewGame
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal

Running = tuple[App, str]


async def first_word(address: str, raw: str) -> tuple[Message, int, str]:
    """Return the answer to a connection that begins with ``raw``, and its close."""
    client = Client(address)
    await client.connect()
    await client.send_raw(raw)
    heard = await client.wait(lambda m: True)
    closed = await client.wait_closed()
    await client.close()
    assert closed.rcvd is not None
    return heard, closed.rcvd.code, closed.rcvd.reason


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ('{"t":"lobby","on":true}', "hello_first"),
        ('{"t":"hello","protocol":0}', "stale_protocol"),
        ('{"t":"hello"}', "bad_message"),
        ("hello", "bad_json"),
    ],
)
async def test_who_begins_wrongly_is_told_why_and_sent_away(running: Running, raw: str, code: str) -> None:
    heard, number, reason = await first_word(running[1], raw)
    assert (heard["t"], heard["code"], number, reason) == ("bye", code, 1008, code)
    assert running[0].sessions.online == 0


async def test_a_second_hello_is_refused_and_harmless(join: Connect) -> None:
    client = await join()
    await client.send(t="hello", protocol=1)
    assert (await client.wait(lambda m: m["t"] == "error"))["code"] == "hello_first"
    assert await client.create()


async def test_people_are_counted_not_connections(running: Running, join: Connect) -> None:
    sessions = running[0].sessions
    first, _ = await join(), await join()
    again = await join(first.token)
    assert again.player == first.player
    assert sessions.online == 2
    await again.send(t="lobby", on=True)
    assert (await again.wait(lambda m: m["t"] == "lobby"))["online"] == 2


async def test_what_a_connection_had_is_given_back_when_it_is_lost(running: Running, join: Connect) -> None:
    app = running[0]
    owner, other = await join(), await join()
    room = await owner.create()
    await owner.enter(room)
    await other.enter(room)
    await owner.send(t="lobby", on=True)
    await owner.drop()
    gone = await other.wait(lambda m: m["t"] == "presence" and m["presence"]["gone_since"][0] is not None)
    assert gone["room"] == room
    table = app.rooms.tables.get(room)
    assert table is not None
    assert len(table.audience.viewers) == 1
    assert app.sessions.online == 1


async def test_a_new_name_is_told_to_every_connection_and_table(join: Connect) -> None:
    ada, tab, other = await join(), await join(), await join()
    tab = await join(ada.token)
    room = await ada.create()
    await other.enter(room)
    answer = await ada.command("rename", name="Countess")
    assert answer["name"] == "Countess"
    for client in (ada, tab):
        renamed = await client.wait(lambda m: m["t"] == "renamed")
        assert renamed["player"] == {"id": ada.player, "name": "Countess"}
    state = await other.wait(lambda m: m["t"] == "room" and m["seats"][0]["name"] == "Countess")
    assert state["room"] == room
    with pytest.raises(Refusal) as refusal:
        await other.command("rename", name="countess")
    assert refusal.value.code == "name_taken"
    assert await tab.create()  # and its rooms bear the new name
    await other.send(t="lobby", on=True)
    lobby = await other.wait(lambda m: m["t"] == "lobby")
    assert {line["seats"][0]["name"] for line in lobby["rooms"]} == {"Countess"}


async def test_many_names_in_a_row_are_a_flood(join: Connect) -> None:
    ada = await join()
    for name in ("Ada", "Countess", "Lovelace"):
        await ada.command("rename", name=name)
    with pytest.raises(Refusal) as refusal:
        await ada.command("rename", name="Byron")
    assert refusal.value.code == "flood"


async def test_a_game_deleted_while_somebody_sits_down_leaves_nothing_behind(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = running[0]
    kept, go_on = asyncio.Event(), asyncio.Event()
    commit = app.store.commit

    async def slow(*writes: NewGame | Append, **more: Any) -> None:
        await commit(*writes, **more)
        kept.set()
        await go_on.wait()

    owner, guest = await join(), await join()
    room = await owner.create()
    monkeypatch.setattr(app.store, "commit", slow)
    await guest.send(t="sit", id="s", room=room)
    await kept.wait()
    await library.delete_game(app.store, room)
    deleting = asyncio.create_task(app.live.game_deleted(room))
    await asyncio.sleep(0)
    go_on.set()
    await deleting
    assert (await guest.wait(lambda m: m["t"] == "ack"))["id"] == "s"
    assert (await guest.wait(lambda m: m["t"] == "error"))["code"] == "unknown_room"
    assert [app.rooms.tables.of_player(client.player) for client in (owner, guest)] == [[], []]
    assert len(app.rooms.tables) == 0


@pytest.mark.parametrize("end", ["banned", "deleted"])
async def test_who_is_banned_or_deleted_is_sent_away_everywhere(running: Running, join: Connect, end: str) -> None:
    app = running[0]
    ada, other = await join(), await join()
    tab = await join(ada.token)
    room = await ada.create()
    await other.command("sit", room=room)
    await other.enter(room)
    if end == "banned":
        await app.store.execute(*sanctions.insert(ada.player, "ban", "spam", "", app.now(), None, None))
    await (app.live.player_sanctioned(ada.player) if end == "banned" else app.live.player_deleted(ada.player))
    for client in (ada, tab):
        assert (await client.wait(lambda m: m["t"] == "bye"))["code"] == end
        closed = await client.wait_closed()
        assert closed.rcvd is not None
        assert (closed.rcvd.code, closed.rcvd.reason) == (1008, end)
    state = await other.enter(room)
    assert state["presence"]["gone_since"][0] is not None
    assert state["seats"][0].get("name", "") == ("" if end == "deleted" else ada.welcome["player"]["name"])


async def test_an_operators_new_name_reaches_the_player(running: Running, join: Connect) -> None:
    ada = await join()
    await running[0].live.player_renamed(StoredPlayer(ada.player, "Decent", 1))
    assert (await ada.wait(lambda m: m["t"] == "renamed"))["player"]["name"] == "Decent"


async def test_who_becomes_somebody_else_leaves_the_old_seat(running: Running, join: Connect) -> None:
    old, ada, other = await join(), await join(), await join()
    room = await old.create()
    await old.enter(room)
    await other.command("sit", room=room)
    await other.enter(room)
    code = (await ada.command("code"))["code"]
    await old.send(t="redeem", id="become", code=code)
    welcome = await old.wait(lambda m: m["t"] == "welcome")
    assert welcome["player"]["id"] == ada.player
    await other.wait(lambda m: m["t"] == "presence" and m["presence"]["gone_since"][0] is not None)
    with pytest.raises(Refusal) as refusal:
        await old.move(room, 0, 0)
    assert refusal.value.code == "not_seated"
    assert running[0].sessions.online == 2


async def test_who_comes_back_is_told_which_rooms_still_wait(join: Connect) -> None:
    ada, bob = await join(), await join()
    begun, waiting = await ada.create(), await ada.create(visibility="link")
    await bob.command("sit", room=begun)
    again = await join(ada.token)
    assert sorted(again.welcome["rooms"]) == sorted([begun, waiting])
    assert again.welcome["waiting"] == [waiting]
    assert "waiting" not in (await join(bob.token)).welcome


async def test_who_lost_the_answer_to_a_code_gets_another(join: Connect) -> None:
    ada, guest = await join(), await join()
    code = (await ada.command("code"))["code"]
    await guest.send(t="redeem", id="become", code=code)
    await guest.wait(lambda m: m["t"] == "ack")
    first = await guest.wait(lambda m: m["t"] == "welcome")
    again = await join(guest.token)  # the token of before: no answer has come
    await again.command("redeem", id="become", code=code)
    second = await again.wait(lambda m: m["t"] == "welcome")
    assert first["player"] == second["player"] == ada.welcome["player"]
    assert (await join(second["token"])).player == ada.player
    assert (await join(first["token"])).player != ada.player  # nobody has it: it is no device


async def test_a_failure_while_entering_again_leaves_the_view_as_it_was(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = running[0]
    owner, other = await join(), await join()
    room = await owner.create(color="black")
    await owner.enter(room)
    await other.command("sit", room=room)
    await other.enter(room)
    ack = await owner.move(room, 0, 0)
    await owner.event("moved")
    owner.heard.clear()

    async def fail(*_: object) -> None:
        raise StoreError("not readable")

    with monkeypatch.context() as patch:
        patch.setattr(app.store, "fetch", fail)
        with pytest.raises(Refusal) as refusal:
            await owner.enter(room, since=ack["v"] - 1)
    assert refusal.value.code == "store_unavailable"
    await owner.drop()
    await other.wait(lambda m: m["t"] == "presence" and m["presence"]["gone_since"][0] is not None)


async def test_a_store_that_fails_at_the_greeting_asks_to_come_again(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(running[0].store, "execute", fail)
    heard, number, _ = await first_word(running[1], '{"t":"hello","protocol":1}')
    assert (heard["t"], heard["code"], number) == ("bye", "store_unavailable", 1011)


async def test_a_fault_of_the_server_is_named_and_logged(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = running[0]
    unlucky, lucky = await join(), await join()

    async def fail(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(room_log, "find_room_of_command", fail)
        await unlucky.send(t="create", id="c", rules="freestyle", size=15, clock={"kind": "none"})
        error = await unlucky.wait(lambda m: m["t"] == "error")
        closed = await unlucky.wait_closed()
    assert closed.rcvd is not None
    assert (error["code"], closed.rcvd.code) == ("internal", 1011)
    assert f"fault {error['detail']['id']}" in caplog.text
    assert "ZeroDivisionError: a bug" in caplog.text
    assert await lucky.create()
    assert app.sessions.online == 1


async def test_seats_that_are_refused_use_up_no_places(join: Connect) -> None:
    owner, guest = await join(), await join()
    room = await owner.create()
    await guest.command("sit", room=room)
    for _ in range(25):
        with pytest.raises(Refusal) as refusal:
            await guest.command("sit", room=room)
        assert refusal.value.code == "own_room"
    assert await guest.enter(await owner.create())


class TestOneWhoMakesRooms:
    """An address that may send 12 messages a second, and 24 at once."""

    @pytest.fixture
    def config(self, tmp_path: Path) -> Config:
        return Config(port=0, db=tmp_path / "tengen.db", address_messages_per_s=12)

    async def test_a_room_costs_its_address_more_than_a_message(self, running: Running) -> None:
        async with connect(running[1]) as socket:
            await socket.send('{"t":"hello","protocol":1}')
            await socket.recv()
            for n in range(3):
                create = f'{{"t":"create","id":"c{n}","rules":"freestyle","size":15,"clock":{{"kind":"none"}}}}'
                await socket.send(create)
            answers = [json.loads(await socket.recv()) for _ in range(3)]
        refused = [answer for answer in answers if answer["t"] == "error"]
        assert refused
        assert {answer["code"] for answer in refused} == {"flood"}
        assert all("id" in answer for answer in refused)


async def test_commands_of_one_connection_are_done_in_their_order(join: Connect) -> None:
    black, white = await join(), await join()
    room = await black.create(color="black")
    await white.command("sit", room=room)
    await black.enter(room)
    await black.send(t="move", id="a", room=room, ply=0, point=0)
    await black.send(t="offer", id="b", room=room, what="draw")
    await black.send(t="resign", id="c", room=room)
    answers = [await black.wait(lambda m: m["t"] == "ack" and m["id"] in "abc") for _ in range(3)]
    assert [(answer["id"], answer["v"]) for answer in answers] == [("a", 3), ("b", 4), ("c", 5)]


class HeldStore:
    """A store whose commits of moves end once the test says so."""

    def __init__(self, app: App, patch: pytest.MonkeyPatch) -> None:
        self.durable = asyncio.Event()
        self._go_on: list[Callable[[], None]] = []
        self._commit_then = app.store.commit_then
        patch.setattr(app.store, "commit_then", self._hold)

    def _hold(self, on_end: OnCommit, *writes: Write, noted: Sequence[Statement] = ()) -> None:
        def end(error: StoreError | None) -> None:
            self._go_on.append(partial(on_end, error))
            self.durable.set()

        self._commit_then(end, *writes, noted=noted)

    def let_go(self) -> None:
        """End the commits that are durable."""
        for end in self._go_on:
            end()


async def test_what_comes_while_a_move_is_stored_waits_for_it(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    black, white = await join(), await join()
    room = await black.create(color="black")
    await white.command("sit", room=room)
    held = HeldStore(running[0], monkeypatch)
    black.send_at_once(
        {"t": "move", "id": "a", "room": room, "ply": 0, "point": 0},
        {"t": "offer", "id": "b", "room": room, "what": "draw"},
        {"t": "resign", "id": "c", "room": room},
    )
    await held.durable.wait()
    assert await white.create()  # others are served meanwhile
    assert not any(message["t"] in ("ack", "events") for message in black.heard)
    held.let_go()
    answers = [await black.wait(lambda m: m["t"] == "ack" and m["id"] in "abc") for _ in range(3)]
    assert [(answer["id"], answer["v"]) for answer in answers] == [("a", 3), ("b", 4), ("c", 5)]


async def test_whoever_leaves_while_a_move_is_stored_has_made_it(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = running[0]
    black, white = await join(), await join()
    room = await black.create(color="black")
    await white.command("sit", room=room)
    await black.enter(room)
    await white.enter(room)
    await black.create()  # the server is done with all that it has sent before
    held = HeldStore(app, monkeypatch)
    await black.send(t="move", id="a", room=room, ply=0, point=0)
    await held.durable.wait()
    await black.drop()
    assert app.sessions.online == 2
    held.let_go()
    assert (await white.event("moved"))["point"] == 0
    await white.wait(lambda m: m["t"] == "presence" and m["presence"]["gone_since"][0] is not None)
    assert app.sessions.online == 1


async def test_a_move_that_the_store_does_not_keep_is_refused(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    black, white = await join(), await join()
    room = await black.create(color="black")
    await white.command("sit", room=room)

    def fail(on_end: OnCommit, *_: object, **__: object) -> None:
        asyncio.get_running_loop().call_soon(on_end, StoreError("the disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(running[0].store, "commit_then", fail)
        with pytest.raises(Refusal, match="store_unavailable"):
            await black.move(room, 0, 0)
    assert (await black.move(room, 0, 0))["v"] == 3


async def test_a_fault_after_a_move_is_named_and_logged(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    unlucky, lucky = await join(), await join()
    room = await unlucky.create(color="black")
    await lucky.command("sit", room=room)

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(Table, "publish", fail)
        await unlucky.send(t="move", id="a", room=room, ply=0, point=0)
        error = await unlucky.wait(lambda m: m["t"] == "error")
        closed = await unlucky.wait_closed()
    assert closed.rcvd is not None
    assert (error["code"], closed.rcvd.code) == ("internal", 1011)
    assert f"fault {error['detail']['id']}" in caplog.text
    assert "ZeroDivisionError: a bug" in caplog.text
    assert (await lucky.move(room, 1, 1))["v"] == 4


async def test_moves_are_charged_to_the_budget(running: Running, join: Connect) -> None:
    black, white = await join(), await join()
    room = await black.create(color="black")
    await white.command("sit", room=room)
    for _ in range(running[0].config.message_burst + 1):
        await black.send(t="move", id="again", room=room, ply=0, point=0)
    assert (await black.wait(lambda m: m["t"] == "error"))["code"] == "flood"


async def test_many_who_say_hello_at_once_are_all_welcome(running: Running, join: Connect) -> None:
    clients = await asyncio.gather(*(join() for _ in range(20)))
    assert len({client.player for client in clients}) == 20
    assert running[0].sessions.online == 20


class TestBehindAProxy:
    """Three connections an address, and a proxy that names them."""

    @pytest.fixture
    def config(self, tmp_path: Path) -> Config:
        local = (ip_network("127.0.0.1"),)
        return Config(port=0, db=tmp_path / "tengen.db", trusted_proxies=local, connections_per_address=3)

    @pytest.mark.parametrize(
        ("addresses", "beside"),
        [
            (["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:DB8:1:2:ffff::"], "2001:db8:1:3::1"),
            (["::ffff:198.51.100.7", "198.51.100.7", "::ffff:c633:6407"], "::ffff:198.51.100.8"),
        ],
    )
    async def test_a_network_of_ipv6_counts_as_one_address(
        self, running: Running, addresses: list[str], beside: str
    ) -> None:
        async def answer(address: str) -> str:
            headers = {"X-Forwarded-For": address}
            socket = await stack.enter_async_context(connect(running[1], additional_headers=headers))
            with suppress(ConnectionClosed):
                await socket.send('{"t":"hello","protocol":1}')
            said = json.loads(await socket.recv())
            return str(said.get("code", said["t"]))

        async with AsyncExitStack() as stack:
            assert [await answer(address) for address in addresses] == ["welcome"] * 3
            assert [await answer(address) for address in addresses] == ["too_many_connections"] * 3
            assert await answer(beside) == "welcome"
