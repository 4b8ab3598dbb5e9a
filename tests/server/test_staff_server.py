"""How the server stands and its backups, as staff is told of them over real sockets."""

import asyncio
import time
from pathlib import Path

import pytest

from server.gauges import PROBE_S
from server.operator import backup_schedule, checks
from server.operator.program import Ran
from tests.conftest import Connect
from tests.kit.client import Message, Refusal
from tests.kit.stores import ON_FILE
from tests.server.test_operator import tengen as by_command
from tests.server.test_staff import ask, staff
from tests.server.test_talk import Running, play


@ON_FILE  # tells its size
async def test_the_staff_is_told_how_the_server_stands(running: Running, join: Connect) -> None:
    app = running[0]
    ada, moderator = await join(), await staff(running, join, "moderator")
    await ada.create()
    await ada.create(level=1)
    told = await ask(moderator, "health")
    assert (told["people"], told["connections"]) == (2, 2)
    assert told["rooms"] == {"open": 1, "playing": 1, "over": 0, "with_bots": 1}
    assert (told["studies"]["waiting"], told["bots"]["waiting"]) == (0, 0)
    assert told["disk"]["total"] > told["disk"]["free"] > 0
    assert told["disk"]["database"] >= app.store.path.stat().st_size
    assert told["memory"]["most"] > 0
    assert told["late_ms"] >= 0
    assert told["started_at"] <= app.now()
    assert "backed_up_at" not in told


async def test_a_loop_that_was_held_up_is_told(running: Running, join: Connect) -> None:
    moderator = await staff(running, join, "moderator")
    time.sleep(PROBE_S + 0.3)  # in the thread of the loop
    assert (await ask(moderator, "health"))["late_ms"] >= 250


@pytest.fixture
def slow_copies(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Has copies wait for an event."""
    going_on = asyncio.Event()

    async def tengen(*words: str) -> Ran:
        if words[0] == "backup":
            await going_on.wait()
            Path(words[-1]).write_bytes(b"copy")
        return Ran(0, [], "", 0, "")

    monkeypatch.setattr(backup_schedule, "run_tengen", tengen)
    return going_on


@ON_FILE  # a database has backups and checks of its own
async def test_the_owner_has_a_backup_made(running: Running, join: Connect, slow_copies: asyncio.Event) -> None:
    owner = await staff(running, join, "owner")
    before = await ask(owner, "backups")
    assert (before["backups"], before["every_s"], before["keep"], before.get("running")) == ([], 86400, 7, None)
    for _ in range(2):
        await owner.command("make_backup", id="once")
    assert (await ask(owner, "backups"))["running"]
    with pytest.raises(Refusal, match="backup_running"):
        await owner.command("make_backup")
    slow_copies.set()
    while running[0].backups.running:
        await asyncio.sleep(0)
    (made,) = (await ask(owner, "backups"))["backups"]
    assert (made["bytes"], made["name"].startswith("tengen-")) == (4, True)
    assert (await ask(owner, "health"))["backed_up_at"] == made["at"]
    (act,) = (await ask(owner, "audit"))["acts"]
    assert (act["action"], act["by"]["id"]) == ("backup", owner.player)


@ON_FILE  # a database has backups and checks of its own
async def test_the_owner_is_told_why_there_is_none(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tengen(*words: str) -> Ran:
        return Ran(1, [], "", 0, "tengen: the disk is full")

    monkeypatch.setattr(backup_schedule, "run_tengen", tengen)
    owner = await staff(running, join, "owner")
    await owner.command("make_backup")
    while running[0].backups.running:
        await asyncio.sleep(0)
    told = await ask(owner, "backups")
    assert (told["backups"], told["failed"]) == ([], "the disk is full")


@ON_FILE  # a database has backups and checks of its own
async def test_the_owner_has_the_database_checked(running: Running, join: Connect) -> None:
    """By the command itself, which finds what is damaged."""
    app, owner = running[0], await staff(running, join, "owner")
    ada, bob = await join(), await join()
    room = await play(ada, bob)
    await ada.move(room, 0, 112)
    assert [each["check"] for each in (await ask(owner, "checks"))["checks"]] == ["database", "proofs", "backup"]

    async def check(id: str) -> Message:
        for _ in range(2):
            await owner.command("make_check", check="database", id=id)
        while app.checks.running:
            await asyncio.sleep(0.01)
        found: Message = (await ask(owner, "checks"))["checks"][0]
        return found

    sound = await check("first")
    assert (sound["outcome"], sound.get("findings"), sound.get("running_since")) == ("sound", None, None)
    assert sound["said"].endswith("all with checksums")
    await app.store.execute(("UPDATE actions SET point = 3 WHERE point = 112", ()))
    faulty = await check("second")
    assert (faulty["outcome"], faulty["count"], len(faulty["findings"])) == ("faulty", 1, 1)
    assert f"game {room} (number 1) is damaged" in faulty["findings"][0]
    acts = (await ask(owner, "audit"))["acts"]
    assert [(act["action"], act["data"]) for act in acts] == [("check", {"check": "database"})] * 2


@ON_FILE  # a database has backups and checks of its own
async def test_the_owner_has_a_backup_checked(running: Running, join: Connect) -> None:
    """One of the server's own, and no other file."""
    app, owner = running[0], await staff(running, join, "owner")
    app.backups.folder.mkdir()
    name = f"{app.config.db.stem}-20260101-000000.db"
    (app.backups.folder / name).write_bytes(b"no database " * 100)
    for wrong in ("", "another.db", f"../{app.config.db.name}"):
        with pytest.raises(Refusal, match="unknown_backup"):
            await owner.command("make_check", check="backup", backup=wrong)
    await owner.command("make_check", check="backup", backup=name)
    while app.checks.running:
        await asyncio.sleep(0.01)
    told = (await ask(owner, "checks"))["checks"][2]
    assert (told["backup"], told["outcome"]) == (name, "failed")
    (app.backups.folder / name).unlink()
    assert await asyncio.to_thread(by_command, app.config.db, "backup", str(app.backups.folder / name)) == 0
    await owner.command("make_check", check="backup", backup=name)
    while app.checks.running:
        await asyncio.sleep(0.01)
    told = (await ask(owner, "checks"))["checks"][2]
    assert (told["backup"], told["outcome"], name in told["said"]) == (name, "sound", True)
    acts = (await ask(owner, "audit"))["acts"]
    assert [act["data"] for act in acts] == [{"check": "backup", "backup": name}] * 2


async def test_a_check_that_cannot_be_made_is_told_and_none_is_made_twice(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    going_on = asyncio.Event()

    async def tengen(*words: str, address: str) -> Ran:
        await going_on.wait()
        return Ran(1, ["game 1 is damaged"], "game 1 is damaged", 1, "Traceback")

    monkeypatch.setattr(checks, "run_tengen", tengen)
    owner = await staff(running, join, "owner")
    await owner.command("make_check", check="proofs")
    with pytest.raises(Refusal, match="check_running"):
        await owner.command("make_check", check="proofs")
    assert (await ask(owner, "checks"))["checks"][1]["running_since"] > 0
    going_on.set()
    while running[0].checks.running:
        await asyncio.sleep(0)
    told = (await ask(owner, "checks"))["checks"][1]
    assert (told["outcome"], told["said"], told.get("findings")) == ("failed", "Traceback", None)
