"""Sanctions by the command line, and the log of what operators do."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from server.errors import StoreError, TengenError
from server.operator import moderation, perform
from server.operator.changes import collect_acts
from server.operator.moderation import LaidByCommand
from server.protocol.values import Who
from server.store import audit
from server.store.knowledge import jobs
from server.store.people import sanctions
from server.store.people.notices import Notice
from server.store.store import Store
from tests.conftest import Connect
from tests.kit.stores import ON_FILE
from tests.server.ratings.rated_games import add_account, end_game
from tests.server.store.examples import add_player, new_room
from tests.server.test_operator import tengen
from tests.server.test_talk import Running


@pytest.fixture
async def db(tmp_path: Path) -> Path:
    path = tmp_path / "tengen.db"
    store = await Store.open(path)
    await add_player(store, "ann000000000", "Ann")
    await store.close()
    return path


async def test_sanctions_are_laid_and_lifted(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ann = "ann000000000"
    for words in (
        ("players", "mute", ann, "--hours", "2", "--for", "spam", "--reason", "thrice"),
        ("players", "timeout", ann),
        ("players", "unmute", ann),
        ("players", "rename", ann, "Anna"),
    ):
        assert await asyncio.to_thread(tengen, db, *words) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(f"Ann ({ann}) is muted until ")
    assert out[1:3] == [f"Ann ({ann}) is timed out", f"Ann ({ann}) is no longer muted"]
    assert await asyncio.to_thread(tengen, db, "players", "unmute", ann) == 1
    assert capsys.readouterr().err == f"tengen: Anna ({ann}) is not muted\n"
    store = await Store.open(db)
    timeout, mute = await sanctions.list_sanctions(store, ann)
    assert (mute.kind, mute.reason, mute.note, (mute.until or 0) - mute.at) == ("mute", "spam", "thrice", 7_200_000)
    assert (timeout.kind, timeout.until, timeout.by, timeout.lifted_at) == ("timeout", None, None, None)
    acts = await audit.list_acts(store, before=None, limit=9)
    assert [(act.action, act.by, act.target) for act in reversed(acts)] == [
        (action, None, ann) for action in ("mute", "timeout", "lift_mute", "rename_player")
    ]
    await store.close()
    assert await asyncio.to_thread(tengen, db, "audit", "list") == 0
    assert "rename_player" in capsys.readouterr().out
    assert await asyncio.to_thread(tengen, db, "reports", "list") == 0


async def test_a_running_server_tells_the_player(running: Running, join: Connect) -> None:
    app, ada = running[0], await join()
    notice = Notice(1, "mute_player", ada.player, msgspec.json.encode(LaidByCommand("spam")).decode())
    await perform(app.store, notice, app.live, untold)
    assert (await ada.wait(lambda m: m["t"] == "sanctioned"))["sanction"] == {"kind": "mute", "reason": "spam"}
    await ada.enter(await ada.create())
    assert (await ada.wait(lambda m: m["t"] == "talk"))["muted"] == {"kind": "mute", "reason": "spam"}
    await perform(app.store, Notice(2, "unmute_player", ada.player, ""), app.live, untold)
    assert (await ada.wait(lambda m: m["t"] == "talk" and "muted" not in m))["level"] == "phrases"


ANN, CODE = "ann000000000", "ab" * 32
ACTS = (
    ("close_room", "room00000001", ""),
    ("delete_game", "room00000001", ""),
    ("account_create", "Bea", CODE),
    ("account_reset", "Bea", CODE),
    ("account_role", "Bea", "bot"),
    ("account_token", "Bea", "12" * 32),
    ("account_disable", "Bea", ""),
    ("account_enable", "Bea", ""),
    ("account_totp", "Bea", ""),
    ("account_invite", "", "cd" * 32),
    ("account_owner", "", "ef" * 32),
    ("rename_player", ANN, "Anna"),
    ("ratings_recompute", "", ""),
    ("job_retry", "game00000001", ""),
    ("job_cancel", "game00000001", ""),
    ("ratings_strike", "game00000001", ""),
    ("ratings_restore", "game00000001", ""),
    *((act.name, ANN, "") for act in moderation.ACTS),
    ("delete_player", ANN, ""),
)
"""Requests of an operator's command, in an order in which each is possible."""
REFUSING = "CREATE TRIGGER refusing BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'the log is full'); END"


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


async def untold(_: str) -> None:
    """Nobody wants to know how far it is."""


async def test_no_act_is_done_that_the_log_does_not_have(db: Path) -> None:
    """Where its line cannot be kept, neither is the act; else there is one line for each."""
    assert {kind for kind, *_ in ACTS} == {act.name for act in collect_acts().values() if act.logs != "after"}
    store = await Store.open(db)
    await new_room(store, "room00000001", Who(ANN, "Ann"))
    await end_game(
        store, "game00000001", await add_account(store, "cy"), await add_account(store, "di"), ended_at=9_000
    )
    for found in await store.fetch("SELECT serial FROM games WHERE id = 'game00000001'"):
        await jobs.ask(store, found["serial"], None, 9_000)
    for nth, (kind, target, argument) in enumerate(ACTS, 1):
        notice = Notice(nth, kind, target, argument)
        await store.execute((REFUSING, ()))
        before = dump(db)
        with pytest.raises(TengenError):
            await perform(store, notice, None, untold)
        assert (kind, dump(db)) == (kind, before)
        await store.execute(("DROP TRIGGER refusing", ()))
        await perform(store, notice, None, untold)
        last = await audit.list_acts(store, before=None, limit=len(ACTS))
        assert (kind, len(last)) == (kind, nth)
    await store.close()


@ON_FILE  # has a trigger in SQLite's words
async def test_a_room_is_closed_with_its_line_in_the_log_or_not(running: Running, join: Connect) -> None:
    app, ada = running[0], await join()
    room = await ada.create()
    await ada.enter(room)
    close = Notice(1, "close_room", room)
    await app.store.execute((REFUSING, ()))
    with pytest.raises(StoreError):
        await perform(app.store, close, app.live, untold)
    await app.store.execute(("DROP TRIGGER refusing", ()))
    bob = await join()
    await bob.command("sit", room=room)
    assert not [message for message in ada.heard if "ended" in str(message)]
    await perform(app.store, close, app.live, untold)
    await ada.event("ended", room)
    (act,) = await audit.list_acts(app.store, before=None, limit=9)
    assert (act.action, act.data) == ("close_room", {"room": room})


async def test_codes_stand_in_no_log(db: Path) -> None:
    assert await asyncio.to_thread(tengen, db, "account", "invite") == 0
    store = await Store.open(db)
    (act,) = await audit.list_acts(store, before=None, limit=9)
    assert (act.action, act.data) == ("account_invite", {})
    await store.close()
