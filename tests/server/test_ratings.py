"""Ratings over real sockets: from a game to what it has changed, for all who look on, now, later and after a kill."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.accounts import leaving
from server.errors import StoreError
from server.protocol.values import Who
from server.ratings.held import read_ratings
from server.ratings.ledger import RatingPool
from server.store.games import ratings
from server.store.people import players
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal
from tests.kit.http import get_json
from tests.kit.process import ColdServer
from tests.server.accounts.test_registry import SECRET, QuickHashing
from tests.server.ratings.rated_games import end_game
from tests.server.test_accounts import keep_name
from tests.server.test_talk import keep_role
from tests.server.transport.browser import fetch

GOMOKU = RatingPool("gomoku", False)


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.accounts.feature.Hashing", QuickHashing)


async def play(black: Client, white: Client, **wishes: object) -> str:
    """A game that black wins by five, to be rated; both look on."""
    room = await black.create(rated=True, **wishes)
    await black.enter(room)
    await white.command("sit", room=room)
    for ply in range(9):
        await (black, white)[ply % 2].move(room, ply, 112 + ply // 2 + (ply % 2) * 15)
    return room


def counted(message: Message) -> bool:
    return message["t"] == "ratings" and ("shifts" in message["rating"] or "unrated" in message["rating"])


def changed(message: Message) -> bool:
    return message["t"] == "ratings" and "shifts" in message["rating"]


async def test_a_game_changes_ratings_and_tells_everybody_why(join: Connect, running: tuple[App, str]) -> None:
    ada, bob, watcher = await join(), await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    room = await ada.create(rated=True)
    await ada.enter(room)
    await bob.command("sit", room=room)
    await watcher.enter(room)
    for ply in range(9):
        await (ada, bob)[ply % 2].move(room, ply, 112 + ply // 2 + (ply % 2) * 15)
    told = [(await client.wait(changed))["rating"] for client in (ada, bob, watcher)]
    assert told[0] == told[1] == told[2]
    shift = {"deviation": 290, "expected": 0.5, "against": 1500}
    assert told[0] == {
        "pool": "gomoku",
        "marks": [{"rating": 1500, "deviation": 350}] * 2,
        "shifts": [
            {"before": 1500, "after": 1662, "score": 1.0, **shift},
            {"before": 1500, "after": 1338, "score": 0.0, **shift},
        ],
    }
    assert (await (await join()).enter(room))["rating"] == told[0]
    for client in (ada, bob, watcher):
        await client.close()
    again = await join()
    state = await again.enter(room)  # read from the store, perhaps after the room has been shown
    assert (state.get("rating") or (await again.wait(changed))["rating"]) == told[0]
    held = (await running[0].ratings.read(ada.player))[GOMOKU]
    assert (round(held.rating.value), held.games) == (1662, 1)
    port = int(running[1].split(":")[2].split("/")[0])
    (game,) = json.loads((await fetch(port, "/api/games")).body)["games"]
    assert game["marks"] == told[0]["marks"]
    assert json.loads((await fetch(port, f"/api/games/{room}")).body)["rating"] == told[0]


async def test_a_stored_game_tells_of_black_first_and_why_it_does_not_count(
    join: Connect, running: tuple[App, str]
) -> None:
    ada, bob, owner = await join(), await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    base = f"http{ada.url.removeprefix('ws').removesuffix('/ws')}"
    room = await ada.create(rated=True, color="white")
    await ada.enter(room)
    await bob.command("sit", room=room)
    for ply in range(4):
        await (bob, ada)[ply % 2].move(room, ply, 112 + ply // 2 + (ply % 2) * 15)
    assert "rating" not in await get_json(f"{base}/api/games/{room}")
    await bob.command("resign", room=room)
    told = (await ada.wait(changed))["rating"]
    game = await get_json(f"{base}/api/games/{room}")
    assert game["game"]["black"]["name"] == "Bob"
    assert game["rating"] == told | {"shifts": told["shifts"][::-1]}
    assert [shift["score"] for shift in game["rating"]["shifts"]] == [0.0, 1.0]
    await keep_role(running, owner, "owner")
    await owner.command("act", act="ratings_strike", target=room)
    await ada.wait(told_unrated)
    game = await get_json(f"{base}/api/games/{room}")
    assert game["rating"] == {"pool": "gomoku", "marks": [None, None], "unrated": "struck"}


async def test_a_loss_to_a_bot_is_not_undone_by_a_take_back(join: Connect) -> None:
    ada = await join()
    await keep_name(ada, "Ada")
    room = await ada.create(level=1, rated=True, color="black")
    await ada.enter(room)
    await ada.move(room, 0, 112)
    await ada.event("moved")
    assert (await ada.event("moved"))["seat"] == 1
    with pytest.raises(Refusal) as refused:
        await ada.command("offer", room=room, what="takeback")
    assert refused.value.code == "no_take_backs"
    await ada.command("resign", room=room)
    told = (await ada.wait(changed))["rating"]
    assert told["shifts"][0]["after"] < told["shifts"][0]["before"]


async def test_a_game_in_which_a_move_was_taken_back_says_why_it_does_not_count(
    join: Connect, running: tuple[App, str]
) -> None:
    ada, bob, watcher = await join(), await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    room = await ada.create(rated=True)
    await ada.enter(room)
    await bob.command("sit", room=room)
    await watcher.enter(room)
    for ply in range(3):
        await (ada, bob)[ply % 2].move(room, ply, 112 + ply)
    await ada.command("offer", room=room, what="takeback")
    await bob.command("answer", room=room, what="takeback", accept=True)
    for client in (ada, bob, watcher):
        assert (await client.wait(told_unrated))["rating"]["unrated"] == "took_back"
    assert (await (await join()).enter(room))["rating"]["unrated"] == "took_back"
    await ada.command("resign", room=room)
    await bob.event("ended")
    again = await join()
    assert (await again.enter(room))["rating"]["unrated"] == "took_back"
    await running[0].rating_book.catch_up()
    assert await running[0].ratings.read(ada.player) == {}
    base = f"http{ada.url.removeprefix('ws').removesuffix('/ws')}"
    assert (await get_json(f"{base}/api/games/{room}"))["rating"]["unrated"] == "took_back"


async def test_the_next_room_has_the_ratings_beside_the_names(join: Connect) -> None:
    ada, bob = await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    await play(ada, bob)
    await ada.wait(changed)
    room = await ada.create()
    looker = await join()
    await looker.send(t="lobby", on=True)
    await looker.wait(
        lambda m: (
            m["t"] in ("lobby", "lobby_change")
            and any(
                line["room"] == room and line.get("marks") == [{"rating": 1662, "deviation": 290}, None]
                for line in m["rooms"]
            )
        )
    )
    state = await looker.enter(room)
    assert state["rating"] == {"pool": "gomoku", "marks": [{"rating": 1662, "deviation": 290}, None]}


async def test_a_guests_game_says_that_it_does_not_count(join: Connect) -> None:
    ada, guest = await join(), await join()
    await keep_name(ada, "Ada")
    room = await ada.create(rated=True)
    await ada.enter(room)
    await guest.command("sit", room=room)
    for ply in range(9):
        await (ada, guest)[ply % 2].move(room, ply, 112 + ply // 2 + (ply % 2) * 15)
    told = await ada.wait(counted)
    assert told["rating"] == {"pool": "gomoku", "marks": [None, None], "unrated": "no_account"}
    assert (await guest.enter(room))["rating"] == told["rating"]


async def test_what_the_first_move_is_worth_is_told_where_it_counted(join: Connect, running: tuple[App, str]) -> None:
    store = running[0].store
    await store.execute(ratings.keep_first_move(("freestyle 15 free", 40, "gomoku", 1, 1, 60.0, 9.0)))
    ada, bob = await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    room = await play(ada, bob)
    told = (await ada.wait(changed))["rating"]
    assert told["first_move"] == 60
    assert [shift["expected"] for shift in told["shifts"]] == [0.56, 0.44]
    for client in (ada, bob):
        await client.close()
    again = await join()
    state = await again.enter(room)
    assert (state.get("rating") or (await again.wait(changed))["rating"]) == told


def told_unrated(message: Message) -> bool:
    return message["t"] == "ratings" and set(message["rating"]) == {"pool", "marks", "unrated"}


@pytest.mark.parametrize("joins", [False, True])
async def test_who_comes_to_an_account_in_the_middle_of_a_game_does_not_have_it_count(
    join: Connect, running: tuple[App, str], joins: bool
) -> None:
    """Otherwise a player about to win could choose that the game is rated, which one about to lose would not."""
    ada, bob, guest = await join(), await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    room = await ada.create(rated=True)
    await ada.enter(room)
    await guest.command("sit", room=room)
    assert (await ada.wait(told_unrated))["rating"]["unrated"] == "no_account"
    for ply in range(8):
        await (ada, guest)[ply % 2].move(room, ply, 112 + ply // 2 + (ply % 2) * 15)
    if joins:
        await guest.command("sign_in", name="Bob", password=SECRET, join=True)
    else:
        await keep_name(guest, "Cy")
    assert (await guest.enter(room))["rating"]["unrated"] == "no_account"
    await ada.command("resign", room=room)
    await running[0].rating_book.catch_up()
    assert (await guest.enter(room))["rating"]["unrated"] == "no_account"
    for player in (ada.player, bob.player, guest.player):
        assert await read_ratings(running[0].store, player) == {}


@pytest.mark.parametrize(
    "clock", [{"kind": "none"}, {"kind": "correspondence", "move_ms": 86_400_000}], ids=["sitting", "slow"]
)
async def test_who_deletes_an_account_loses_what_is_being_played(
    join: Connect, running: tuple[App, str], clock: dict[str, object]
) -> None:
    """Else the winner would have played for nothing; what was played before stays as it was."""
    ada, bob = await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    await play(ada, bob)
    await ada.wait(changed)
    room = await ada.create(rated=True, clock=clock)
    await ada.enter(room)
    await bob.command("sit", room=room)
    for ply in range(4):
        await (ada, bob)[ply % 2].move(room, ply, 112 + ply // 2 + (ply % 2) * 15)
    casual = await ada.create(rated=False)
    await bob.command("sit", room=casual)
    await bob.command("delete_player", password=SECRET)
    ended = await ada.event("ended", room)
    assert (ended["winner"], ended["reason"]) == ("black", "resigned")
    told = (await ada.wait(lambda m: changed(m) and m["room"] == room))["rating"]
    assert told["shifts"][0]["after"] > told["shifts"][0]["before"]
    profile = await get_json(f"http{ada.url.removeprefix('ws').removesuffix('/ws')}/api/players/Ada")
    assert {each["rating"] for each in profile["ratings"]} >= {told["shifts"][0]["after"]}
    assert [(each["who"], each["won"]) for each in profile["opponents"]] == [({}, 2)]
    table = running[0].rooms.tables.get(casual)
    assert table is not None
    assert table.room.result is None


class Gap:
    """Gaps between the resignations and the deletion, with one of ``happens`` in each."""

    def __init__(self, app: App, monkeypatch: pytest.MonkeyPatch, *happens: Callable[[], Awaitable[object]]) -> None:
        self.give_up, self.happens = app.rooms.give_up, list(happens)
        monkeypatch.setattr(app.rooms, "give_up", self)

    async def __call__(self, player: str) -> list[str]:
        left = await self.give_up(player)
        if self.happens:
            await self.happens.pop(0)()
        return left


async def test_a_game_that_begins_as_its_player_is_deleted_is_lost(
    join: Connect, running: tuple[App, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever begins it: the one who goes, by another page, or who sits down at that one's room."""
    ada, bob = await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    page = await join(bob.token)
    rooms = [await ada.create(rated=True), await bob.create(rated=True)]
    for room in rooms:
        await ada.enter(room)
    gap = Gap(
        *(running[0], monkeypatch),
        lambda: page.command("sit", room=rooms[0]),
        lambda: ada.command("sit", room=rooms[1]),
        lambda: page.create(rated=True, level=1),
    )
    await bob.command("delete_player", password=SECRET)
    assert gap.happens == []
    assert [(await ada.event("ended", room))["reason"] for room in rooms] == ["resigned"] * 2
    assert await stored_reasons(running[0]) == ["resigned"] * 3


