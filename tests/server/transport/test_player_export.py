"""The archive of a player: everything of one's own, nothing of others'."""

import asyncio
import io
import json
import socket
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from server.errors import Refused
from server.ratings.book import RatingBook
from server.store.people import sanctions
from server.store.store import Store
from server.transport import stream
from server.transport.player_export import Archives, make_archive
from server.transport.port import close_port
from tests.conftest import Connect
from tests.kit.app import App
from tests.server.ratings.rated_games import add_account, end_game
from tests.server.transport.browser import fetch

Running = tuple[App, str]


async def test_an_archive_holds_everything_of_ones_own(running: Running, join: Connect) -> None:
    ada, bob = await join(), await join()
    room = await ada.create(visibility="private")
    await ada.enter(room)
    await bob.command("sit", room=room)
    await ada.move(room, 0, 112)
    await bob.command("resign", room=room)
    secret = await bob.create(visibility="private", level=1)
    port = int(running[1].split(":")[2].split("/")[0])
    answer = await fetch(port, "/api/archive", Authorization=f"Bearer {ada.token}")
    assert answer.status == 200
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        names = archive.namelist()
        held = b"".join(archive.read(name) for name in names)
        told = json.loads(archive.read("player.json"))
        game = json.loads(archive.read(f"games/{room}.json"))
        assert archive.read(f"games/{room}.sgf").startswith(b"(;FF[4]")
    assert sorted(names) == [f"games/{room}.json", f"games/{room}.sgf", "player.json"]
    assert (told["player"]["id"], len(told["devices"]), told["damaged"]) == (ada.player, 1, [])
    assert [move["point"] for move in game["moves"]] == [112]
    assert secret.encode() not in held
    assert b"hash" not in held
    assert (await fetch(port, "/api/archive")).status == 401
    assert (await fetch(port, "/api/archive", Authorization="Bearer nobody")).status == 401


async def test_what_people_do_with_each_other_is_in_the_archive_of_who_did_it(running: Running, join: Connect) -> None:
    """And of a report only who made it learns: staff's notes and who reported somebody are others'."""
    app = running[0]
    ada, bob = await join(), await join()
    room = await ada.create()
    await ada.enter(room)
    await bob.enter(room)
    await ada.command("say", room=room, phrase="hello")
    await bob.command("say", room=room, phrase="thanks")
    await bob.command("report", about=ada.player, room=room, reason="spam", note="a word in confidence")
    await ada.command("report", about=bob.player, reason="name", note="look at it")
    challenge = await ada.command("challenge", to=bob.player, rules="freestyle", size=15, clock={"kind": "none"})
    await ada.command("follow", player=bob.player, on=True)
    await ada.command("block", player=bob.player, on=True)
    mute = sanctions.insert(ada.player, "mute", "insult", "said among staff", app.now(), app.now() + 60_000, None)
    await app.store.execute(*mute)

    told, other = await read(app.store, ada.player), await read(app.store, bob.player)
    assert [(each["room"], each["side"], each["kind"], each["body"]) for each in told["remarks"]] == [
        (room, "players", "phrase", "hello")
    ]
    assert [(each["room"], each["side"], each["body"]) for each in other["remarks"]] == [(room, "watchers", "thanks")]
    assert [(each["about"], each["game"], each["note"], each["state"]) for each in told["reports"]] == [
        (bob.player, None, "look at it", "open")
    ]
    assert [(each["about"], each["game"]) for each in other["reports"]] == [(ada.player, room)]
    assert [each["other"] for each in told["blocks"]] == [bob.player]
    assert [each["other"] for each in told["follows"]] == [bob.player]
    (laid,) = told["sanctions"]
    assert (laid["kind"], laid["reason"], laid["until"] - laid["at"], laid["lifted_at"]) == (
        *("mute", "insult", 60_000, None),
    )
    assert [each["id"] for each in told["challenges"]] == [each["id"] for each in other["challenges"]]
    assert [each["id"] for each in told["challenges"]] == [challenge["challenge"]]
    for name in ("blocks", "follows", "sanctions"):
        assert (name, other[name]) == (name, [])
    assert "in confidence" not in json.dumps(told)
    assert "among staff" not in json.dumps(told)


async def read(store: Store, player: str) -> dict[str, Any]:
    """Return the content of a player's archive beside the games."""
    body = await asyncio.to_thread(make_archive, store.address, player)
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        told: dict[str, Any] = json.loads(archive.read("player.json"))
        return told


