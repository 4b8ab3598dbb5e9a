"""Bytes are flipped in copies of a database, one in each: what changes a stored move is named, and its game refused."""

import asyncio
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from server.errors import StoreUnusable
from server.operator import check
from server.store.file import high_water_mark
from server.store.file.connection import BROKEN
from server.store.file.database_file import open_to_read
from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.pair import Pair
from tests.kit.process import ServerProcess

PAIRS, MOVES, FLIPS = 5, 14, 1000

Games = dict[int, list[tuple[Any, ...]]]


async def run(folder: Path) -> Finding:
    """Play some games, flip bytes, and start a server again on a copy in which one of the games has changed."""
    server = ServerProcess(folder / "tengen.db")
    await asyncio.to_thread(server.start)
    tokens = {}
    try:
        for _ in range(PAIRS):
            async with Pair(server.ws) as pair:
                await pair.play(MOVES)
                tokens[pair.room] = pair.players[0].token
    finally:
        await asyncio.to_thread(server.stop)
    tried = await asyncio.to_thread(_flip, server.db, FLIPS)
    refused = await _refused(folder / "changed.db", tokens) if (folder / "changed.db").exists() else False
    held = tried["changed"] >= 20 and tried["unnamed"] == 0 and tried["wrong_status"] == 0 and refused
    return Finding(held, {**tried, "refused_by_a_server": str(refused)})


def _flip(db: Path, count: int) -> dict[str, int]:
    """Flip ``count`` bytes, each in a fresh copy; keep the first copy in which just one game has changed."""
    sound, random = db.read_bytes(), Random(11)
    before = _games(db)
    filled = [at for at, byte in enumerate(sound) if byte]
    tried = {"flips": count, "changed": 0, "unreadable": 0, "unnamed": 0, "wrong_status": 0}
    copy = db.with_name("flipped.db")
    shutil.copyfile(high_water_mark.locate(db), high_water_mark.locate(copy))  # an event that went astray is told by it
    for at in random.sample(filled, count):
        data = bytearray(sound)
        data[at] ^= random.randrange(1, 256)
        copy.write_bytes(data)
        lines = _lines(copy)
        try:
            after = _games(copy)
        except BROKEN:
            tried["unreadable"] += 1
            tried["unnamed"] += not lines
            continue
        changed = {serial for serial in before if before[serial] != after.get(serial)}
        if not changed:
            continue
        tried["changed"] += 1
        named = {int(number) for line in lines for number in re.findall(r"number (\d+)", line)}
        # where SQLite's own check stumbles, a row may say nothing of the game that it was of
        tried["unnamed"] += not (changed <= named or any(line.startswith("the file") for line in lines))
        kept = db.with_name("changed.db")
        if not kept.exists() and len(changed) == 1 and len(lines) == 1 and "is damaged" in lines[0]:
            kept.write_bytes(data)
            tried["wrong_status"] += _status(kept) != 1 or _status(db) != 0
    return tried


def _games(db: Path) -> Games:
    """Return the stored rows of every game's moves."""
    found: Games = defaultdict(list)
    with closing(sqlite3.connect(f"{db.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        connection.text_factory = bytes
        sql = (
            "SELECT game, v, at, kind, seat, ply, point, think_ms, left0_ms, left1_ms, data FROM actions ORDER BY 1, 2"
        )
        for game, *columns in connection.execute(sql):
            found[game].append(tuple(columns))
    return found


def _lines(db: Path) -> list[str]:
    try:
        with open_to_read(db) as connection:
            return [*check.find_faults(connection), *check.find_behind(connection, db)]
    except (StoreUnusable, *BROKEN) as error:
        return [f"the file: {error}"]


def _status(db: Path) -> int:
    command = [sys.executable, "-m", "server", "check", "--db", str(db)]
    return subprocess.run(command, capture_output=True, check=False).returncode


async def _refused(db: Path, tokens: dict[str, str | None]) -> bool:
    """Whether a server on the changed file keeps that game closed, and has the others go on."""
    with closing(sqlite3.connect(db)) as connection:
        rooms = [row[0] for row in connection.execute("SELECT id FROM games ORDER BY serial")]
    closed = []
    server = ServerProcess(db)
    await asyncio.to_thread(server.start)
    try:
        for room in rooms:
            async with Client(server.ws, tokens.get(room)) as player:
                try:
                    await player.enter(room)
                    await player.move(room, MOVES, 7 * 15 + 14)
                except Refusal as refusal:
                    closed.append(refusal.code)
    finally:
        await asyncio.to_thread(server.stop)
    return closed == ["game_damaged"] and "is damaged and kept closed" in server.log()


ATTACK = Attack(
    "flipped-byte", "each flipped byte that changes a move is named by `tengen check`; its game is refused", run
)