@pytest.mark.parametrize("kept", [True, False])
async def test_an_account_that_could_not_be_deleted_is_there(
    join: Connect, running: tuple[App, str], monkeypatch: pytest.MonkeyPatch, *, kept: bool
) -> None:
    """Where the disk is full, or games never cease to begin: what was resigned is, and all else goes on."""
    ada, bob = await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    room = await ada.create(rated=True)
    await bob.command("sit", room=room)

    page = await join(bob.token)

    async def begin() -> None:
        await page.create(rated=True, level=1)

    async def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        if kept:
            patch.setattr(players, "delete", fail)
        else:
            patch.setattr(leaving, "TRIES", 2)
            Gap(running[0], patch, begin, begin)
        with pytest.raises(Refusal):
            await bob.command("delete_player", password=SECRET)
    assert (await stored_reasons(running[0]))[0] == "resigned"
    phone = await join(bob.token)
    assert phone.welcome["account"]
    await phone.command("delete_player", password=SECRET)
    assert set(await stored_reasons(running[0])) == {"resigned"}


async def stored_reasons(app: App) -> list[str | None]:
    return [row["reason"] for row in await app.store.fetch("SELECT reason FROM games ORDER BY serial")]


async def test_a_bot_is_rated_as_people_are(join: Connect) -> None:
    ada = await join()
    await keep_name(ada, "Ada")
    room = await ada.create(rated=True, level=1)
    await ada.enter(room)
    await ada.move(room, 0, 112)
    await ada.event("moved")
    await ada.wait(lambda m: any(event.get("ply") == 1 for event in m.get("events", ())))
    await ada.command("resign", room=room)
    ours, bots = (await ada.wait(changed))["rating"]["shifts"]
    assert (ours["before"], ours["against"], ours["score"]) == (1500, 650, 0.0)
    assert (bots["before"], bots["against"], bots["score"]) == (650, 1500, 1.0)
    assert ours["after"] < 1500
    assert bots["after"] > 650


