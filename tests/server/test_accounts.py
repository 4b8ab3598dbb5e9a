"""Accounts over real sockets: a name that is kept, a guest with games who signs in, and who is signed out by what."""

import asyncio
import json
import re
from typing import Any

import pytest

from server.errors import Refused
from server.store import joining
from server.store.joining import NAMES_PLAYER
from server.store.store import Store
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal
from tests.kit.stores import ON_FILE
from tests.server.accounts.test_registry import SECRET, QuickHashing
from tests.server.transport.browser import fetch

Running = tuple[App, str]


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.accounts.feature.Hashing", QuickHashing)


async def become(client: Client, t: str, **fields: object) -> Message:
    """Say what makes a client another player, or the same by another token; the acknowledgement."""
    await client.send(t=t, id=f"{t}-1", **fields)
    answer = await client.wait(lambda m: m["t"] in ("welcome", "error"))
    if answer["t"] == "error":
        raise Refusal(answer)
    client.welcome, client.token = answer, answer["token"]
    return await client.wait(lambda m: m["t"] == "ack" and m["id"] == f"{t}-1")


async def keep_name(client: Client, name: str) -> Message:
    """Make a client an account."""
    return await become(client, "keep_name", name=name, password=SECRET)


async def refused(client: Client, t: str, **fields: str) -> str:
    """The code with which a command is refused."""
    with pytest.raises(Refusal) as caught:
        await client.command(t, **fields)
    return caught.value.code


async def signed_out(client: Client) -> None:
    """Until a client is told that it was signed out."""
    assert (await client.wait(lambda m: m["t"] == "bye"))["code"] == "signed_out"
    await client.wait_closed()


async def test_a_name_is_kept_in_the_middle_of_a_game(join: Connect) -> None:
    ada, bob = await join(), await join()
    room = await ada.create()
    await bob.enter(room)
    await ada.enter(room)
    await bob.command("sit", room=room)
    await ada.move(room, 0, 112)
    player, before = ada.player, ada.token
    assert "account" not in ada.welcome
    ack = await keep_name(ada, "Ada")
    assert len(ack["codes"]) == 8
    assert all(re.fullmatch(r"(\w{4}-){3}\w{4}", code) for code in ack["codes"])
    assert ada.player == player
    assert ada.welcome["account"] == {"created_at": ada.welcome["account"]["created_at"], "codes": 8}
    assert ada.welcome["rooms"] == [room]
    assert ada.token != before
    await bob.wait(lambda m: m["t"] == "room" and m["seats"][0]["name"] == "Ada")
    await bob.move(room, 1, 113)
    state = await ada.enter(room)
    assert (state["you"], len(state["moves"])) == (0, 2)
    await ada.move(room, 2, 114)
    again = await join(ada.token)
    assert again.welcome["account"]["codes"] == 8


@ON_FILE
async def test_a_guest_with_games_signs_in(running: Running, join: Connect) -> None:
    """Games over, going on with a person and a bot, an open room, a slow game with a plan: nothing is lost."""
    app = running[0]
    home, guest, other = await join(), await join(), await join()
    tablet = await join(guest.token)
    await keep_name(home, "Ada")
    over = await guest.create(level=1)
    await guest.enter(over)
    await guest.move(over, 0, 112)
    await guest.wait(lambda m: any(event.get("ply") == 1 for event in m.get("events", ())))
    await guest.command("resign", room=over)
    played = await other.create()
    await other.enter(played)
    await guest.command("sit", room=played)
    waiting = await guest.create(visibility="private")
    slow = await guest.create(clock={"kind": "correspondence", "move_ms": 86_400_000})
    await guest.enter(slow)
    await other.command("sit", room=slow)
    await guest.move(slow, 0, 112)
    await guest.command("plan", room=slow, ply=1, branches=[[0, 113, 114]])
    await guest.command("take_vacation", days=2)
    ghost = guest.player
    for owner in (ghost, home.player):
        await app.store.execute(
            (
                """INSERT INTO trees (id, owner, command, state, title, visibility, sealed, size, file, encoding,
                  skipped, nodes, depth, bytes, created_at)
                VALUES (?, ?, 'c1', 'here', 'a tree', 'private', 0, 15, '', '', 0, 0, 0, 0, 1)""",
                (f"tree{owner[:8]}", owner),
            )
        )

    await become(guest, "sign_in", name="ada", password=SECRET)
    assert guest.player == home.player
    assert set(guest.welcome["rooms"]) == {played, waiting}
    await signed_out(tablet)
    seen = await other.wait(lambda m: m["t"] == "room" and m["seats"][1] == {"id": home.player, "name": "Ada"})
    assert seen["room"] == played
    state = await guest.enter(played)
    assert state["you"] == 1
    await other.move(played, 0, 112)
    await guest.move(played, 1, 113)
    assert (await home.enter(waiting))["you"] == 0  # nobody else may see it
    await guest.enter(slow)
    await guest.send(t="read_plan", id="read", room=slow)
    assert (await guest.wait(lambda m: m["t"] == "plan" and m.get("id") == "read"))["branches"] == [[0, 113, 114]]
    await other.enter(slow)
    await other.move(slow, 1, 113)
    await other.wait(lambda m: any(event.get("point") == 114 for event in m.get("events", ())))  # it was played

    port = int(running[1].split(":")[2].split("/")[0])
    games = json.loads((await fetch(port, f"/api/games?player={home.player}")).body)["games"]
    assert [game["id"] for game in games] == [over]
    assert games[0]["black"] == {"id": home.player, "name": "Ada"}
    found = await fetch(port, f"/api/games/{over}")
    assert ghost.encode() not in found.body
    slow_games = await fetch(port, "/api/correspondence", Authorization=f"Bearer {guest.token}")
    assert [game["room"] for game in json.loads(slow_games.body)] == [slow]
    for table, columns in NAMES_PLAYER.items():
        for column in columns:
            left = f"SELECT count(*) FROM {table} WHERE {column} = ?"
            number = (await app.store.fetch(left, (ghost,)))[0][0]
            assert (table, number if table not in ("tokens",) else 0) == (table, 0)
    trees = await app.store.fetch("SELECT owner FROM trees")
    assert [row["owner"] for row in trees] == [home.player] * 2
    assert await damaged(app.store) == []
    assert len(await devices(guest)) == 2


