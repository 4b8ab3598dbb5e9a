import argparse
import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from filelock import FileLock

from server.accounts.accounts import Accounts
from server.errors import Refused
from server.learning import teaching
from server.operator import add_arguments, listing, perform, serve_notices
from server.protocol.events import Ended, Moved, RoomEvent, TookBack
from server.protocol.values import ClockSpec, FischerSpec, NoClockSpec, PerMoveSpec, Who
from server.store.games import explorer_index, library, room_log
from server.store.people import notices
from server.store.people.notices import Notice
from server.store.records import StoredPlayer
from server.store.sql import Statement
from server.store.store import Store
from server.store.writes import Append
from tests.server.store.examples import add_player, finished, moved, new_room

ROOT = Path(__file__).resolve().parents[2]
ROOM, GAME, ANN, BOB = "room00000001", "game00000001", "ann000000001", "bob000000001"


class App:
    """Stands for the running server: notes what it is told, and ends rooms."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.told: list[str] = []

    async def close_room(self, room: str, *noted: Statement) -> None:
        self.told.append(f"close {room}")
        stored = await room_log.find_room(self.store, room)
        assert stored is not None
        ended = Ended(v=stored.events[-1].v + 1, at=9_000, winner=None, reason="aborted", left=(None, None))
        await self.store.commit(Append(stored.serial, ended, None, 1), noted=noted)

    def tree_deleted(self, tree: str, owner: str) -> None:
        pass

    async def game_deleted(self, room: str) -> None:
        self.told.append(f"game deleted {room}")

    async def player_renamed(self, player: StoredPlayer) -> None:
        self.told.append(f"renamed {player.name}")

    async def player_sanctioned(self, player: str) -> None:
        self.told.append(f"sanctioned {player}")

    async def sanction_lifted(self, player: str) -> None:
        self.told.append(f"lifted {player}")

    async def roles_changed(self) -> None:
        self.told.append("roles")

    async def player_signed_out(self, player: str) -> None:
        self.told.append(f"signed out {player}")

    async def player_leaving(self, player: str) -> list[str]:
        self.told.append(f"player leaving {player}")
        return []

    async def player_deleted(self, player: str) -> None:
        self.told.append(f"player deleted {player}")

    def study_dropped(self, serial: int) -> None:
        self.told.append(f"study dropped {serial}")

    def patterns_changed(self) -> None:
        self.told.append("patterns changed")

    async def weights_changed(self) -> None:
        self.told.append("weights changed")


async def untold(_: str) -> None:
    """Nobody wants to know how far it is."""


class Broken(App):
    async def close_room(self, room: str, *noted: Statement) -> None:
        raise RuntimeError(room)


@pytest.fixture
async def db(tmp_path: Path) -> Path:
    """A file with two players, a game that is over and a room that is not; no server holds it."""
    path = tmp_path / "tengen.db"
    store = await Store.open(path)
    ann, bob = await add_player(store, ANN, "Ann"), await add_player(store, BOB, "五子棋")
    await finished(store, GAME, ann, bob, ended_at=5_000)
    serial = await new_room(store, ROOM, ann, clock=FischerSpec(60_000, 0))
    await store.commit(Append(serial, moved(2, 0), None, 1))
    await store.close()
    return path


@asynccontextmanager
async def running(db: Path, kind: type[App] = App) -> AsyncIterator[App]:
    store = await Store.open(db)
    app = kind(store)
    serving = asyncio.create_task(serve_notices(store, app))
    try:
        yield app
    finally:
        serving.cancel()
        await asyncio.wait([serving])
        await store.close()


@asynccontextmanager
async def opened(db: Path) -> AsyncIterator[Store]:
    store = await Store.open(db)
    try:
        yield store
    finally:
        await store.close()


def tengen(db: Path, *words: str) -> int:
    """The exit status of a command."""
    parser = argparse.ArgumentParser("tengen")
    add_arguments(parser.add_subparsers(required=True))
    args = parser.parse_args(words)
    status: int = args.func(args, str(db))
    return status


Words = tuple[str, ...]
MUTATIONS: list[tuple[Words, str, list[str]]] = [
    (("rooms", "close", ROOM), f"room {ROOM} is closed", [f"close {ROOM}"]),
    (("players", "rename", ANN, " Anna "), f"Ann ({ANN}) is now Anna", ["renamed Anna"]),
    (("players", "ban", ANN, "--reason", "shouting"), f"Ann ({ANN}) is banned", [f"sanctioned {ANN}"]),
    (
        ("players", "delete", ANN),
        f"Ann ({ANN}) is deleted; the games stay, without the name",
        [f"player leaving {ANN}", f"player deleted {ANN}"],
    ),
    (("games", "delete", GAME), f"game {GAME} is deleted", [f"game deleted {GAME}"]),
    (("games", "delete", ROOM), f"game {ROOM} is deleted", [f"game deleted {ROOM}"]),
]
REFUSED: list[tuple[Words, str]] = [
    (("rooms", "close", "nowhere"), "there is no room nowhere"),
    (("rooms", "close", GAME), f"room {GAME} is over already"),
    (("players", "rename", ANN, "x"), "the name 'x' cannot be a name"),
    (("players", "rename", ANN, "五子棋"), "the name '五子棋' is taken"),
    (("players", "ban", "nobody"), "there is no player nobody"),
    (("players", "unban", ANN), f"Ann ({ANN}) is not banned"),
    (("players", "delete", "nobody"), "there is no player nobody"),
    (("games", "delete", "nothing"), "there is no game nothing"),
]


async def check(store: Store, words: Words) -> None:
    """Check the effect of a mutation on the store."""
    ann = await store.fetch(
        "SELECT name, name_key, banned_at, ban_reason, deleted_at FROM players WHERE id = ?", (ANN,)
    )
    name, key, banned_at, reason, deleted_at = ann[0]
    match words[:2]:
        case ("rooms", "close"):
            room = await room_log.find_room(store, ROOM)
            assert room is not None
            assert isinstance(room.events[-1], Ended)
            assert room.events[-1].reason == "aborted"
            assert await room_log.list_live_rooms(store) == []
        case ("players", "rename"):
            assert (name, key) == ("Anna", "anna")
        case ("players", "ban"):
            assert banned_at is not None
            assert reason == "shouting"
        case ("players", "delete"):
            assert (name, key) == ("", None)
            assert deleted_at is not None
            game = await library.find_game(store, GAME)
            assert game is not None
            assert game.game.black == Who()
            assert await store.fetch("SELECT * FROM tokens WHERE player = ?", (ANN,)) == []
        case ("games", "delete"):
            assert await room_log.find_room(store, words[2]) is None
            gone = "SELECT count(*) FROM actions WHERE game NOT IN (SELECT serial FROM games)"
            assert (await store.fetch(gone))[0][0] == 0


@pytest.mark.parametrize(("words", "sentence", "told"), MUTATIONS)
async def test_without_a_server_a_command_does_it_itself(
    db: Path, words: Words, sentence: str, told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(tengen, db, *words) == 0
    assert capsys.readouterr() == (sentence + "\n", "")
    async with opened(db) as store:
        await check(store, words)


@pytest.mark.parametrize(("words", "sentence", "told"), MUTATIONS)
async def test_the_server_that_holds_the_file_does_it(
    db: Path, words: Words, sentence: str, told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(db) as app:
        assert await asyncio.to_thread(tengen, db, *words) == 0
        assert app.told == told
        await check(app.store, words)
        assert await notices.open_notices(app.store, 0) == []
    assert capsys.readouterr() == (sentence + "\n", "")


@pytest.mark.parametrize(("words", "why"), REFUSED)
async def test_what_cannot_be_done_is_said_in_one_line(
    db: Path, words: Words, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(tengen, db, *words) == 1
    assert capsys.readouterr() == ("", f"tengen: {why}\n")


async def test_the_server_says_why_it_refuses(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with running(db) as app:
        assert await asyncio.to_thread(tengen, db, "rooms", "close", GAME) == 1
        assert app.told == []
    assert capsys.readouterr() == ("", f"tengen: room {GAME} is over already\n")


async def test_a_server_that_fails_at_it_goes_on(
    db: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with running(db, Broken):
        assert await asyncio.to_thread(tengen, db, "rooms", "close", ROOM) == 1
        assert await asyncio.to_thread(tengen, db, "players", "ban", BOB) == 0
    out, err = capsys.readouterr()
    assert out == f"五子棋 ({BOB}) is banned\n"
    assert err == "tengen: the server failed at it (RuntimeError); its log says more\n"
    assert "close_room" in caplog.text


async def test_a_server_that_does_not_answer(
    db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "WAIT_MS", 100)
    async with opened(db) as store:
        assert await asyncio.to_thread(tengen, db, "players", "ban", ANN) == 1
        assert await store.fetch("SELECT * FROM notices") == []
    assert capsys.readouterr().err == f"tengen: the server that holds {db} did not answer in 0 s\n"


async def test_a_holder_that_ends_without_an_answer_leaves_it_to_who_asked(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(db) as store:
        asked = asyncio.create_task(asyncio.to_thread(tengen, db, "players", "ban", ANN))
        while not await store.fetch("SELECT * FROM notices"):  # written by a thread of its own
            await asyncio.sleep(0.01)
    assert await asked == 0
    assert capsys.readouterr().err == ""
    async with opened(db) as store:
        assert await store.fetch("SELECT * FROM notices") == []


async def test_a_notice_that_nobody_waits_for_is_not_performed(db: Path) -> None:
    async with opened(db) as store:
        sql = "INSERT INTO notices (kind, target, at) VALUES ('ban_player', ?, ?)"
        await store.execute((sql, (ANN, 1_000)))
        assert await notices.open_notices(store, 1_000 + notices.WAIT_MS) == []
        assert await notices.open_notices(store, 999 + notices.WAIT_MS) == [Notice(1, "ban_player", ANN)]


async def test_an_unknown_notice_is_refused(db: Path) -> None:
    async with opened(db) as store:
        with pytest.raises(Refused, match="does not know"):
            await perform(store, Notice(1, "promote_player", ANN), None, untold)


async def test_ban_and_unban_keep_out_and_let_in(db: Path) -> None:
    async with opened(db) as store:
        player, token = await Accounts(store).make_guest("en")
    assert await asyncio.to_thread(tengen, db, "players", "ban", player.id) == 0
    async with opened(db) as store:
        with pytest.raises(Refused):
            await Accounts(store).find_by_token(token)
    assert await asyncio.to_thread(tengen, db, "players", "unban", player.id) == 0
    async with opened(db) as store:
        assert await Accounts(store).find_by_token(token) == player


@pytest.mark.parametrize(
    ("clock", "events", "left", "plies"),
    [
        (NoClockSpec(), [], (None, None), 0),
        (FischerSpec(60_000, 5), [], (60_000, 60_000), 0),
        (PerMoveSpec(30_000), [], (30_000, 30_000), 0),
        (FischerSpec(60_000, 5), [Moved(2, 2, 0, 0, 7, 9, 0, 0, (50_000, 60_000))], (50_000, 60_000), 1),
        (
            FischerSpec(60_000, 5),
            [Moved(2, 2, 0, 0, 7, 9, 0, 0, (50_000, 60_000)), TookBack(v=3, at=3, seat=0, plies=1, left=(40, 50))],
            (40, 50),
            0,
        ),
    ],
)
async def test_a_room_closed_without_a_server_keeps_its_clocks(
    db: Path, clock: ClockSpec, events: list[RoomEvent], left: tuple[int | None, int | None], plies: int
) -> None:
    async with opened(db) as store:
        serial = await new_room(store, "room00000002", Who(level=1), clock=clock)
        await store.commit(*(Append(serial, event, None, 0) for event in events))
        await perform(store, Notice(0, "close_room", "room00000002"), None, untold)
        room = await room_log.find_room(store, "room00000002")
        assert room is not None
        ended = room.events[-1]
        assert isinstance(ended, Ended)
        assert (ended.v, ended.left, ended.winner) == (len(events) + 2, left, None)
        assert (await store.fetch("SELECT plies FROM games WHERE serial = ?", (serial,)))[0][0] == plies


@pytest.mark.parametrize("live", [False, True])
async def test_lists_are_tables(db: Path, live: bool, capsys: pytest.CaptureFixture[str]) -> None:
    async def lists() -> None:
        for what in ("rooms", "players", "games"):
            assert await asyncio.to_thread(tengen, db, what, "list") == 0

    if live:
        async with running(db):
            await lists()
    else:
        await lists()
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in out] == ["ROOM", ROOM, "PLAYER", ANN, BOB, "GAME", GAME]
    assert out[1].split()[-5:] == ["renju", "15", "public", "Ann", "1"]
    assert out[4].split()[1] == "五子棋"
    assert out[6].split()[-6:] == ["public", "Ann", "五子棋", "black", "resigned", "2"]


async def test_a_list_of_games_is_as_long_as_wanted(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with opened(db) as store:
        for number in range(3):
            await finished(store, f"more{number}", Who(level=1), Who(level=2), ended_at=6_000 + number)
    assert await asyncio.to_thread(tengen, db, "games", "list", "--limit", "2") == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["GAME", "more2", "more1"]


def test_columns_are_aligned_for_wide_and_combining_characters() -> None:
    assert listing.format_table(("A", "B"), [("五子棋", 1), ("abc", 22), ("Zoe\u0308x", "")]) == (
        "A       B\n五子棋  1\nabc     22\nZoe\u0308x"
    )


@pytest.mark.parametrize(
    "words", [("rooms", "list"), ("players", "ban", ANN), ("games", "list"), ("backup", "copy.db")]
)
def test_a_missing_or_foreign_file_is_said_in_one_line(
    tmp_path: Path, words: Words, capsys: pytest.CaptureFixture[str]
) -> None:
    missing, foreign = tmp_path / "missing.db", tmp_path / "notes.txt"
    foreign.write_text("Dear diary, " * 100)
    for path, why in ((missing, "no such file"), (foreign, "not a SQLite database")):
        assert tengen(path, *words) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"tengen: {path}")
        assert why in err
        assert err.count("\n") == 1
    assert not missing.exists()
    assert foreign.read_text() == "Dear diary, " * 100


async def test_a_backup_of_a_live_file_has_everything(db: Path, tmp_path: Path) -> None:
    copies = [tmp_path / f"copy{number}.db" for number in range(3)]
    async with running(db) as app:
        store = app.store
        serial = await new_room(store, "room00000009", Who(level=1))
        kept = 1

        async def play() -> None:
            nonlocal kept
            while True:
                await store.commit(Append(serial, moved(kept + 1, kept % 225), None, 1))
                kept += 1

        playing = asyncio.create_task(play())
        least = []
        for copy in copies:
            least.append(kept)
            assert await asyncio.to_thread(tengen, db, "backup", str(copy)) == 0
        playing.cancel()
        await asyncio.wait([playing])
        expected = {id: await room_log.find_room(store, id) for id in (ROOM, GAME)}
    for copy, at_least in zip(copies, least, strict=True):
        async with opened(copy) as restored:
            assert {id: await room_log.find_room(restored, id) for id in (ROOM, GAME)} == expected
            versions = [event.v for event in await room_log.read_events_since(restored, serial, 0)]
            assert versions == list(range(1, len(versions) + 1))
            assert len(versions) >= at_least
    assert list(tmp_path.glob("*.partial*")) == []


def test_a_backup_overwrites_nothing(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    assert tengen(db, "backup", str(target)) == 1
    assert capsys.readouterr().err == f"tengen: {target} exists already\n"
    assert target.read_text() == "precious"


def test_a_backup_into_a_missing_folder_fails(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "missing" / "copy.db"
    assert tengen(db, "backup", str(target)) == 1
    assert capsys.readouterr().err == f"tengen: {target} cannot be written: No such file or directory\n"


def test_a_backup_that_does_not_fit_leaves_nothing(db: Path, tmp_path: Path) -> None:
    code = """if True:
        import resource, sys
        from pathlib import Path
        from server.errors import StoreError
        from server.operator.backup import backup
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
        try:
            backup(Path(sys.argv[1]), Path(sys.argv[2]))
        except StoreError as error:
            print(error)
    """
    target = tmp_path / "copy.db"
    command = [sys.executable, "-B", "-c", code, str(db), str(target)]
    said = subprocess.run(command, cwd=Path(__file__).parents[2], check=True, capture_output=True, text=True).stdout
    assert said.startswith("the copy failed")
    assert said.count("\n") == 1
    assert list(tmp_path.glob("copy.db*")) == []


def test_a_damaged_file_is_not_copied(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(db)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'actions'").fetchone()[0]
    with db.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xa5" * size)
    assert tengen(db, "backup", str(tmp_path / "copy.db")) == 1
    err = capsys.readouterr().err
    assert "damaged" in err or "malformed" in err
    assert err.count("\n") == 1
    assert list(tmp_path.glob("copy.db*")) == []


def test_what_killed_backups_have_left_is_removed(db: Path, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    killed = """if True:
        import os, sys
        from pathlib import Path
        from server.operator import backup
        backup.copy = lambda source, partial: (source.backup(__import__("sqlite3").connect(partial)), os._exit(9))
        backup.backup(Path(sys.argv[1]), Path(sys.argv[2]))
    """
    target = tmp_path / "backups" / "monday.db"
    ended = subprocess.run([sys.executable, "-c", killed, str(db), str(target)], cwd=ROOT, check=False)
    assert ended.returncode == 9
    left = sorted(target.parent.iterdir())
    assert [path.suffix for path in left] == [".partial", ".lock"]
    assert {path.stat().st_mode & 0o777 for path in left} == {0o600}
    (target.parent / "film.1.partial").write_bytes(b"another program's")
    with closing(sqlite3.connect(target.parent / "now.db.77.partial")) as writing, writing:
        writing.execute("CREATE TABLE x (y)")
        with FileLock(target.parent / "now.db.77.partial.lock"):
            assert tengen(db, "backup", str(tmp_path / "backups" / "tuesday.db")) == 0
    names = sorted(path.name for path in target.parent.iterdir())
    assert names == ["film.1.partial", "now.db.77.partial", "now.db.77.partial.lock", "tuesday.db"]


def test_a_backup_leaves_room_on_the_disk(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.operator.backup.SPARE_BYTES", 1 << 60)
    assert tengen(db, "backup", str(tmp_path / "copy.db")) == 1
    assert "MiB left" in capsys.readouterr().err
    assert not (tmp_path / "copy.db").exists()


async def test_a_check_names_the_damaged_game_and_ends_with_1(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    async with running(db):
        assert await asyncio.to_thread(tengen, db, "check") == 0
        assert await asyncio.to_thread(tengen, db, "backup", str(copy)) == 0
    assert f"{db}: sound; 2 games with 7 events, all with checksums\n" in capsys.readouterr().out
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE actions SET point = 100 WHERE game = 1 AND v = 3")
    assert tengen(db, "check", str(copy)) == 1
    said = capsys.readouterr().out
    assert f"game {GAME} (number 1) is damaged: version 3 is not as it was written\n" in said
    assert f"{copy}: DAMAGED" in said
    assert tengen(db, "check") == 0


class Held:
    """A rebuilding of patterns or of the book that has begun, and goes on when it is let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> None:
        self.begun, self.going_on = threading.Event(), threading.Event()
        rebuild = module.rebuild

        async def slow(*arguments: Any) -> Any:
            self.begun.set()
            await asyncio.to_thread(self.going_on.wait)
            return await rebuild(*arguments)

        monkeypatch.setattr(module, "rebuild", slow)


