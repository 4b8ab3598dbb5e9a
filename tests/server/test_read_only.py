"""Commands that only read work on a database that they cannot write: on a read-only disk or folder, or of others.

They see all of it, also what only its log holds, and also while a server writes where the reader cannot.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from server.command_line import main
from server.errors import StoreUnusable
from server.store.file.connection import connect
from server.store.file.database_file import open_to_read
from tests.kit.client import Client
from tests.kit.process import ServerProcess
from tests.kit.stores import ON_FILE

READING = (
    *(("check",), ("backup", "OUT"), ("studies",), ("games", "list"), ("rooms", "list"), ("players", "list")),
    *(("reports", "list"), ("audit", "list"), ("account", "list"), ("patterns", "list"), ("weights", "list")),
    *(("proofs", "list"), ("proofs", "verify"), ("trees", "list"), ("patterns", "export", "OUT")),
)
"""The commands of an operator that change nothing."""


@contextmanager
def mounted(folder: Path, tmp_path: Path) -> Iterator[Path]:
    """The folder once more, where nobody can write to it."""
    place = tmp_path / "mounted"
    place.mkdir()
    for step in (["--bind", folder, place], ["-o", "remount,ro,bind", place]):
        if subprocess.run(["mount", *map(str, step)], capture_output=True, check=False).returncode:
            pytest.skip("only root mounts, and not on every machine")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@contextmanager
def closed(folder: Path, _: Path) -> Iterator[Path]:
    """The folder and its files, which this user may only read."""
    modes = {path: path.stat().st_mode for path in (folder, *folder.iterdir())}
    for path, mode in modes.items():
        path.chmod(mode & ~0o222)
    try:
        if os.access(folder, os.W_OK):
            pytest.skip("root may write everywhere")
        yield folder
    finally:
        for path, mode in modes.items():
            path.chmod(mode)


LockUp = Callable[[Path, Path], AbstractContextManager[Path]]
WAYS: tuple[LockUp, ...] = (mounted, closed)


@pytest.fixture(params=WAYS)
def lock_up(request: pytest.FixtureRequest) -> LockUp:
    return request.param  # type: ignore[no-any-return]


def insert_game(connection: sqlite3.Connection, id: str) -> None:
    connection.execute(
        """INSERT INTO games (id, rules, size, clock_kind, visibility, rated, pool, black, created_at, started_at,
          ended_at, winner, reason, plies)
        VALUES (?, 'freestyle', 15, 'none', 'public', 0, 'freestyle', 0, 1, 1, 2, 'black', 'five', 9)""",
        (id,),
    )
    connection.commit()


@pytest.fixture
def folder(tmp_path: Path, template: Path) -> Path:
    """A database with a game, that no server has open."""
    place = tmp_path / "home"
    place.mkdir()
    shutil.copy(template, place / "tengen.db")
    with closing(connect(place / "tengen.db")) as connection:
        insert_game(connection, "written00000")
    assert sorted(path.name for path in place.iterdir()) == ["tengen.db"]
    return place


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_each_command_that_reads(
    folder: Path,
    tmp_path: Path,
    lock_up: LockUp,
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    with lock_up(folder, tmp_path) as place:
        out = tmp_path / "out"
        status = main([*(str(out) if word == "OUT" else word for word in words), "--db", str(place / "tengen.db")])
        told = capsys.readouterr()
        assert "readonly" not in told.err
        if words == ("check",):  # of the made-up game it says the truth
            assert (status, "written00000" in told.out) == (1, True)
        else:
            assert (status, told.err) == (0, "")
        if words == ("games", "list"):
            assert "written00000" in told.out
        if words[0] == "backup":
            with closing(sqlite3.connect(out)) as copy:
                assert copy.execute("SELECT id FROM games").fetchall() == [("written00000",)]
        assert sorted(path.name for path in place.iterdir()) == ["tengen.db"]


def test_what_only_the_log_holds_is_read(folder: Path, tmp_path: Path, lock_up: LockUp) -> None:
    """As in a snapshot of a disk: with the index, and without it."""
    with closing(connect(folder / "tengen.db")) as connection:
        insert_game(connection, "logged000000")
        for name in ("with", "without"):
            shutil.copytree(folder, tmp_path / name)
    (tmp_path / "without" / "tengen.db-shm").unlink()
    for name in ("with", "without"):
        with lock_up(tmp_path / name, tmp_path) as place, open_to_read(place / "tengen.db") as connection:
            ids = {row[0] for row in connection.execute("SELECT id FROM games")}
            assert (name, ids) == (name, {"written00000", "logged000000"})
        if (tmp_path / "mounted").exists():
            (tmp_path / "mounted").rmdir()


def test_a_file_that_is_written_while_it_is_read_as_it_lies_is_no_answer(
    folder: Path, tmp_path: Path, lock_up: LockUp
) -> None:
    def read(db: Path) -> None:
        with open_to_read(db):
            os.utime(folder / "tengen.db", (1, 1))

    with lock_up(folder, tmp_path) as place, pytest.raises(StoreUnusable, match="try again"):
        read(place / "tengen.db")


def test_a_command_that_writes_says_that_it_cannot(
    folder: Path,
    tmp_path: Path,
    lock_up: LockUp,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with lock_up(folder, tmp_path) as place:
        assert main(["games", "delete", "written00000", "--db", str(place / "tengen.db")]) == 1
        assert capsys.readouterr().err == f"tengen: {place / 'tengen.db'} cannot be written to\n"


@ON_FILE  # its command names it
@pytest.mark.slow
async def test_a_reader_sees_what_a_server_writes_where_it_cannot(
    tmp_path: Path, server_process: ServerProcess, lock_up: LockUp
) -> None:
    if lock_up is closed:
        pytest.skip("the server could not write either")
    home = tmp_path / "home"
    home.mkdir()
    server_process.db = home / "tengen.db"
    server_process.start()
    with lock_up(home, tmp_path) as place:
        client = Client(server_process.ws)
        await client.open()
        for _ in range(3):
            room = await client.create(visibility="link")
            command = [sys.executable, "-m", "server", "rooms", "list", "--db", str(place / "tengen.db")]
            listed = subprocess.run(command, capture_output=True, text=True, check=True)
            assert room in listed.stdout
        await client.close()
        server_process.stop()
