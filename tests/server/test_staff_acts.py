"""Rooms, games, jobs and accounts as staff lists and changes them, over real sockets."""

import asyncio
from typing import Any

import pytest

from server.protocol.values import Visibility, Who
from server.store.games import ratings
from server.store.knowledge import jobs
from server.store.people import accounts
from server.store.people.accounts import NewAccount
from tests.conftest import Connect
from tests.kit.client import Client, Message, Refusal
from tests.kit.stores import ON_FILE
from tests.server.ratings.rated_games import add_account, end_game
from tests.server.store.examples import finished
from tests.server.test_accounts import devices
from tests.server.test_staff import ask, staff
from tests.server.test_talk import Running, play

BOT = Who(level=1)


async def act(client: Client, act: str, target: str = "", **fields: Any) -> Message:
    return await client.command("act", act=act, target=target, **fields)


async def log(running: Running) -> list[tuple[str, str | None, str]]:
    """Return the audit log: act, target, and data."""
    rows = await running[0].store.fetch("SELECT action, target, data FROM audit ORDER BY id")
    return [(row["action"], row["target"], row["data"]) for row in rows]


async def test_rooms_are_listed_whoever_may_see_them(running: Running, join: Connect) -> None:
    ada, bob, cy = await join(), await join(), await join()
    moderator = await staff(running, join, "moderator")
    private = await play(ada, bob, visibility="private")
    await ada.move(private, 0, 112)
    waiting, alone = await cy.create(), await cy.create(level=1)
    listed = await ask(moderator, "rooms")
    assert ([each["room"] for each in listed["rooms"]], listed["more"]) == ([alone, waiting, private], False)
    against_bot, free, hidden = listed["rooms"]
    assert (hidden["visibility"], hidden["plies"], hidden["here"]) == ("private", 1, [True, True])
    assert [who["id"] for who in hidden["seats"]] == [ada.player, bob.player]
    assert not {"moves", "point", "board", "start"} & hidden.keys()  # no stone of a private game
    assert (free["seats"][1], free.get("begun_at")) == (None, None)
    assert against_bot["seats"][1] == {"level": 1}
    for show, rooms in (("open", [waiting]), ("people", [private]), ("bots", [alone])):
        assert [each["room"] for each in (await ask(moderator, "rooms", show=show))["rooms"]] == rooms
    name = cy.welcome["player"]["name"].upper()
    for find, rooms in ((private, [private]), (cy.player, [alone, waiting]), (name, [alone, waiting]), ("no one", [])):
        assert [each["room"] for each in (await ask(moderator, "rooms", find=find))["rooms"]] == rooms
    older = await ask(moderator, "rooms", before=free["number"])
    assert [each["room"] for each in older["rooms"]] == [private]
    await moderator.send(t="enter", room=private)
    assert (await moderator.wait(lambda m: m["t"] == "error"))["code"] == "private_room"


async def test_a_room_is_closed_and_its_players_are_told(running: Running, join: Connect) -> None:
    ada, bob, moderator = await join(), await join(), await staff(running, join, "moderator")
    room = await play(ada, bob)
    for _ in range(2):
        await act(moderator, "close_room", room, id="once", note="they had left")
    for each in (ada, bob):
        assert (await each.wait(lambda m: m["t"] == "room_closed"))["room"] == room
        await each.event("ended", room)
    assert await log(running) == [("close_room", None, f'{{"note":"they had left","room":"{room}"}}')]
    for target, code in ((room, "game_over"), ("room00000009", "unknown_room")):
        with pytest.raises(Refusal) as caught:
            await act(moderator, "close_room", target)
        assert caught.value.code == code
    assert (await ask(moderator, "rooms"))["rooms"] == []


async def test_nobody_but_the_owner_decides_a_game_of_ones_own(running: Running, join: Connect) -> None:
    ada, moderator, owner = await join(), await staff(running, join, "moderator"), await staff(running, join, "owner")
    mine, the_owner_s = await play(moderator, ada), await play(ada, owner)
    for what in ("close_room", "ratings_strike", "ratings_restore", "job_cancel"):
        with pytest.raises(Refusal, match="not_staff"):
            await act(moderator, what, mine)
    assert await log(running) == []
    await act(owner, "close_room", mine)
    await act(owner, "close_room", the_owner_s)


