"""The archive of a player: everything of one's own, nothing of others'."""

import asyncio
import io
import json
import zipfile
from typing import Any

from server.ratings.book import RatingBook
from server.store import sanctions
from server.store.store import Store
from server.transport.player_export import make_archive
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
    for part in ("blocks", "follows", "sanctions"):
        assert (part, other[part]) == (part, [])
    assert "in confidence" not in json.dumps(told)
    assert "among staff" not in json.dumps(told)


async def read(store: Store, player: str) -> dict[str, Any]:
    """What an archive says of a player, beside the games."""
    body = await asyncio.to_thread(make_archive, print, str(store.path), player)
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
    body = await asyncio.to_thread(make_archive, print, str(app.store.path), "nobody")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.namelist() == ["player.json"]
