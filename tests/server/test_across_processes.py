"""Accounts, learning, studies, trees and staff on two servers of one installation."""

import asyncio
import base64
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server.accounts.ended_tokens import EndedTokens
from server.accounts.guard import BY_BOTH
from server.config import Config
from server.protocol.values import RoleName, Who
from server.ratings.ledger import RatingPool
from server.store.records import new_id
from server.trees.keeper import HALF_MS
from tests.kit.client import WAIT_S, Client, Message, Refusal
from tests.kit.installation import Installation, open_installation
from tests.kit.trees import bring, until_kept, write
from tests.kit.uploads import send_file
from tests.server.accounts.test_registry import SECRET, QuickHashing
from tests.server.store.bot_games import against_bot
from tests.server.test_accounts import become, keep_name, refused, signed_out
from tests.server.test_classrooms import ask
from tests.server.test_installation import until
from tests.server.test_talk import keep_role


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.accounts.feature.Hashing", QuickHashing)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers notice soon that another leads no more, and that a message is missing."""
    monkeypatch.setattr("server.rooms.counted_elsewhere.PATIENCE_S", 0.2)
    monkeypatch.setattr("server.rooms.counted_elsewhere.EARLY_S", 0.0)
    monkeypatch.setattr("server.leading.LOOK_S", 0.05)


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


async def test_guesses_on_one_server_wait_on_the_other(two: Installation) -> None:
    ada, eve, mallory = await two.connect(0), await two.connect(0), await two.connect(1)
    await keep_name(ada, "Ada")
    two.cut(0)  # the bus is not needed for it
    for _ in range(BY_BOTH.free):
        assert await refused(eve, "sign_in", name="Ada", password="wrong wrong wrong") == "bad_sign_in"
    await until(lambda: any(each.count >= BY_BOTH.free for each in two.apps[1].registry.guard._failures.values()))
    assert await refused(mallory, "sign_in", name="Ada", password="wrong wrong wrong") == "wait"