async def test_a_rated_game_is_struck_out_and_counts_again(running: Running, join: Connect) -> None:
    store, moderator = running[0].store, await staff(running, join, "moderator")
    owner = await staff(running, join, "owner")
    ada, bob = await add_account(store, "ada"), await add_account(store, "bob")
    await finished(store, "plain0000001", BOT, BOT, ended_at=8_000, visibility="private")
    await end_game(store, "rated0000001", ada, bob, ended_at=9_000)

    async def of_rated() -> tuple[bool, str | None]:
        while await store.fetch("SELECT 1 FROM rating_entries WHERE waits = 1"):  # counted in the background
            pass  # asking the server as often would be a flood
        (row,) = (await ask(moderator, "games", rated=True, find="rated0000001"))["games"]
        assert not row.get("waits")
        return row.get("counts", False), row.get("unrated")

    assert await of_rated() == (True, None)
    assert await ratings.read_held(store, ["ada"])
    rated, private = (await ask(moderator, "games"))["games"]
    assert (rated["game"]["id"], private["game"]["id"]) == ("rated0000001", "plain0000001")
    assert (private["unrated"], private["game"]["visibility"]) == ("not_public", "private")
    assert [each["game"]["id"] for each in (await ask(moderator, "games", find="ADA"))["games"]] == ["rated0000001"]
    assert [each["game"]["id"] for each in (await ask(moderator, "games", find="plain0000001"))["games"]]
    await act(moderator, "ratings_strike", "rated0000001", note="one person")
    assert await of_rated() == (False, "struck")
    assert not await ratings.read_held(store, ["ada"])
    await act(moderator, "ratings_restore", "rated0000001")
    assert await of_rated() == (True, None)
    for target, code in (
        ("plain0000001", "not_rated"),
        ("rated0000001", "not_rated"),
        ("none00000001", "unknown_game"),
    ):
        with pytest.raises(Refusal) as caught:
            await act(moderator, "ratings_restore", target)
        assert caught.value.code == code
    await act(owner, "ratings_recompute")
    assert await of_rated() == (True, None)
    await act(owner, "delete_game", "plain0000001")
    assert [each["game"]["id"] for each in (await ask(moderator, "games"))["games"]] == ["rated0000001"]
    assert [action for action, *_ in await log(running)] == [
        *("ratings_strike", "ratings_restore", "ratings_recompute", "delete_game")
    ]


async def test_jobs_are_listed_tried_again_and_dropped(running: Running, join: Connect) -> None:
    store, moderator = running[0].store, await staff(running, join, "moderator")
    kinds: tuple[Visibility, ...] = "private", "public"
    for n, visibility in enumerate(kinds, start=1):
        game = f"game0000000{n}"
        serial = await finished(store, game, BOT, BOT, ended_at=n, plies=12, rules="freestyle", visibility=visibility)
        await jobs.ask(store, serial, moderator.player if n == 2 else None, n)
    for _ in range(jobs.TRIES):
        await jobs.note_failure(store, 1)
    listed = await ask(moderator, "jobs")
    assert (listed["waiting"], listed["failed"]) == (1, 1)
    (job,) = listed["jobs"]
    assert (job["game"], job["effort"], job["failures"], job["asked_by"]["id"]) == (
        *("game00000002", 1, 0),
        moderator.player,
    )
    (failed,) = (await ask(moderator, "jobs", failed=True))["jobs"]
    assert (failed["game"], failed["failures"]) == ("game00000001", jobs.TRIES)
    assert (job["visibility"], failed["visibility"]) == ("public", "private")
    await act(moderator, "job_retry", "game00000001")
    assert [each["game"] for each in (await ask(moderator, "jobs"))["jobs"]] == ["game00000002", "game00000001"]
    await act(moderator, "job_cancel", "game00000002")
    assert [each["game"] for each in (await ask(moderator, "jobs"))["jobs"]] == ["game00000001"]
    with pytest.raises(Refusal, match="unknown_job"):
        await act(moderator, "job_cancel", "game00000002")


