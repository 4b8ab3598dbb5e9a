"""The database is removed, moved or replaced while people play: is anything acknowledged that is not kept?"""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ColdServer

PLAYERS = 8
SECONDS = 1.0
"""Until the file goes, with all of them at work."""
END_S = 20


def _replace(db: Path) -> None:
    shutil.copy(db, db.with_name("other.db"))
    db.with_name("other.db").rename(db)


WAYS: dict[str, Callable[[Path], object]] = {
    "removed": Path.unlink,
    "moved": lambda db: db.rename(db.with_name("elsewhere.db")),
    "replaced": _replace,
}


async def _make_rooms(url: str, made: list[str]) -> None:
    async with Client(url) as client:
        with suppress(Refusal, ConnectionClosed, TimeoutError):
            while True:
                room = await client.create(visibility="link")
                made.append(room)
                await client.command("abort", room=room)


async def run(folder: Path) -> Finding:
    """Take the file away in each way, and compare what was acknowledged with what is kept."""
    lost, statuses, acknowledged = 0, [], 0
    for name, way in WAYS.items():
        home = folder / name
        home.mkdir()
        server = ColdServer(home / "tengen.db", messages_per_s=1_000, address_messages_per_s=10_000)
        await asyncio.to_thread(server.start)
        made: list[str] = []
        try:
            at_work = [asyncio.create_task(_make_rooms(server.ws, made)) for _ in range(PLAYERS)]
            await asyncio.sleep(SECONDS)
            way(server.db)
            statuses.append(await asyncio.to_thread(server.wait, END_S))
            await asyncio.gather(*at_work)
        finally:
            server.kill()
        kept: set[str] = set()
        for rescued in home.glob("*.rescued-*"):
            with closing(sqlite3.connect(rescued)) as copy:
                kept |= {row[0] for row in copy.execute("SELECT id FROM games")}
        acknowledged += len(made)
        lost += len(set(made) - kept)
    ended = all(status == 1 for status in statuses)
    return Finding(ended and not lost, {"acknowledged": acknowledged, "lost": lost, "ended": str(ended)})


ATTACK = Attack("file-gone", "nothing is acknowledged that is not kept, where the database goes from its place", run)