async def test_how_ones_ratings_have_come_about_is_in_it(store: Store) -> None:
    ada, bob = await add_account(store, "ada"), await add_account(store, "bob")
    await end_game(store, "game00000001", ada, bob, ended_at=8_000)
    await end_game(store, "game00000002", bob, ada, ended_at=9_000)
    await RatingBook(store).catch_up()
    told = await read(store, "ada")
    first, second = told["rating_changes"]
    assert [(each["game"], each["score"], each["games"]) for each in (first, second)] == [
        ("game00000001", 1.0, 1),
        ("game00000002", 0.0, 2),
    ]
    assert (first["pool"], first["rating_before"], first["expected"]) == ("gomoku", 1500.0, 0.5)
    (held,) = told["ratings"]
    assert (second["rating"], second["deviation"]) == (held["rating"], held["deviation"])


async def test_an_archive_of_nobody_is_empty(running: Running) -> None:
    app, _ = running
    body = await asyncio.to_thread(make_archive, app.store.address, "nobody")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.namelist() == ["player.json"]


async def test_addresses_take_turns_at_archives() -> None:
    """One that asks in a loop has no more turns than another."""
    made: list[str] = []
    ended: dict[str, list[Callable[[], None]]] = {"greedy": [], "other": []}

    async def run(_: object, path: str, player: str, **__: object) -> bytes:
        made.append(player)
        await asyncio.sleep(0)
        return player.encode()

    archives = Archives(run, "nowhere")
    done = asyncio.Event()

    async def ask_in_a_loop() -> None:
        while not done.is_set():
            with pytest.raises(Refused, match="flood"):  # one in hand is enough
                await asyncio.gather(*(archives.make("greedy", "greedy", ended["greedy"].append) for _ in range(2)))
            while not ended["greedy"]:
                await asyncio.sleep(0)
            ended["greedy"].pop()()

    greedy = asyncio.create_task(ask_in_a_loop())
    for _ in range(30):
        assert await archives.make("other", "other", ended["other"].append) == b"other"
        ended["other"].pop()()
    done.set()
    await greedy
    assert made.count("other") == 30


async def test_an_archive_is_in_hand_until_it_is_sent() -> None:
    ended: list[Callable[[], None]] = []

    async def run(*_: object, **__: object) -> bytes:
        return b"PK"

    archives = Archives(run, "nowhere")
    await archives.make("here", "ada", ended.append)
    with pytest.raises(Refused, match="flood"):
        await archives.make("here", "ada", ended.append)
    ended.pop()()
    assert await archives.make("here", "ada", ended.append) == b"PK"


async def test_a_large_archive_has_a_patience_of_its_own(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes longer to make than any other answer may, and who reads it slowly gets all of it."""
    monkeypatch.setattr(stream, "PATIENCE_S", 0.5)
    monkeypatch.setattr(stream, "READING_S", 0.5)
    body = bytes(range(256)) * (32 << 10)

    async def run(*_: object, **__: object) -> bytes:
        await asyncio.sleep(1.0)
        return body

    app, url = running
    monkeypatch.setattr(app.site._api, "_archives", Archives(run, app.store.address))
    ada = await join()
    host, port = url.removeprefix("ws://").removesuffix("/ws").split(":")
    with socket.socket() as own:  # a small window: what is not read waits in the server
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        own.setblocking(False)
        await asyncio.get_running_loop().sock_connect(own, (host, int(port)))
        reader, writer = await asyncio.open_connection(sock=own, limit=4096)
        writer.write(f"GET /api/archive HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {ada.token}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        await asyncio.sleep(1.0)
        assert await reader.read(-1) == body
        writer.close()


async def test_a_server_that_stops_waits_for_no_archive(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def run(*_: object, **__: object) -> bytes:
        begun.set()
        await asyncio.sleep(60)
        return b""

    app, url = running
    monkeypatch.setattr(app.site._api, "_archives", Archives(run, app.store.address))
    ada = await join()
    asked = asyncio.create_task(
        fetch(int(url.split(":")[2].split("/")[0]), "/api/archive", Authorization=f"Bearer {ada.token}")
    )
    await begun.wait()
    server = next(each.server for each in stream.Stream.opening)
    async with asyncio.timeout(10):
        await close_port(server)
    with pytest.raises((OSError, ValueError, IndexError)):
        await asked