async def test_the_owner_looks_after_accounts(running: Running, join: Connect) -> None:
    ada, owner = await join(), await staff(running, join, "owner")
    await ada.command("keep_name", name="Ada", password="correct horse")
    bea = (await act(owner, "account_create", "Bea"))["code"]
    invitation = (await act(owner, "account_invite"))["code"]
    reset = (await act(owner, "account_reset", ada.player))["code"]
    assert len({bea, invitation, reset}) == 3
    again = await act(owner, "account_role", ada.player, argument="teacher", id="once")
    assert "code" not in again
    await act(owner, "account_role", ada.player, argument="owner", id="once")  # the same command has the first effect
    assert (await ask(owner, "player", player="Ada"))["role"] == "teacher"
    with pytest.raises(Refusal, match="bad_message"):
        await act(owner, "account_role", ada.player, argument="queen")
    await act(owner, "account_totp", ada.player)
    await act(owner, "account_disable", ada.player)
    assert (await ada.wait(lambda m: m["t"] == "bye"))["code"] == "signed_out"
    await act(owner, "account_enable", ada.player)
    await act(owner, "delete_player", ada.player)
    with pytest.raises(Refusal, match="no_player"):
        await act(owner, "account_enable", ada.player)
    with pytest.raises(Refusal, match="name_taken"):
        await act(owner, "account_create", "BEA")
    assert [action for action, *_ in await log(running)] == [
        *("account_create", "account_invite", "account_reset", "account_role"),
        *("account_totp", "account_disable", "account_enable", "delete_player"),
    ]
    kept = str(await log(running)).lower()
    assert not any(code.lower() in kept for code in (bea, invitation, reset))


async def test_a_program_plays_by_a_token(running: Running, join: Connect) -> None:
    owner, made = await staff(running, join, "owner"), await join()
    await made.command("keep_name", name="Pela", password="correct horse")
    with pytest.raises(Refusal, match="not_a_bot"):
        await act(owner, "account_token", made.player)
    await act(owner, "account_role", made.player, argument="bot")
    token = (await act(owner, "account_token", made.player))["code"]
    assert token not in str(await log(running))
    program = await join(token)
    assert program.player == made.player
    room = await program.create(level=1)
    await program.enter(room)
    await program.move(room, 0, 112)
    device = next(each["id"] for each in await devices(made) if not each.get("this"))
    await made.command("end_device", device=device)
    assert (await program.wait(lambda m: m["t"] == "bye"))["code"] == "signed_out"


async def test_one_thing_is_rebuilt_at_a_time(running: Running, join: Connect) -> None:
    app, owner = running[0], await staff(running, join, "owner")
    async with app.rebuilding:
        with pytest.raises(Refusal, match="rebuild_running"):
            await act(owner, "patterns_rebuild")
    await act(owner, "patterns_rebuild")
    while not await log(running):
        await asyncio.sleep(0)
    assert [action for action, *_ in await log(running)] == ["patterns_rebuild"]
    for what, target, code in (
        ("pattern_off", "9", "unknown_pattern"),
        ("weights_use", "9", "unknown_weights"),
        ("tree_delete", "tree00000001", "unknown_tree"),
        ("game_learn", "game00000001", "unknown_game"),
    ):
        with pytest.raises(Refusal) as caught:
            await act(owner, what, target)
        assert caught.value.code == code