async def devices(client: Client) -> list[Message]:
    await client.send(t="devices", id="list")
    found: list[Message] = (await client.wait(lambda m: m["t"] == "devices"))["devices"]
    return found


async def damaged(store: Store) -> list[str]:
    """The games that are not as they were written."""
    from server.operator.check import find_faults
    from server.store.file.database_file import open_to_read

    def look() -> list[str]:
        with open_to_read(store.path) as connection:
            return list(find_faults(connection))

    return await asyncio.to_thread(look)


async def test_a_guest_may_sign_in_and_leave_its_games(join: Connect) -> None:
    home, guest = await join(), await join()
    tablet = await join(guest.token)
    await keep_name(home, "Ada")
    room = await guest.create()
    await become(guest, "sign_in", name="Ada", password=SECRET, join=False)
    assert guest.welcome["rooms"] == []
    assert (await tablet.enter(room))["you"] == 0


async def test_two_sides_of_one_game_are_not_joined(join: Connect) -> None:
    home, guest = await join(), await join()
    await keep_name(home, "Ada")
    room = await guest.create()
    await home.command("sit", room=room)
    assert await refused(guest, "sign_in", name="Ada", password=SECRET) == "plays_itself"
    await guest.command("abort", room=room)
    await become(guest, "sign_in", name="Ada", password=SECRET)
    assert guest.player == home.player


async def test_who_sat_down_against_an_account_meanwhile_is_not_joined(running: Running, join: Connect) -> None:
    home, guest = await join(), await join()
    await keep_name(home, "Ada")
    room = await home.create()
    await guest.command("sit", room=room)
    with pytest.raises(Refused) as caught:
        await running[0].registry.join(guest.player, home.player)
    assert caught.value.code == "plays_itself"


