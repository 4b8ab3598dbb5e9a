"""One server at a time on a file, whatever name it is opened by; each holder here is a process of its own."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from server.store.file import lock
from server.store.file.database_file import open_to_read, prepare
from server.store.file.lock import Lock, StoreInUse
from server.store.store import Store

ROOT = Path(__file__).resolve().parents[4]

HOLD = """if True:
    import sys
    from pathlib import Path
    from server.errors import StoreUnusable
    from server.store.file.database_file import prepare
    sys.stdin.readline()
    try:
        lock = prepare(Path(sys.argv[1]))
    except StoreUnusable as error:
        print(error, flush=True)
    else:
        print("held", flush=True)
        sys.stdin.read()
"""


@contextmanager
def asking(path: Path, **environment: str) -> Iterator["subprocess.Popen[str]"]:
    """A process that takes the file at ``path`` as soon as it reads a line, and says how that went."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | environment
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def told(process: "subprocess.Popen[str]") -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.write("\n")
        process.stdin.flush()
    return process.stdout.readline().strip()


@pytest.fixture(params=["same", "symlink", "symlinked folder", "hard link", "other TMPDIR"])
def another_way(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """A database, and another way to it."""
    (tmp_path / "home").mkdir()
    (tmp_path / "other").mkdir()
    path = tmp_path / "home" / "tengen.db"
    prepare(path).release()
    match request.param:
        case "symlink":
            (tmp_path / "other" / "link.db").symlink_to(path)
            return path, tmp_path / "other" / "link.db"
        case "symlinked folder":
            (tmp_path / "there").symlink_to(path.parent)
            return path, tmp_path / "there" / path.name
        case "hard link":
            (tmp_path / "other" / "hard.db").hardlink_to(path)
            return path, tmp_path / "other" / "hard.db"
    return path, path


def test_a_second_server_is_refused_whichever_way_it_comes(another_way: tuple[Path, Path], tmp_path: Path) -> None:
    path, other = another_way
    with asking(path) as holder:
        assert told(holder) == "held"
        with pytest.raises(StoreInUse, match="in use by another server"):
            prepare(other)
        with asking(other, TMPDIR=str(tmp_path), XDG_RUNTIME_DIR=str(tmp_path)) as second:
            assert "in use by another server" in told(second)
    prepare(other).release()  # and the lock ends with its process


def test_of_those_that_make_a_file_together_one_has_it(tmp_path: Path) -> None:
    path = tmp_path / "tengen.db"
    for number in range(2):
        (tmp_path / f"link{number}").symlink_to(path)
    names = [path, tmp_path / "link0", tmp_path / "link1", path]
    with asking(names[0]) as a, asking(names[1]) as b, asking(names[2]) as c, asking(names[3]) as d:
        together = (a, b, c, d)
        for process in together:  # all of them, before the first has answered
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        answers = [process.stdout.readline().strip() for process in together if process.stdout is not None]
        assert answers.count("held") == 1, answers
        assert sum("in use" in answer for answer in answers) == 3


async def test_looking_at_an_open_file_leaves_its_locks(path: Path) -> None:
    store = await Store.open(path)
    with open_to_read(path) as connection:
        connection.execute("SELECT count(*) FROM games").fetchone()
    with pytest.raises(StoreInUse):
        prepare(path)
    out_of_wal = """if True:
        import sqlite3, sys
        print(sqlite3.connect(sys.argv[1], timeout=0).execute("PRAGMA journal_mode = DELETE").fetchone())
    """
    command = [sys.executable, "-c", out_of_wal, str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "database is locked" in ended.stderr, ended.stdout
    await store.close()


def test_a_file_that_comes_to_its_place_is_not_the_locked_one(path: Path, tmp_path: Path) -> None:
    prepare(path).release()
    prepare(tmp_path / "newer.db").release()
    held = Lock(path)
    (tmp_path / "newer.db").rename(path)
    with pytest.raises(lock.DatabaseReplaced, match="not the file any more"):
        held.check()
    held.release()


def test_a_lock_leaves_nothing_in_the_common_folder(path: Path) -> None:
    held = prepare(path)
    identity = path.stat()
    common = next(place for place in lock.MEETING_PLACES if place.exists())
    name = common / f"tengen-{identity.st_dev:x}-{identity.st_ino:x}.lock"
    assert name.stat().st_mode & 0o777 == 0o600
    held.release()
    assert not name.exists()


@pytest.mark.parametrize("squat", ["symlink", "folder", "another user's file"])
def test_nobody_keeps_a_server_from_starting(
    path: Path, tmp_path: Path, squat: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    common = tmp_path / "common"
    common.mkdir()
    common.chmod(0o1777)
    monkeypatch.setattr(lock, "MEETING_PLACES", (common,))
    if common.stat().st_uid != 0:
        pytest.skip("the common folder must be root's")
    prepare(path).release()
    identity = path.stat()
    name = common / f"tengen-{identity.st_dev:x}-{identity.st_ino:x}.lock"
    victim = tmp_path / "victim"
    victim.write_text("keep")
    match squat:
        case "symlink":
            name.symlink_to(victim)
        case "folder":
            name.mkdir()
        case _:
            name.touch()
            os.chown(name, 65534, 65534)
    caplog.clear()
    prepare(path).release()
    assert "would not be noticed" in caplog.text
    assert victim.read_text() == "keep"


def test_files_that_were_open_to_others_are_not_any_more(path: Path) -> None:
    prepare(path).release()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO heartbeat VALUES (1, 5)")
        connection.commit()
        files = [path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")]
        for file in files:
            file.chmod(0o644)
        held = prepare(path)
        assert [oct(file.stat().st_mode & 0o777) for file in files] == ["0o600"] * 3
        held.release()


def test_a_new_file_is_its_owners_alone(path: Path) -> None:
    before = os.umask(0)
    try:
        held = prepare(path)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("INSERT INTO heartbeat VALUES (1, 5)")
            modes = {file.name: oct(file.stat().st_mode & 0o777) for file in path.parent.iterdir()}
        held.release()
    finally:
        os.umask(before)
    assert set(modes.values()) == {"0o600"}, modes
    assert len(modes) == 4  # the file, its log, the log's index, the lock
