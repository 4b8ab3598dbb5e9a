"""The database goes from under a running server: nothing is acknowledged that is not kept, and the server ends."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from server.operator.check import find_faults
from server.operator.restore import restore
from server.store.file.database_file import open_to_read
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Refusal
from tests.kit.http import get
from tests.kit.process import ServerProcess
from tests.kit.stores import ON_FILE

pytestmark = ON_FILE  # which goes

Running = tuple[App, str]


def remove(db: Path) -> None:
    db.unlink()


def move(db: Path) -> None:
    db.rename(db.with_name("elsewhere.db"))


def replace(db: Path) -> None:
    other = db.with_name("other.db")
    shutil.copy(db, other)
    other.rename(db)


def remove_with_its_log(db: Path) -> None:
    for file in (db, db.with_name(db.name + "-wal"), db.with_name(db.name + "-shm")):
        file.unlink()


WAYS: tuple[Callable[[Path], None], ...] = (remove, move, replace, remove_with_its_log)


@pytest.mark.parametrize("way", WAYS)
async def test_nothing_is_acknowledged_once_the_file_is_gone(
    running: Running, join: Connect, way: Callable[[Path], None]
) -> None:
    app, url = running
    ada = await join()
    await ada.create()
    noticed: list[bool] = []
    app.store.on_lost = lambda: noticed.append(True)
    assert (await get(url.replace("ws:", "http:").replace("/ws", "/healthz")))[0] == 200
    way(app.store.path)
    with pytest.raises(Refusal, match="store_unavailable"):
        await ada.create()
    assert app.store.failing
    assert noticed == [True]
    assert (await get(url.replace("ws:", "http:").replace("/ws", "/healthz")))[0] == 503
    rescued = await app.store.rescue()
    with closing(sqlite3.connect(rescued)) as copy:
        assert copy.execute("PRAGMA quick_check").fetchone()[0] == "ok"
        assert copy.execute("SELECT count(*) FROM games").fetchone()[0] == 1


async def test_a_file_that_is_gone_is_noticed_while_nothing_is_written(running: Running) -> None:
    app, _ = running
    noticed = asyncio.Event()
    app.store.on_lost = noticed.set
    app.store.path.unlink()
    async with asyncio.timeout(10):
        await noticed.wait()


async def test_a_folder_that_is_gone_cannot_keep_what_was_in_the_file(running: Running, tmp_path: Path) -> None:
    app, _ = running
    away = tmp_path.with_name(tmp_path.name + "-away")
    tmp_path.rename(away)
    try:
        while app.store.lost is None:
            await asyncio.sleep(0.01)
        with pytest.raises(Exception, match="cannot be written"):
            await app.store.rescue()
    finally:
        away.rename(tmp_path)


@pytest.mark.slow
async def test_a_server_without_its_file_ends_and_keeps_all_that_it_acknowledged(
    server_process: ServerProcess,
) -> None:
    """By `remove`; `tests.attacks.file_gone` goes the other ways."""
    server_process.start()
    client = Client(server_process.ws)
    await client.open()
    made: list[str] = []
    try:
        while True:
            if len(made) == 5:
                remove(server_process.db)
            made.append(await client.create(visibility="link"))
            await client.command("abort", room=made[-1])
    except (Refusal, ConnectionClosed, TimeoutError):
        pass
    finally:
        await client.close()
    assert len(made) >= 5
    assert await asyncio.to_thread(server_process.wait, 20) == 1
    last = server_process.log().splitlines()[-1]
    (rescued,) = server_process.db.parent.glob("*.rescued-*")
    assert last == (
        f"tengen: {server_process.db} is not the file any more that it was when the server opened it; all "
        f"acknowledged data is in {rescued}"
    )
    assert "every move is on disk" not in server_process.log()
    with closing(sqlite3.connect(rescued)) as copy:
        kept = {row[0] for row in copy.execute("SELECT id FROM games")}
    assert set(made) <= kept
    log = server_process.db.with_name(server_process.db.name + "-wal")
    assert log.exists()  # it lies there still, and must not meet what is put in the place of its database
    await asyncio.to_thread(lambda: list(restore(server_process.db, rescued)))
    assert not log.exists()
    with open_to_read(server_process.db) as connection:
        assert list(find_faults(connection)) == []
        assert {row[0] for row in connection.execute("SELECT id FROM games")} == kept