async def test_who_sits_down_against_an_account_while_they_are_joined_is_not(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, guest = await join(), await join()
    await keep_name(home, "Ada")
    room, to_thread = await home.create(), asyncio.to_thread

    async def sit_first(function: Any, *arguments: Any) -> Any:
        if function is joining._rewrite:  # the guest's games have been read, and nothing is written yet
            await guest.command("sit", room=room)
        return await to_thread(function, *arguments)

    monkeypatch.setattr(asyncio, "to_thread", sit_first)
    with pytest.raises(Refused) as caught:
        await running[0].registry.join(guest.player, home.player)
    assert caught.value.code == "plays_itself"


async def test_an_account_that_plays_itself_of_old_is_joined_all_the_same(running: Running, join: Connect) -> None:
    home, other, guest = await join(), await join(), await join()
    await keep_name(home, "Ada")
    room = await home.create()
    await other.command("sit", room=room)
    await running[0].store.execute(("UPDATE games SET player1 = player0, sum = NULL WHERE id = ?", (room,)))
    await become(guest, "sign_in", name="Ada", password=SECRET)
    assert guest.player == home.player


async def test_what_a_guest_wrote_while_it_was_joined_comes_later(running: Running, join: Connect) -> None:
    app = running[0]
    home, guest, other = await join(), await join(), await join()
    await keep_name(home, "Ada")
    ghost = guest.player
    await become(guest, "sign_in", name="Ada", password=SECRET)
    for table in ("follows", "player_blocks"):
        await app.store.execute((f"INSERT INTO {table} (player, other, at) VALUES (?, ?, 1)", (ghost, other.player)))
        assert await app.registry.list_late(home.player) == [ghost]
        await become(await join(), "sign_in", name="Ada", password=SECRET)
        assert await app.registry.list_late(home.player) == []
        rows = await app.store.fetch(f"SELECT player, other FROM {table}")
        assert [tuple(row) for row in rows] == [(home.player, other.player)]


async def test_what_a_guest_began_while_it_was_joined_comes_later(running: Running, join: Connect) -> None:
    app = running[0]
    home, guest = await join(), await join()
    await keep_name(home, "Ada")
    ghost = guest.player
    await become(guest, "sign_in", name="Ada", password=SECRET)
    room = await home.create()
    await app.store.execute(  # as if another device of the guest's had made it at that moment
        ("UPDATE games SET owner = ?, player0 = ?, sum = NULL WHERE id = ?", (ghost, ghost, room)),
        (
            """UPDATE actions SET data = replace(data, ?, ?), sum = NULL
            WHERE game = (SELECT serial FROM games WHERE id = ?)""",
            (home.player, ghost, room),
        ),
    )
    assert await app.registry.list_late(home.player) == [ghost]
    late = await join()
    await become(late, "sign_in", name="Ada", password=SECRET)
    assert await app.registry.list_late(home.player) == []
    rows = await app.store.fetch("SELECT owner, player0 FROM games WHERE id = ?", (room,))
    assert [tuple(row) for row in rows] == [(home.player, home.player)]


async def test_a_planted_identity_is_no_account(join: Connect) -> None:
    """A person who has given away a guest's token, or still has it, gains nothing from the account it becomes."""
    for t in ("keep_name", "sign_in"):
        victim = await join()
        planted = victim.token
        attacker = await join(planted)
        code = (await attacker.command("code"))["code"]
        if t == "keep_name":
            await keep_name(victim, "Ada")
        else:
            await become(victim, "sign_in", name="Ada", password=SECRET)
        await signed_out(attacker)
        again = await Client(attacker.url, planted).open()
        assert (again.welcome["t"], again.welcome["code"]) == ("bye", "signed_out")
        await again.close()
        other = await join()
        assert await refused(other, "redeem", code=code) == "bad_code"


async def test_signing_out_leaves_a_new_guest(join: Connect) -> None:
    ada = await join()
    assert await refused(ada, "sign_out") == "no_account"  # it would be lost
    await keep_name(ada, "Ada")
    tab = await join(ada.token)
    before, player = ada.token, ada.player
    await become(ada, "sign_out", lang="zh-Hans")
    assert ada.player != player
    assert re.fullmatch(r"[\u4e00-\u9fff]{4}", ada.welcome["player"]["name"])
    assert "account" not in ada.welcome
    await signed_out(tab)
    again = await Client(ada.url, before).open()
    assert again.welcome["t"] == "bye"
    await again.close()
    await become(ada, "sign_in", name="Ada", password=SECRET)
    assert ada.player == player


async def test_another_password_signs_the_others_out(join: Connect) -> None:
    ada, phone = await join(), await join()
    ack = await keep_name(ada, "Ada")
    await become(phone, "sign_in", name="Ada", password=SECRET)
    await ada.command("change_password", old=SECRET, new="another horse")
    await signed_out(phone)
    tablet = await join()
    await become(tablet, "recover", name="Ada", code=ack["codes"][0], password="a third horse")
    assert tablet.welcome["account"]["codes"] == 7
    await signed_out(ada)
    codes = (await tablet.command("recovery_codes", password="a third horse"))["codes"]
    assert len(codes) == 8


async def test_who_is_deleted_leaves_the_games(running: Running, join: Connect) -> None:
    ada, bob = await join(), await join()
    await keep_name(ada, "Ada")
    room = await ada.create(visibility="public")
    await bob.enter(room)
    await bob.command("sit", room=room)
    assert await refused(ada, "delete_player", password="wrong horse") == "bad_password"
    await ada.command("delete_player", password=SECRET)
    assert (await ada.wait(lambda m: m["t"] == "bye"))["code"] == "deleted"
    await bob.wait(lambda m: m["t"] == "room" and m["seats"][0] == {})
    guest = await join()
    await guest.command("delete_player")
    assert (await guest.wait(lambda m: m["t"] == "bye"))["code"] == "deleted"


@ON_FILE  # the other schema is drawn from its
async def test_every_column_that_names_a_player_is_known(store: Store) -> None:
    """A table that is new has a guest's things joined to an account, or says why not."""
    names = re.compile(r"(?:player[01]?|owner|asked_by|waits_for|alias_of|redeemed_by|author|by_player|about)$")
    found = set()
    for (table,) in await store.fetch("SELECT name FROM sqlite_master WHERE type = 'table'"):
        for row in await store.fetch(f"SELECT name FROM pragma_table_info('{table}')"):
            if names.match(row["name"]):
                found.add((table, row["name"]))
        for row in await store.fetch(
            f"SELECT \"from\" AS name FROM pragma_foreign_key_list('{table}') WHERE \"table\" = 'players'"
        ):
            found.add((table, row["name"]))
    assert found == {(table, column) for table, columns in NAMES_PLAYER.items() for column in columns}
