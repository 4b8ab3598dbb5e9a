"""The archive of a player: everything of one's own, nothing of others'."""

import asyncio
import io
import json
import zipfile

from server.app import App
from server.transport.player_export import make_archive
from tests.conftest import Connect
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


async def test_an_archive_of_nobody_is_empty(running: Running) -> None:
    app, _ = running
    body = await asyncio.to_thread(make_archive, print, str(app.store.path), "nobody")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.namelist() == ["player.json"]
