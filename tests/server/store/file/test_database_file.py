import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from server.errors import StoreUnusable
from server.protocol.values import Who
from server.store.file.database_file import prepare
from server.store.file.lock import StoreInUse
from server.store.file.migrations import MIGRATIONS, read_migrations
from server.store.games import room_log
from server.store.store import Store
from tests.server.store.examples import finished
from tests.server.store.files import contents, refused

ROOT = Path(__file__).resolve().parents[4]


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(sql)


def test_a_new_file_is_made_and_opens_again(path: Path) -> None:
    for _ in range(2):
        prepare(path).release()
    with closing(sqlite3.connect(path)) as connection:
        numbers = [row[0] for row in connection.execute("SELECT number FROM migrations")]
        assert numbers == [migration.number for migration in read_migrations(MIGRATIONS)]
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_an_empty_file_is_as_good_as_none(path: Path) -> None:
    path.touch()
    prepare(path).release()
    assert path.stat().st_size > 0


async def test_the_connections_are_durable_and_checked(store: Store) -> None:
    for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
        assert store._writing.execute(f"PRAGMA {name}").fetchone()[0] == value
        assert (await store.fetch(f"PRAGMA {name}"))[0][0] == value


def test_a_newer_file_is_refused(made: Path) -> None:
    with refused(made, "newer version"):
        change(made, "INSERT INTO migrations VALUES (9999, '9999_future.sql', 'x', 1); PRAGMA user_version = 9999;")


def test_a_newer_file_is_refused_while_that_is_only_in_its_log(made: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(made)) as connection:
        connection.executescript("INSERT INTO migrations VALUES (9999, '9999_future.sql', 'x', 1);")
        crashed = tmp_path / "crashed"
        crashed.mkdir()
        for suffix in ("", "-wal"):
            shutil.copy(f"{made}{suffix}", crashed / f"tengen.db{suffix}")
    before = contents(crashed)
    with pytest.raises(StoreUnusable, match="newer version"):
        prepare(crashed / "tengen.db")
    after = contents(crashed)
    after.pop("tengen.db-shm", None)  # an index of the log, made anew by every first reader
    assert after == before


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    with refused(path, "not a SQLite database"):
        path.write_bytes(b"Dear diary, " * 1000)


def test_the_database_of_another_program_is_refused(path: Path) -> None:
    with refused(path, "another program"):
        change(
            path, "PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('x');"
        )


def test_a_foreign_database_whose_tables_are_only_in_its_log_is_refused(path: Path, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (url TEXT);")
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", crashed / f"tengen.db{suffix}")
    with pytest.raises(StoreUnusable, match="another program"):
        prepare(crashed / "tengen.db")


def test_a_file_whose_making_was_interrupted_is_finished(path: Path) -> None:
    change(path, "PRAGMA journal_mode = WAL;")
    assert path.stat().st_size > 0
    prepare(path).release()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone()[0] == 0


def test_a_damaged_file_is_refused(made: Path) -> None:
    with refused(made, "damaged"):
        data = bytearray(made.read_bytes())
        with closing(sqlite3.connect(made)) as connection:
            size = connection.execute("PRAGMA page_size").fetchone()[0]
        data[2 * size :] = b"\xa5" * (len(data) - 2 * size)
        made.write_bytes(data)


def test_a_truncated_file_is_refused(made: Path) -> None:
    with refused(made, "damaged"):
        made.write_bytes(made.read_bytes()[:5000])


def test_a_folder_is_refused(path: Path) -> None:
    with refused(path, "is a folder"):
        path.mkdir()


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="no folder"):
        prepare(tmp_path / "missing" / "tengen.db")
    assert list(tmp_path.iterdir()) == []


@contextmanager
def powerless(*paths: Path) -> Iterator[None]:
    """Somebody who may read, but not write: root may do everything, so that root steps down."""
    parents = [*paths[0].parents][:-1]
    closed = {folder: folder.stat().st_mode for folder in parents if not folder.stat().st_mode & 0o001}
    root = os.geteuid() == 0
    if root:
        for folder in closed:
            folder.chmod(0o755)
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        for folder, mode in closed.items():
            folder.chmod(mode)


def test_a_read_only_file_is_refused(made: Path) -> None:
    made.chmod(0o444)
    with powerless(made), refused(made, "cannot be written to"):
        pass


def test_a_read_only_folder_is_refused(made: Path) -> None:
    made.chmod(0o666)
    made.parent.chmod(0o555)
    try:
        with powerless(made), refused(made, "folder cannot be written to"):
            pass
    finally:
        made.parent.chmod(0o755)


def test_a_second_server_is_refused(made: Path) -> None:
    lock = prepare(made)
    before = contents(made.parent)
    with pytest.raises(StoreInUse, match="in use by another server"):
        prepare(made)
    assert contents(made.parent) == before
    lock.release()
    prepare(made).release()


def test_the_lock_ends_with_its_process(made: Path) -> None:
    hold = "import sys; from pathlib import Path; from server.store.file.database_file import prepare\n"
    hold += "lock = prepare(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(made)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(StoreInUse):
            prepare(made)
        process.kill()
    prepare(made).release()


def _with_little_disk(path: Path, room: int) -> str:
    """Return the error of opening ``path`` in a process whose files may not grow beyond ``room`` bytes."""
    code = """if True:
        import resource, sys
        from pathlib import Path
        from server.errors import StoreUnusable
        from server.store.file.database_file import prepare
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
        try:
            prepare(Path(sys.argv[1]))
        except StoreUnusable as error:
            print(error)
    """
    command = [sys.executable, "-B", "-c", code, str(path), str(room)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("room", [100, 20_000])
def test_no_room_for_a_new_file_is_refused_and_leaves_none(path: Path, room: int) -> None:
    said = _with_little_disk(path, room)
    assert str(path) in said
    assert "disk is full" in said
    assert len(said.splitlines()) == 1
    assert contents(path.parent) == {}


def test_no_room_to_go_on_is_refused_and_changes_nothing(made: Path) -> None:
    before = contents(made.parent)
    said = _with_little_disk(made, 1_000)
    assert "disk is full" in said
    assert len(said.splitlines()) == 1
    assert contents(made.parent)[made.name] == before[made.name]
    prepare(made).release()


async def test_a_log_left_by_a_crash_is_read(store: Store, path: Path, tmp_path: Path) -> None:
    bot = Who(level=1)
    await finished(store, "room00000001", bot, bot, ended_at=5)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for suffix in ("", "-wal"):
        shutil.copy(f"{path}{suffix}", crashed / f"tengen.db{suffix}")
    again = await Store.open(crashed / "tengen.db")
    assert await room_log.find_room(again, "room00000001") == await room_log.find_room(store, "room00000001")
    await again.close()