async def test_players_are_listed_by_their_last_visit(running: Running, join: Connect) -> None:
    store = running[0].store
    ada, bob, owner = await join(), await join(), await staff(running, join, "owner")
    teacher = await staff(running, join, "teacher")
    await accounts.insert(store, NewAccount(bob.player, "Bob", "bob"), 1)
    for seen, each in enumerate((bob, ada, teacher, owner), start=1000):
        await store.execute(("UPDATE players SET seen_at = ? WHERE id = ?", (seen, each.player)))
    await owner.command("sanction", player=ada.player, kind="mute", reason="spam")
    await owner.command("sanction", player=bob.player, kind="ban", reason="spam", minutes=5)
    await act(owner, "account_disable", bob.player)
    listed = await ask(owner, "people")
    assert ([each["who"]["id"] for each in listed["people"]], listed["more"]) == (
        [owner.player, teacher.player, ada.player, bob.player],
        False,
    )
    told = {each["who"]["id"]: each for each in listed["people"]}
    assert (told[teacher.player]["role"], told[ada.player].get("account_at")) == ("teacher", None)
    assert (told[ada.player]["here"], told[ada.player]["sanctions"], told[ada.player]["games"]) == (True, ["mute"], 0)
    assert (told[bob.player]["disabled"], told[bob.player]["sanctions"]) == (True, ["ban"])
    for show, people in (
        ("accounts", [owner, teacher, bob]),
        ("staff", [owner, teacher]),
        ("sanctioned", [ada, bob]),
    ):
        found = (await ask(owner, "people", show=show))["people"]
        assert [each["who"]["id"] for each in found] == [each.player for each in people]
    name = ada.welcome["player"]["name"].upper()
    for find, people in ((name, [ada]), (bob.player, [bob]), ("no one", [])):
        found = (await ask(owner, "people", find=find))["people"]
        assert [each["who"]["id"] for each in found] == [each.player for each in people]
    older = await ask(owner, "people", before=(1002, teacher.player))
    assert [each["who"]["id"] for each in older["people"]] == [ada.player, bob.player]


@ON_FILE  # reads all tables, as it lists them
async def test_a_token_is_told_once_and_ends_with_the_account(running: Running, join: Connect) -> None:
    owner, made = await staff(running, join, "owner"), await join()
    await made.command("keep_name", name="Pela", password="correct horse")
    await act(owner, "account_role", made.player, argument="bot")
    token = (await act(owner, "account_token", made.player, id="once"))["code"]
    assert "code" not in await act(owner, "account_token", made.player, id="once")
    assert len(await devices(made)) == 2
    program = await join(token)  # the first answer's is the one that holds
    store = running[0].store
    for (table,) in await store.fetch("SELECT name FROM sqlite_master WHERE type = 'table'"):
        assert token not in str([tuple(row) for row in await store.fetch(f"SELECT * FROM {table}")]), table
    for other in ("moderator", "teacher", "bot"):
        with pytest.raises(Refusal, match="not_staff"):
            await act(await staff(running, join, other), "account_token", made.player)
    await act(owner, "account_role", made.player, argument="none")
    with pytest.raises(Refusal, match="not_a_bot"):
        await act(owner, "account_token", made.player)
    await act(owner, "account_disable", made.player)
    assert (await program.wait(lambda m: m["t"] == "bye"))["code"] == "signed_out"
    assert (await join(token)).welcome["code"] == "signed_out"
    await act(owner, "delete_player", made.player)
    with pytest.raises(Refusal, match="no_player"):
        await act(owner, "account_token", made.player)
    assert (await join(token)).player != made.player


async def test_who_has_lost_the_role_by_the_time_of_the_write_has_done_nothing(running: Running, join: Connect) -> None:
    """A role that is lower, and still one of the staff, is not enough."""
    store, ada = running[0].store, await join()
    owner, moderator = await staff(running, join, "owner"), await staff(running, join, "moderator")
    for client, role in ((owner, "moderator"), (moderator, "teacher")):
        await store.execute(("UPDATE accounts SET role = ? WHERE player = ?", (role, client.player)))
    for client, t, fields in (
        (owner, "act", {"act": "account_invite"}),
        (owner, "change_setting", {"setting": "talk", "value": "off"}),
        (moderator, "sanction", {"player": ada.player, "kind": "ban", "reason": "other", "minutes": 60}),
        (moderator, "evidence", {"player": ada.player}),
    ):
        await running[0].roles.refresh()
        known = running[0].roles._of
        known[owner.player], known[moderator.player] = "owner", "moderator"
        with pytest.raises(Refusal) as caught:
            await client.command(t, **fields)
        assert (t, caught.value.code) == (t, "not_staff")
    assert await store.fetch("SELECT 1 FROM audit") == []
