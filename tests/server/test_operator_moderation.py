"""Sanctions by the command line, and the log of what operators do."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from server.operator import moderation
from server.operator.moderation import LaidByCommand
from server.store import audit, sanctions
from server.store.notices import Notice
from server.store.store import Store
from tests.conftest import Connect
from tests.server.store.examples import add_player
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
    found = await app.acts.find_player(ada.player)
    await moderation.perform(app.store, notice, found, app.live, app.now())
    assert (await ada.wait(lambda m: m["t"] == "sanctioned"))["sanction"] == {"kind": "mute", "reason": "spam"}


async def test_codes_stand_in_no_log(db: Path) -> None:
    assert await asyncio.to_thread(tengen, db, "account", "invite") == 0
    store = await Store.open(db)
    (act,) = await audit.list_acts(store, before=None, limit=9)
    assert (act.action, act.data) == ("account_invite", {})
    await store.close()