async def test_a_room_says_beforehand_that_no_more_games_with_a_bot_count(
    join: Connect, running: tuple[App, str]
) -> None:
    ada = await join()
    await keep_name(ada, "Ada")
    for n in range(ratings.MOST_AGAINST_BOT - 1):
        who, now = Who(ada.player, "Ada"), running[0].now()
        await end_game(running[0].store, f"game{n:08}", who, Who(level=1), began_at=now, ended_at=now)
    rooms = [await ada.create(rated=True, level=1) for _ in range(2)]
    assert "unrated" not in (await ada.enter(rooms[0])).get("rating", {})
    state = await ada.enter(rooms[1])
    told = state if "rating" in state else (await ada.wait(lambda m: counted(m) and m["room"] == rooms[1]))
    assert told["rating"]["unrated"] == "same_bot"  # while the other goes on, however that ends
    for room in reversed(rooms):
        await ada.move(room, 0, 112)
        await ada.event("moved", room)
        await ada.event("moved", room)
        await ada.command("resign", room=room)
    await ada.wait(lambda m: changed(m) and m["room"] == rooms[0])
    other = await ada.create(rated=True, level=2)
    assert "unrated" not in (await ada.enter(other)).get("rating", {})
    again = await ada.create(rated=True, level=1)
    state = await ada.enter(again)
    told = state if "rating" in state else (await ada.wait(lambda m: counted(m) and m["room"] == again))
    assert told["rating"]["unrated"] == "same_bot"
    assert (await ada.enter(rooms[1]))["rating"]["unrated"] == "same_bot"