@pytest.mark.parametrize(
    ("words", "module"), [(("book", "rebuild"), explorer_index), (("patterns", "rebuild"), teaching)]
)
async def test_other_commands_are_served_while_a_server_rebuilds(
    db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: Words, module: ModuleType
) -> None:
    held = Held(monkeypatch, module)
    async with running(db) as app:
        rebuilding = asyncio.create_task(asyncio.to_thread(tengen, db, *words))
        await asyncio.to_thread(held.begun.wait)
        assert await asyncio.to_thread(tengen, db, "players", "rename", ANN, "Anna") == 0
        assert app.told == ["renamed Anna"]
        assert await asyncio.to_thread(tengen, db, *words) == 1
        assert "a rebuilding is under way: ask again once it is done" in capsys.readouterr().err
        held.going_on.set()
        assert await rebuilding == 0
        assert app.told == ["renamed Anna", "patterns changed"]


async def test_a_command_at_work_without_a_server_is_named_to_the_next(
    db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, explorer_index)
    rebuilding = asyncio.create_task(asyncio.to_thread(tengen, db, "book", "rebuild"))
    await asyncio.to_thread(held.begun.wait)
    assert await asyncio.to_thread(tengen, db, "book", "rebuild") == 1
    assert capsys.readouterr().err == f"tengen: another command is at work on {db}: try again once it is done\n"
    held.going_on.set()
    assert await rebuilding == 0
    assert capsys.readouterr().out == "0 games are counted anew\n"
