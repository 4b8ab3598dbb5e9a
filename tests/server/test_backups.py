"""Backups that a server makes by itself, and putting one back."""

import asyncio
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from server.errors import Refused
from server.operator import backup_schedule
from server.operator.backup_schedule import Backups
from server.operator.program import Ran
from server.protocol.values import Who
from server.store.file import high_water_mark
from server.store.games import room_log
from server.store.store import Store
from server.store.writes import Append
from tests.kit.process import ColdServer
from tests.server.store.examples import add_player, finished, moved, new_room
from tests.server.test_operator import tengen

BOT = Who(level=1)


@pytest.fixture
async def db(tmp_path: Path) -> Path:
    path = tmp_path / "home" / "tengen.db"
    path.parent.mkdir()
    store = await Store.open(path)
    serial = await new_room(store, "room00000001", BOT)
    await store.commit(Append(serial, moved(2, 0), None, 1))
    await finished(store, "over00000001", BOT, BOT, ended_at=5_000)
    await store.close()
    return path


async def one(backups: Backups, ends: list[bool]) -> None:
    """Until one more backup has ended."""
    before = len(ends)
    working = asyncio.create_task(backups.work())
    async with asyncio.timeout(60):
        while len(ends) == before:
            await asyncio.sleep(0.02)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)


async def test_a_served_file_is_backed_up_and_the_oldest_are_dropped(db: Path) -> None:
    ends: list[bool] = []
    store = await Store.open(db)
    folder = db.parent / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"tengen-2025010{day}-000000.db").write_bytes(b"")
    (folder / "mine.db").write_bytes(b"")
    await one(Backups(db, Path("backups"), 1, 2, ends.append), ends)
    await store.close()
    assert ends == [True]
    old, new, mine = sorted(folder.iterdir(), key=lambda path: (path.name == "mine.db", path.name))
    assert (old.name, mine.name) == ("tengen-20250103-000000.db", "mine.db")
    assert [oct(path.stat().st_mode & 0o777) for path in (old, new)] == ["0o600", "0o600"]
    with closing(sqlite3.connect(new)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone()[0] == 2


async def test_a_damaged_game_pushes_no_older_backup_out(db: Path, caplog: pytest.LogCaptureFixture) -> None:
    ends: list[bool] = []
    folder = db.parent / "backups"
    folder.mkdir()
    (folder / "tengen-20250101-000000.db").write_bytes(b"")
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE actions SET point = 99 WHERE game = 2 AND v = 3")
    await one(Backups(db, Path("backups"), 1, 1, ends.append), ends)
    assert ends == [False]
    assert (folder / "tengen-20250101-000000.db").exists()
    assert "over00000001" in caplog.text


async def test_a_backup_that_fails_is_a_line(
    db: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[bool] = []
    (db.parent / "backups").write_text("no folder")
    backups = Backups(db, Path("backups"), 1, 1, ends.append)
    await one(backups, ends)
    assert ends == [False]
    assert backups.failure is not None
    assert [record.levelname for record in caplog.records if "no backup" in record.message] == ["WARNING"]


async def test_the_next_one_is_due_when_the_last_is_old_enough(db: Path) -> None:
    backups = Backups(db, Path("backups"), 86400, 7, print)
    assert backups._due_in() == 3600
    (db.parent / "backups").mkdir()
    (db.parent / "backups" / "tengen-20250101-000000.db").touch()
    assert 86_000 < (backups._due_in() or 0) <= 86_400
    assert Backups(db, Path("backups"), 0, 7, print)._due_in() is None  # turned off


async def test_one_is_made_when_it_is_asked_for(db: Path) -> None:
    """Also where they are turned off; one at a time."""
    ends: list[bool] = []
    backups = Backups(db, Path("backups"), 0, 7, ends.append)
    backups.ask()
    with pytest.raises(Refused, match="backup_running"):
        backups.ask()
    await one(backups, ends)
    assert (ends, backups.running, backups.failure) == ([True], False, None)
    assert len(backups.list_backups()) == 1


async def test_what_a_backup_takes_is_not_added_to_the_time_between_two(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: list[float] = []

    async def slow(*words: str) -> Ran:
        if words[0] == "backup":
            began.append(asyncio.get_running_loop().time())
            Path(words[-1]).touch()
        await asyncio.sleep(0.2)
        return Ran(0, [], "", 0, "")

    monkeypatch.setattr(backup_schedule, "run_tengen", slow)
    work = asyncio.create_task(Backups(db, db.parent / "kept", 1, 2, lambda _: None).work())
    async with asyncio.timeout(60):
        while len(began) < 4:
            await asyncio.sleep(0.01)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    assert min(later - earlier for earlier, later in pairwise(began)) < 1.3  # and not 1.4


async def test_a_restore_says_what_is_lost_and_keeps_it(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = db.parent / "copy.db"
    assert tengen(db, "backup", str(copy)) == 0
    store = await Store.open(db)
    await add_player(store, "ann000000001", "Ann")
    await store.commit(Append(1, moved(3, 1), None, 2))
    await new_room(store, "room00000002", BOT)
    capsys.readouterr()
    assert await asyncio.to_thread(tengen, db, "restore", str(copy)) == 1
    assert "in use by another server" in capsys.readouterr().err
    await store.close()
    assert tengen(db, "restore", str(copy)) == 0
    said = capsys.readouterr().out
    assert "not in the backup: 1 games: room00000002\n" in said
    assert "not in the backup: 1 games with later moves: room00000001 (3, in the backup 2)\n" in said
    assert "not in the backup: 1 players: Ann (ann000000001)\n" in said
    (aside,) = [path for path in db.parent.glob("tengen.db.replaced-*") if path.suffix != ".mark"]
    assert f"kept as {aside}" in said
    assert db.stat().st_mode & 0o777 == 0o600
    for path, rooms in ((db, ["room00000001"]), (aside, ["room00000001", "room00000002"])):
        again = await Store.open(path)
        assert [room.id for room in await room_log.list_live_rooms(again)] == rooms
        assert again.behind == []
        await again.close()


async def test_a_restore_takes_no_damaged_backup(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = db.parent / "copy.db"
    assert tengen(db, "backup", str(copy)) == 0
    data = copy.read_bytes()
    copy.write_bytes(data[: len(data) // 2])
    before = db.read_bytes()
    assert tengen(db, "restore", str(copy)) == 1
    assert "damaged" in capsys.readouterr().err
    assert db.read_bytes() == before
    copy.write_bytes(data)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE actions SET point = 99 WHERE game = 2 AND v = 3")
    assert tengen(db, "restore", str(copy)) == 0  # all but one game
    assert "in the backup, game over00000001 (number 2) is damaged" in capsys.readouterr().out


async def test_a_restore_in_the_place_of_nothing(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = db.parent / "copy.db"
    assert tengen(db, "backup", str(copy)) == 0
    db.unlink()
    assert high_water_mark.locate(db).exists()
    assert tengen(db, "restore", str(copy)) == 0
    store = await Store.open(db)
    assert len(await room_log.list_live_rooms(store)) == 1
    await store.close()
    assert list(db.parent.glob("*.replaced-*")) == []


async def test_a_server_makes_one(db: Path) -> None:
    server = await asyncio.to_thread(ColdServer(db, backup_every=1, backup_keep=2).start)
    try:
        async with asyncio.timeout(60):
            while "a backup is made" not in server.log():
                await asyncio.sleep(0.05)
    finally:
        await asyncio.to_thread(server.stop)
    assert list((db.parent / "backups").glob("tengen-*.db")) != []
