"""A log that was cut and an older copy that was put back are sound to SQLite; the mark beside the file knows better."""

import asyncio
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from server.errors import StoreUnusable
from server.protocol.events import Ended
from server.protocol.values import Who
from server.store.file import high_water_mark
from server.store.file.connection import connect
from server.store.file.database_file import prepare
from server.store.file.high_water_mark import Mark
from server.store.games import library
from server.store.store import Store
from server.store.writes import Append
from tests.server.store.examples import finished, moved, new_room

BOT = Who(level=1)


async def played(path: Path, *, rooms: int = 3, moves: int = 4) -> None:
    """Unfinished games, with some moves each."""
    store = await Store.open(path)
    for number in range(rooms):
        serial = await new_room(store, f"room{number:08d}", BOT)
        for ply in range(moves):
            await store.commit(Append(serial, moved(2 + ply, ply), None, ply + 1))
    await store.close()


async def behind(path: Path) -> list[str]:
    store = await Store.open(path)
    lines = list(store.behind)
    await store.close()
    return lines


async def test_a_sound_file_is_not_behind(path: Path) -> None:
    await played(path)
    for _ in range(3):
        assert await behind(path) == []


async def test_an_older_copy_is_named_game_by_game(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await played(path, rooms=2)
    older = path.with_name("older.db")
    shutil.copy(path, older)
    store = await Store.open(path)
    await store.commit(Append(1, moved(6, 4), None, 5))
    await store.commit(Append(2, Ended(6, 9_000, None, "aborted", (None, None)), None, 4))
    await new_room(store, "room00000009", BOT)
    await finished(store, "over00000001", BOT, BOT, ended_at=5_000)
    await store.close()
    shutil.copy(older, path)
    lines = await behind(path)
    assert lines == [
        "game room00000000 (number 1) has gone back from version 6 to 5",
        "game room00000001 (number 2) was over, and is not: it has gone back to version 5",
        "game room00000009 (number 3) is missing",
        "game over00000001 (number 4) is missing",
    ]
    assert all(line in caplog.text for line in lines)
    assert await behind(path) == []  # said once; the mark has begun anew


async def test_a_log_that_was_cut_is_noticed(path: Path, tmp_path: Path) -> None:
    await played(path, rooms=1)
    store = await Store.open(path)
    for ply in range(4, 30):
        await store.commit(Append(1, moved(2 + ply, ply), None, ply + 1))
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    async with asyncio.timeout(60):  # the mark is a moment late
        while high_water_mark.read(path) is None or high_water_mark.read(path).games[1][1] < 31:  # type: ignore[union-attr]
            await asyncio.sleep(0.01)
    for suffix in ("", "-wal", ".mark"):
        shutil.copy(f"{path}{suffix}", crashed / f"tengen.db{suffix}")
    await store.close()
    log = crashed / "tengen.db-wal"
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
    (line,) = await behind(crashed / "tengen.db")
    assert line.startswith("game room00000000 (number 1) has gone back from version 31 to ")


async def test_a_version_that_is_no_number_is_as_none(path: Path) -> None:
    await played(path, rooms=1)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE kept AS SELECT * FROM actions")
        connection.execute("DROP TABLE actions")
        connection.execute("ALTER TABLE kept RENAME TO actions")
        connection.execute("UPDATE actions SET v = 'a broken byte'")
        seen = high_water_mark.read(path)
        assert seen is not None
        (line,) = high_water_mark.list_behind(connection, seen)
    assert line.startswith("game room00000000 (number 1) has gone back from version ")
    assert line.endswith(" to 0")


@pytest.mark.parametrize("seq", ["'a broken byte'", "NULL", "x'00ff'", "1.5"])
async def test_a_last_number_that_is_none_is_that_of_the_last_game(path: Path, seq: str) -> None:
    await played(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE sqlite_sequence SET seq = {seq} WHERE name = 'games'")
    store = await Store.open(path)
    assert store.behind == []
    assert await new_room(store, "room00000009", BOT) == 4
    await store.close()
    assert await behind(path) == []


async def test_a_store_that_cannot_be_opened_leaves_no_thread(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    await played(path)
    before = set(threading.enumerate())
    monkeypatch.setattr(high_water_mark, "list_behind", fail)
    with pytest.raises(RuntimeError, match="a fault of ours"):
        await Store.open(path)
    left = {each for each in threading.enumerate() if not each.daemon} - before
    for thread in {each for each in left if not each.name.startswith("asyncio_")}:  # those serve every to_thread
        await asyncio.to_thread(thread.join, 60)
        assert not thread.is_alive()
    monkeypatch.undo()
    assert await behind(path) == []  # nor a lock


async def test_a_deleted_game_is_not_missed(path: Path) -> None:
    await played(path)
    store = await Store.open(path)
    assert await library.delete_game(store, "room00000001")
    assert store._mark is not None
    store._mark._moved.clear()  # as if the server had been killed before the mark was written
    await store.close()
    assert await behind(path) == []


@pytest.mark.parametrize("how", ["empty", "gone"])
async def test_an_empty_file_that_had_games_is_refused(path: Path, how: str) -> None:
    await played(path)
    path.unlink()
    if how == "empty":
        path.touch()
    with pytest.raises(StoreUnusable, match="has held games up to number 3: restore a backup"):
        prepare(path)
    assert not path.exists() or path.stat().st_size == 0
    high_water_mark.locate(path).unlink()
    prepare(path).release()


def test_a_log_without_its_file_is_not_thrown_away(path: Path) -> None:
    path.with_name(path.name + "-wal").write_bytes(b"x" * 100)
    with pytest.raises(StoreUnusable, match="its log"):
        prepare(path)
    assert path.with_name(path.name + "-wal").exists()


@pytest.mark.parametrize("cut", [0, 1, 10, 40])
async def test_a_mark_that_is_not_whole_raises_no_alarm(path: Path, cut: int) -> None:
    await played(path)
    store = await Store.open(path)
    await finished(store, "over00000001", BOT, BOT, ended_at=5_000)
    await store.commit(Append(1, moved(6, 4), None, 5))
    await store.close()
    beside = high_water_mark.locate(path)
    assert beside.stat().st_mode & 0o777 == 0o600
    beside.write_bytes(beside.read_bytes()[:-cut] if cut else b"\0" * 300)
    assert await behind(path) == []


def test_a_long_mark_is_written_anew_without_what_is_over(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(path).release()
    monkeypatch.setattr(high_water_mark, "MOST_BYTES", 2_000)
    written = Mark(path, {1: ("live00000001", 5)}, 1)
    for serial in range(2, 200):
        written.write([(serial, f"room{serial:08d}", 1)])
        written.write([(serial, "", 0), (1, "", serial + 5)])
    written.close()
    assert high_water_mark.locate(path).stat().st_size < 6_000
    seen = high_water_mark.read(path)
    assert seen is not None
    assert seen.games[1] == ("live00000001", 204)
    assert (seen.last, seen.games[199]) == (199, ("room00000199", 0))
    with closing(connect(path)) as connection:
        lines = high_water_mark.list_behind(connection, seen)
    assert lines[0] == "game live00000001 (number 1) is missing"
