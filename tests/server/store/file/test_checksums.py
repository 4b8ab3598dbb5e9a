"""A game that is not as it was written is named and refused, whatever has changed of it; the others go on."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.operator import check
from server.protocol.events import Moved, Rematched, TookBack
from server.protocol.values import FischerSpec, Who
from server.store import event_rows
from server.store.file import checksums
from server.store.file.connection import connect
from server.store.file.database_file import prepare
from server.store.file.migrations import MIGRATIONS, read_migrations
from server.store.games import checksum_backfill, imported_games, library, room_log
from server.store.games.imported_games import ImportedGame
from server.store.integrity import Damaged
from server.store.store import Store
from server.store.writes import Append
from tests.server.store.examples import add_player, finished, moved, new_room

LIVE, OVER, FILED = "live00000001", "over00000001", "file00000001"


@pytest.fixture
async def filled(path: Path) -> Path:
    """A file with a game that goes on, one that is over, and one out of a file."""
    store = await Store.open(path)
    ann, bob = await add_player(store, "ann000000001", "Ann"), await add_player(store, "bob000000001", "五子棋")
    serial = await new_room(store, LIVE, ann, "made", clock=FischerSpec(60_000, 1_000))
    why = Moved(3, 1_003, 1, 1, 14, 30, 0, 0, (900, 700), forced=False, why={"kind": "block", "text": "Ω"})
    back = TookBack(v=4, at=1_004, seat=1, plies=1, left=(900, 700))
    for event in (moved(2, 0), why, back, moved(5, 1, 30)):
        await store.commit(Append(serial, event, f"c{event.v}", 1))
    over = await finished(store, OVER, ann, bob, ended_at=5_000)
    await store.commit(Append(over, Rematched(v=6, at=6_000, room="room00000002"), None, 2))
    await imported_games.insert(store, imported(ann))
    await store.close()
    return path


def imported(owner: Who) -> ImportedGame:
    return ImportedGame(
        *(FILED, owner.id, "import", "game.sgf", "public", "renju", 15, "Ann", "Bob", (112, 113, 114), ()),
        *("black", "resigned", None, 500, None, 9_000),
    )


def lines(path: Path) -> list[str]:
    with closing(connect(path)) as connection:
        return list(check.find_faults(connection))


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.executescript(sql)


async def refused(path: Path, id: str) -> None:
    """Nothing of a game is shown, and the other two are."""
    store = await Store.open(path)
    with pytest.raises(Damaged):
        await room_log.find_room(store, id) if id == LIVE else await library.find_game(store, id)
    assert [room.id for room in await room_log.list_live_rooms(store)] == ([] if id == LIVE else [LIVE])
    for other in {OVER, FILED} - {id}:
        assert await library.find_game(store, other) is not None
    await store.close()


def test_a_sound_file_has_no_faults(filled: Path) -> None:
    assert lines(filled) == []


def test_games_that_lead_back_are_not_read_for_ever(filled: Path) -> None:
    """The numbers in a page of games are out of order: after the highest, the ones below it come again."""
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")  # so that the file itself is what is read
        size = int(connection.execute("PRAGMA page_size").fetchone()[0])
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
    data = bytearray(filled.read_bytes())
    page = (root - 1) * size
    assert data[page] == 13, "a page that holds rows"
    cell = page + int.from_bytes(data[page + 10 : page + 12])  # the second one's
    number = cell + (2 if data[cell] & 128 else 1)  # behind its length
    assert data[number] == 2
    data[number] = 95
    filled.write_bytes(data)
    found = lines(filled)
    assert any("(number 95) is damaged" in line for line in found)
    assert "the games after number 95 cannot be listed (they are out of order)" in found


CHANGES = {name: f"UPDATE actions SET {name} = coalesce({name}, 0) + 1" for name in event_rows.ACTION if name != "data"}
CHANGES |= {
    "data": "UPDATE actions SET data = replace(data, 'block', 'blocs')",
    "command": "UPDATE actions SET command = 'c9'",
    "kind": "UPDATE actions SET kind = 'movee'",
    "at": "UPDATE actions SET at = at + 256",
    "sum": "UPDATE actions SET sum = sum + 1",
    "no sum": "UPDATE actions SET sum = NULL",
    "v": "UPDATE actions SET v = v + 64",
    "gone": "DELETE FROM actions",
    "another game's": "UPDATE actions SET game = 77",
    "no text": "UPDATE actions SET data = CAST(X'22FFFE22' AS TEXT)",
}


@pytest.mark.parametrize("name", CHANGES)
async def test_every_change_of_an_event_is_noticed(filled: Path, name: str) -> None:
    await asyncio.to_thread(change, filled, f"{CHANGES[name]} WHERE game = 1 AND v = 3;")
    found = lines(filled)
    assert any(LIVE in line for line in found), found
    assert not any(OVER in line or FILED in line for line in found)
    await refused(filled, LIVE)


CHANGING = ("rated", "black", "winner", "reason", "ended_at", "plies", "sum")


@pytest.mark.parametrize("name", [*checksums.FIXED[2:], *CHANGING])
@pytest.mark.parametrize("id", [OVER, FILED])
async def test_every_change_of_a_games_row_is_noticed(filled: Path, id: str, name: str) -> None:
    value = f"iif({name} IS NULL, 1, iif(typeof({name}) = 'text', {name} || 'x', {name} + 1))"
    kinds = {
        "text": ("owner", "command", "player0", "bot_engine", "bot_version", "bot_limits", "from_game", "imported")
    }
    if name in (*kinds["text"], "black_name", "white_name"):
        value = f"coalesce({name}, '') || 'x'"
    if name in ("visibility", "winner"):
        value = {"visibility": "'private'", "winner": "'white'"}[name]
    if name in ("rated", "black"):
        value = f"1 - {name}"
    await asyncio.to_thread(change, filled, f"UPDATE games SET {name} = {value} WHERE id = '{id}';")
    found = lines(filled)
    assert [line for line in found if line.startswith("game ")] != [], found
    assert all(id in line for line in found if line.startswith("game "))


async def test_a_resumed_room_is_checked_too(filled: Path) -> None:
    store = await Store.open(filled)
    await asyncio.to_thread(change, filled, "UPDATE actions SET point = 7 WHERE game = 1 AND v = 5;")
    assert len(await room_log.read_events_since(store, 1, 5)) == 0
    with pytest.raises(Damaged):
        await room_log.read_events_since(store, 1, 4)
    await store.close()


async def test_older_games_get_their_checksums_while_the_server_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checksum_backfill, "PAUSE_S", 0.0)
    store = await Store.open(path)
    bot = Who(level=1)
    for number in range(25):
        await finished(store, f"old{number:09d}", bot, bot, ended_at=number)
    await store.close()
    change(path, "UPDATE games SET sum = NULL; UPDATE actions SET sum = NULL; INSERT INTO summing VALUES (1, 1, 25);")
    with closing(connect(path)) as connection:
        assert list(check.find_faults(connection)) == []
        assert "25 older games have no checksums yet" in check.count_games(connection)
    store = await Store.open(path)
    await finished(store, "new000000001", bot, bot, ended_at=99)
    await checksum_backfill.sum_some(store)
    await store.close()
    with closing(connect(path)) as connection:
        assert "15 older games" in check.count_games(connection)
    store = await Store.open(path)
    await checksum_backfill.fill(store)
    await store.close()
    with closing(connect(path)) as connection:
        assert list(check.find_faults(connection)) == []
        assert check.count_games(connection) == "26 games with 130 events, all with checksums"
    change(path, "UPDATE actions SET sum = NULL WHERE game = 3 AND v = 2;")
    assert "old000000002" in lines(path)[0]


def test_the_migration_has_the_games_that_are_there_wait(path: Path) -> None:
    before = [each for each in read_migrations(MIGRATIONS) if each.number < 7]
    (path.parent / "older").mkdir()
    for each in before:
        (path.parent / "older" / each.name).write_text(each.sql)
    prepare(path, path.parent / "older").release()
    insert = "INSERT INTO games (serial, id, rules, size, clock_kind, visibility, rated, pool, created_at) VALUES "
    change(path, f"{insert} (4, 'a', 'renju', 15, 'none', 'public', 0, 'renju', 1);")
    change(path, f"{insert} (9, 'b', 'renju', 15, 'none', 'public', 0, 'renju', 1);")
    for each in read_migrations(MIGRATIONS)[: len(before) + 1]:
        (path.parent / "older" / each.name).write_text(each.sql)
    prepare(path, path.parent / "older").release()
    with closing(connect(path)) as connection:
        assert check.find_unsummed(connection) == (4, 9)