@pytest.mark.slow
def test_every_game_is_rated_once_though_the_server_is_killed_at_its_end(tmp_path: Path) -> None:
    asyncio.run(kill_again_and_again(tmp_path / "tengen.db"))


async def kill_again_and_again(db: Path) -> None:
    """The server dies as soon as an end has been told; what was counted by then is not counted again."""
    process = ColdServer(db, bot_pause_ms=0)
    tokens: list[str | None] = [None, None]
    rooms, rounds = [], 6
    try:
        for turn in range(rounds):
            process.start()
            async with Client(process.ws, tokens[0]) as ada, Client(process.ws, tokens[1]) as bob:
                if turn == 0:
                    await keep_name(ada, "Ada")
                    await keep_name(bob, "Bob")
                tokens = [ada.token, bob.token]
                rooms.append(await play(*((ada, bob) if turn % 2 else (bob, ada))))
                if turn == rounds - 1:  # the last one lives to count
                    await ada.wait(lambda m: changed(m) and m["room"] == rooms[-1])
                    games = (await get_json(f"{process.url}/api/games", ada.token))["games"]
                    assert {game["id"] for game in games} == set(rooms)
                    assert all("marks" in game for game in games)
                    process.stop()
                    break
                process.kill()
    finally:
        process.kill()
    with_ratings = await asyncio.to_thread(read_numbers, db)
    assert with_ratings == [(rounds, 2 * rounds)]


def read_numbers(db: Path) -> list[tuple[int, int]]:
    with closing(sqlite3.connect(db)) as connection:
        return connection.execute("SELECT max(games), (SELECT count(*) FROM rating_changes) FROM ratings").fetchall()