async def play(black: Client, white: Client) -> str:
    """A rated game that black wins by five; both look on."""
    room = await black.create(rated=True)
    await black.enter(room)
    await white.enter(room)
    await white.command("sit", room=room)
    for ply in range(9):
        await (black, white)[ply % 2].move(room, ply, 112 + ply // 2 + (ply % 2) * 15)
    return room


def changed(message: Message) -> bool:
    return message["t"] == "ratings" and "shifts" in message["rating"]


async def read_rating(two: Installation, number: int, player: str) -> tuple[int, int]:
    """The games and the rounded rating of a player, as a server remembers it."""
    held = (await two.apps[number].ratings.read(player))[RatingPool("gomoku", False)]
    return held.games, round(held.rating.value)


async def test_one_server_counts_and_both_show_it(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    await play(ada, bob)
    for client in (ada, bob):
        assert (await client.wait(changed))["rating"]["shifts"][0]["after"] > 1500
    assert await read_rating(two, 0, ada.player) == await read_rating(two, 1, ada.player)

    await play(bob, ada)
    for client in (ada, bob):
        await client.wait(changed)
    found = [await read_rating(two, number, ada.player) for number in (0, 1)]
    assert found[0] == found[1]
    assert found[0][0] == 2

    two.cut(1)
    more = await two.connect(0, bob.token)
    await play(ada, more)
    await ada.wait(changed)
    assert (await read_rating(two, 0, ada.player))[0] == 3
    assert (await read_rating(two, 1, ada.player))[0] == 2  # as far as it has heard
    await until_equal(two, ada.player, 3)  # by the store
    two.cut(0)
    two.mend(1)
    await play(ada, more)
    await ada.wait(changed)
    two.mend(0)
    await until_equal(two, ada.player, 4)


async def until_equal(two: Installation, player: str, games: int) -> None:
    """Until both servers remember as many games of a player."""
    async with asyncio.timeout(WAIT_S):
        while [(await read_rating(two, number, player))[0] for number in (0, 1)] != [games, games]:
            await asyncio.sleep(0.01)


async def test_another_server_counts_once_one_is_gone(two: Installation) -> None:
    ada, bob = await two.connect(1), await two.connect(1)
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    two.kill(0)
    await until(lambda: two.leads.of.get("ratings") == 1)
    await play(ada, bob)
    await bob.wait(changed)
    rows = await two.apps[1].store.fetch("SELECT count(*) FROM rating_changes")
    assert rows[0][0] == 2


async def test_devices_signed_out_while_the_bus_is_away_are_closed(two: Installation) -> None:
    ada, phone = await two.connect(0), await two.connect(1)
    await keep_name(ada, "Ada")
    await become(phone, "sign_in", name="Ada", password=SECRET)
    other, third = await two.connect(1), await two.connect(1, phone.token)
    await until(lambda: len(two.apps[0].sessions.anywhere(ada.player)) == 3)
    two.cut(1)
    await ada.command("change_password", old=SECRET, new="one two three four")
    for client in (phone, third):
        await signed_out(client)
    assert (ada.closed, other.closed) == (None, None)


async def test_a_device_that_is_signed_out_signs_no_other_out(two: Installation) -> None:
    ada, thief = await two.connect(0), await two.connect(1)
    await keep_name(ada, "Ada")
    await become(thief, "sign_in", name="Ada", password=SECRET)
    await ada.send(t="devices", id="list")
    listed = (await ada.wait(lambda m: m["t"] == "devices"))["devices"]
    own = next(each["id"] for each in listed if each.get("this"))
    two.cut(1)
    await ada.command("change_password", old=SECRET, new="one two three four")
    assert await refused(thief, "end_device", device=own) == "unknown_device"
    assert await refused(thief, "code") == "signed_out"


@pytest.mark.parametrize("code", ["deleted", "banned"])
async def test_whoever_may_not_be_here_while_the_bus_is_away_is_closed(two: Installation, code: str) -> None:
    ada = await two.connect(0)
    phone = await two.connect(1, ada.token)
    two.cut(1)
    if code == "deleted":
        await ada.command("delete_player")
    else:
        await two.apps[0].store.execute(("UPDATE players SET banned_at = 1 WHERE id = ?", (ada.player,)))
    assert (await phone.wait(lambda m: m["t"] == "bye"))["code"] == code
    await phone.wait_closed()


async def test_whoever_gets_another_token_stays(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    for client, name in ((ada, "Ada"), (bob, "Bob")):
        await keep_name(client, name)
        await client.command("change_password", old=SECRET, new="one two three four")
    await until(lambda: two.apps[0].sessions.online == 2)
    for app in two.apps:
        ended = EndedTokens(two.buses[0], app.store, app.sessions, app.now)
        await ended.check()
    assert (ada.closed, bob.closed) == (None, None)


async def role(two: Installation, number: int, name: RoleName) -> Client:
    """Somebody of the staff, on one of the servers."""
    client = await two.connect(number)
    await keep_role((two.apps[number], two.addresses[number]), client, name)
    for app in two.apps:
        await app.roles.refresh()
    return client


async def test_settings_hold_on_all_servers_also_after_a_break_of_the_bus(two: Installation) -> None:
    owner, cy = await role(two, 0, "owner"), await two.connect(1)
    other = await two.connect(1, owner.token)
    two.cut(1)
    await owner.command("change_setting", setting="registration", value="closed")
    two.mend(1)
    await cy.wait(lambda m: m["t"] == "registration_changed" and m["registration"] == "closed")
    setting = next(each for each in (await ask(other, "settings"))["settings"] if each["name"] == "registration")
    assert (setting["value"], setting["changed"]) == ("closed", True)
    await other.command("change_setting", setting="rooms_per_player", value="7")
    await until(lambda: two.apps[0].rooms.policy.rooms_per_player == 7)
    assert two.apps[0].registry.registration == "closed"


async def test_no_account_is_made_where_the_bus_lost_that_registration_is_closed(two: Installation) -> None:
    owner, cy = await role(two, 0, "owner"), await two.connect(1)
    two.cut(1)
    await owner.command("change_setting", setting="registration", value="closed")
    assert two.apps[1].registry.registration == "open"
    assert await refused(cy, "keep_name", name="Cy", password=SECRET) == "registration_closed"


async def test_no_account_is_made_once_registration_is_closed_though_it_was_asked_for_before(
    two: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, cy = await role(two, 0, "owner"), await two.connect(1)
    hashing = two.apps[1].registry._hashing
    make = hashing.make_hash

    async def close(password: str, address: str) -> str:
        await owner.command("change_setting", setting="registration", value="closed")
        await until(lambda: two.apps[1].registry.registration == "closed")
        return await make(password, address)

    monkeypatch.setattr(hashing, "make_hash", close)
    assert await refused(cy, "keep_name", name="Cy", password=SECRET) == "registration_closed"


async def test_a_command_about_a_class_is_done_once_by_two_servers(two: Installation) -> None:
    teacher = await role(two, 0, "teacher")
    other = await two.connect(1, teacher.token)
    made = await asyncio.gather(*(ask(each, "make_classroom", id="make", name="4b") for each in (teacher, other)))
    assert made[0]["classroom"] == made[1]["classroom"]
    room = made[0]["classroom"]["id"]
    both = await asyncio.gather(
        *(ask(each, "add_pupils", id="add", classroom=room, names=["Mia", "Ben"]) for each in (teacher, other))
    )
    assert [len(each["pupils"]) for each in both] == [2, 2]
    sheet = await ask(other, "pupil_codes", id="codes", classroom=room)
    pupil = await two.connect(0)
    await become(pupil, "redeem", code=sheet["codes"][0]["code"])
    assert pupil.player == sheet["codes"][0]["who"]["id"]


async def test_two_servers_pass_no_limit_of_a_class_together(
    two: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("store.people.classrooms", "classrooms.keeper"):
        monkeypatch.setattr(f"server.{module}.MOST_PUPILS", 3)
    teacher = await role(two, 0, "teacher")
    other = await two.connect(1, teacher.token)
    room = (await ask(teacher, "make_classroom", name="4b"))["classroom"]["id"]
    names = [["Mia", "Ben"], ["Eve", "Tim"]]
    answers = await asyncio.gather(
        *(
            ask(each, "add_pupils", id=f"add{n}", classroom=room, names=names[n])
            for n, each in enumerate((teacher, other))
        ),
        return_exceptions=True,
    )
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["too_many_pupils"]


FILE = b"(;SZ[15];B[hh](;W[ih])(;W[hi]))"


async def test_a_file_that_goes_on_to_another_server_is_begun_anew(two: Installation) -> None:
    ada = await two.connect(0)
    other = await two.connect(1, ada.token)
    opened = await ada.command("upload_open", kind="tree", name="a.sgf", bytes=len(FILE))
    half = base64.b64encode(FILE[:10]).decode()
    await ada.command("upload_chunk", upload=opened["id"], at=0, data=half)
    with pytest.raises(Refusal, match="no_upload"):
        await other.command("upload_chunk", upload=opened["id"], at=10, data=half)
    await send_file(other, "tree", "a.sgf", FILE, id=opened["id"])
    tree = await until_kept(other, "tree_close", upload=opened["id"])
    again = await ada.command("upload_open", id=opened["id"], kind="tree", name="a.sgf", bytes=len(FILE))
    assert again["tree"] == tree


async def test_one_file_is_stored_once_by_two_servers(two: Installation) -> None:
    ada = await two.connect(0)
    other = await two.connect(1, ada.token)
    for client in (ada, other):
        await send_file(client, "tree", "a.sgf", FILE, id="upload")
    trees = await asyncio.gather(*(until_kept(client, "tree_close", upload="upload") for client in (ada, other)))
    assert trees[0] == trees[1]
    assert len(await two.apps[0].store.fetch("SELECT 1 FROM trees WHERE state = 'here'")) == 1
    urls = [address.replace("ws:", "http:").removesuffix("/ws") for address in two.addresses]
    written = [await write(url, trees[0], "sgf", ada.token) for url in urls]
    assert written[0] == written[1]


async def test_a_server_that_starts_leaves_trees_that_another_stores(two: Installation) -> None:
    ada = await two.connect(0)
    store, now = two.apps[0].store, two.apps[0].now()
    for command, at in (("now", now), ("long ago", now - 2 * HALF_MS)):
        values = (new_id(), ada.player, command, at)
        sql = """INSERT INTO trees (id, owner, command, state, title, visibility, sealed, size, file, encoding, skipped,
          nodes, depth, bytes, created_at) VALUES (?, ?, ?, 'coming', 'T', 'private', 0, 15, '', '', 0, 1, 1, 1, ?)"""
        await store.execute((sql, values))
    keeper = two.apps[1].trees.keeper
    await keeper.start()
    two.leads.of["trees"] = 1
    keeper.going.set()
    async with asyncio.timeout(WAIT_S):
        while len(left := await store.fetch("SELECT command FROM trees")) > 1:
            await asyncio.sleep(0.01)
    assert [row["command"] for row in left] == ["now"]


async def test_the_health_of_a_server_says_that_it_is_one_of_several(two: Installation) -> None:
    owner = await role(two, 0, "owner")
    await two.connect(1)
    await until(lambda: two.apps[0].sessions.online == 2)
    told = await ask(owner, "health")
    assert (told["people"], told["one_of_several"]) == (2, True)


async def test_a_guest_who_joins_while_the_bus_is_away_is_closed_elsewhere(two: Installation) -> None:
    ada, guest = await two.connect(0), await two.connect(0)
    await keep_name(ada, "Ada")
    other = await two.connect(1, guest.token)
    two.cut(1)
    await become(guest, "sign_in", name="Ada", password=SECRET, join=True)
    assert guest.player == ada.player
    await signed_out(other)


@pytest.mark.usefixtures("quick_studies")
async def test_games_are_studied_once_and_those_who_follow_on_either_server_hear_it(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    store = two.apps[0].store
    games = [f"botgame0000{n}" for n in range(4)]
    for game in games:
        await against_bot(store, game, Who(ada.player))
    for client in (ada, bob):
        for game in games:
            await client.send(t="watch", game=game, on=True)
            await client.wait(lambda m, game=game: m["t"] == "analysis" and m["game"] == game and m["state"] == "done")  # type: ignore[misc]
    rows = await store.fetch("SELECT count(*) FROM analyses")
    assert rows[0][0] == len(games)


async def test_two_servers_take_the_last_room_for_trees_once(
    two: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await two.connect(0)
    other = await two.connect(1, ada.token)
    await bring(ada, FILE, name="first.sgf")
    store = two.apps[0].store
    ((size,),) = await store.fetch("SELECT bytes FROM trees")
    monkeypatch.setattr("server.trees.keeper.MOST_BYTES", 2 * size + 1)
    answers = await asyncio.gather(
        *(bring(client, FILE, name="more.sgf") for client in (ada, other)), return_exceptions=True
    )
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["trees_full"]
    assert len(await store.fetch("SELECT 1 FROM trees WHERE state = 'here'")) == 2


async def test_who_looks_at_a_tree_hears_of_an_edit_on_another_server(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    tree = await bring(ada, FILE, visibility="link")
    await bob.send(t="follow_tree", tree=tree, on=True)
    told = await bob.wait(lambda message: message["t"] == "tree")
    assert (told["tree"], told["v"]) == (tree, 0)
    await ada.command("tree_edit", tree=tree, v=0, node=0, edit={"kind": "comment", "text": "x"})
    assert (await bob.wait(lambda message: message["t"] == "tree"))["v"] == 1
    await ada.command("tree_change", tree=tree, visibility="private")
    assert (await bob.wait(lambda message: message["t"] == "tree"))["gone"]


async def test_of_two_edits_of_one_tree_on_two_servers_one_is_made(two: Installation) -> None:
    ada = await two.connect(0)
    other = await two.connect(1, ada.token)
    tree = await bring(ada, FILE, name="first.sgf")
    for v in range(6):
        fields: dict[str, Any] = {"tree": tree, "v": v, "node": 0}
        answers = await asyncio.gather(
            *(
                client.command("tree_edit", edit={"kind": "label", "point": 2 * v + n, "text": "x"}, **fields)
                for n, client in enumerate((ada, other))
            ),
            return_exceptions=True,
        )
        assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["tree_changed"]
    ((edits,),) = await two.apps[0].store.fetch("SELECT v FROM trees")
    assert edits == 6
