"""Devices over real sockets: listed, ended with all their connections, and what an ended one is told."""

import asyncio
import json

import pytest

from server.store.people import players
from server.store.records import KnownToken
from server.store.store import Store
from server.transport.connection import Connection
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal
from tests.server.transport.browser import fetch

Running = tuple[App, str]


async def listed(client: Client) -> list[Message]:
    """The client's devices."""
    await client.send(t="devices", id="list")
    found: list[Message] = (await client.wait(lambda m: m["t"] == "devices" and m["id"] == "list"))["devices"]
    return found


async def second_device(join: Connect, first: Client, **wishes: bool) -> Client:
    """Another client, which becomes the player of the first by a code."""
    code = (await first.command("code"))["code"]
    second = await join()
    await second.send(t="redeem", id="become", code=code, **wishes)
    second.welcome = await second.wait(lambda m: m["t"] == "welcome")
    second.token = second.welcome["token"]
    await second.wait(lambda m: m["t"] == "ack" and m["id"] == "become")
    return second


async def told_to_go(client: Client) -> None:
    """Until the client is told that it was signed out, and its connection closed."""
    assert (await client.wait(lambda m: m["t"] == "bye"))["code"] == "signed_out"
    closed = await client.wait_closed()
    assert closed.rcvd is not None
    assert (closed.rcvd.code, closed.rcvd.reason) == (1008, "signed_out")


async def test_a_device_is_ended_with_all_its_connections(running: Running, join: Connect) -> None:
    ada, other = await join(), await join()
    phone = await second_device(join, ada)
    tab = await join(phone.token)
    room = await ada.create()
    await phone.enter(room)
    await other.command("sit", room=room)
    devices = await listed(ada)
    assert sorted((device.get("this", False), device["here"]) for device in devices) == [(False, True), (True, True)]
    theirs = next(device["id"] for device in devices if not device.get("this"))
    with pytest.raises(Refusal) as refusal:
        await other.command("end_device", device=theirs)
    assert refusal.value.code == "unknown_device"
    await ada.command("end_device", device=theirs)
    await told_to_go(phone)
    await told_to_go(tab)
    assert [device.get("this") for device in await listed(ada)] == [True]
    await ada.move(room, 0, 0)  # the identity is untouched
    assert running[0].sessions.online == 2


async def test_every_page_of_a_player_is_told_that_a_device_has_come_or_gone(join: Connect) -> None:
    ada, stranger = await join(), await join()
    tab = await join(ada.token)
    phone = await second_device(join, ada)

    async def told(*clients: Client) -> None:
        for client in clients:
            await client.wait(lambda m: m["t"] == "devices_changed")

    await told(ada, tab, phone)
    theirs = next(device["id"] for device in await listed(ada) if not device.get("this"))
    await ada.command("end_device", device=theirs)
    await told(ada, tab)
    assert not [message for message in stranger.heard if message["t"] == "devices_changed"]


async def test_an_ended_device_does_not_become_a_new_guest(running: Running, join: Connect) -> None:
    ada = await join()
    phone = await second_device(join, ada)
    theirs = next(device["id"] for device in await listed(ada) if not device.get("this"))
    await phone.close()
    assert [device.get("here", False) for device in await listed(ada) if not device.get("this")] == [False]
    await ada.command("end_device", device=theirs)
    before = (await running[0].store.fetch("SELECT count(*) FROM players"))[0][0]
    again = await Client(running[1], phone.token).open()
    assert (again.welcome["t"], again.welcome["code"]) == ("bye", "signed_out")
    await again.close()
    assert (await running[0].store.fetch("SELECT count(*) FROM players"))[0][0] == before

    port = int(running[1].split(":")[2].split("/")[0])
    answer = await fetch(port, "/api/scores", Authorization=f"Bearer {phone.token}")
    assert (answer.status, json.loads(answer.body)["code"]) == (401, "signed_out")


async def test_this_device_may_end_itself(join: Connect) -> None:
    ada = await join()
    (own,) = await listed(ada)
    await ada.command("end_device", device=own["id"])
    await told_to_go(ada)


async def test_a_code_signs_the_other_device_out_where_that_is_wanted(join: Connect) -> None:
    ada = await join()
    phone = await second_device(join, ada)
    assert ada.closed is None
    tablet = await second_device(join, ada, end_other=True)
    await told_to_go(ada)
    assert len(await listed(tablet)) == len(await listed(phone)) == 2


async def test_a_device_that_is_ended_while_it_is_greeted_is_sent_away(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await join()
    phone = await second_device(join, ada)
    theirs = next(device["id"] for device in await listed(ada) if not device.get("this"))
    await phone.close()
    read, go_on = asyncio.Event(), asyncio.Event()
    by_token = players.find_by_token

    async def slow(store: Store, token_hash: bytes) -> KnownToken | None:
        known = await by_token(store, token_hash)
        read.set()
        await go_on.wait()
        return known

    monkeypatch.setattr(players, "find_by_token", slow)
    late = Client(running[1], phone.token)
    await late.connect()
    await late.send(t="hello", protocol=1, token=phone.token)
    await read.wait()
    await ada.command("end_device", device=theirs)
    go_on.set()
    await told_to_go(late)
    await late.close()


async def test_who_was_sent_away_is_not_heard_any_more(running: Running, join: Connect) -> None:
    app = running[0]
    ada = await join()
    phone = await second_device(join, ada)
    theirs = next(device["id"] for device in await listed(ada) if not device.get("this"))
    (connection,) = app.sessions.of_device(theirs)
    assert isinstance(connection, Connection)
    assert phone._socket is not None
    phone._socket.transport.pause_reading()  # it does not see the close, and plays on
    ending = asyncio.create_task(ada.command("end_device", device=theirs))
    while not connection.closing:
        await asyncio.sleep(0)
    await phone.send(t="create", id="late", rules="freestyle", size=15, clock={"kind": "none"})
    await ending
    phone._socket.transport.resume_reading()
    await told_to_go(phone)
    assert app.rooms.tables.of_player(ada.player) == []
