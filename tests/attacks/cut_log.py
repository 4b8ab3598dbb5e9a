"""The end of the database's log is cut off while the server is dead: the file is sound, and older than it was."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

from tests.attacks.attack import Attack, Finding
from tests.kit.pair import Pair
from tests.kit.process import ServerProcess

MOVES = 30
MARK_S = 1.0
"""The mark is half a second late at most."""


async def run(folder: Path) -> Finding:
    """Play, kill, cut in three ways; what the start and the log say, and what a player who comes back is told."""
    server = ServerProcess(folder / "tengen.db")
    await asyncio.to_thread(server.start)
    pair = await Pair(server.ws).__aenter__()
    await pair.play(MOVES)
    await asyncio.sleep(MARK_S)
    seen = (await pair.players[0].enter(pair.room))["v"]
    server.kill()
    held: dict[str, bool] = {}
    told = ""
    for how in ("cut in half", "removed", "emptied file"):
        copy = folder / how.replace(" ", "_")
        copy.mkdir()
        for file in folder.glob("tengen.db*"):
            shutil.copy(file, copy / file.name)
        _cut(copy / "tengen.db", how)
        if how == "emptied file":
            held[how] = await asyncio.to_thread(_refusal, copy / "tengen.db")
            continue
        again = ServerProcess(copy / "tengen.db")
        await asyncio.to_thread(again.start)
        try:
            held[how] = f"the file is older than it was: game {pair.room}" in again.log()
            if how == "cut in half":
                player = pair.players[0]
                player.url = again.ws
                await player.open()
                await player.enter(pair.room, since=seen)
                told = str((await player.wait(lambda message: message["t"] == "error"))["code"])
                held["told in the log"] = f"room {pair.room}: a player says that version {seen} was seen" in again.log()
        finally:
            again.kill()
    return Finding(
        all(held.values()) and told == "set_back",
        {"versions": seen, **{how: "noticed" if yes else "MISSED" for how, yes in held.items()}, "player_told": told},
    )


def _cut(db: Path, how: str) -> None:
    log = db.with_name(db.name + "-wal")
    match how:
        case "cut in half":
            data = log.read_bytes()
            log.write_bytes(data[: len(data) * 3 // 4])
        case "removed":
            log.unlink()
        case _:
            log.unlink()
            db.write_bytes(b"")


def _refusal(db: Path) -> bool:
    """Whether a server does not start on an empty file that had games, and says why in one line."""
    command = [sys.executable, "-m", "server", "serve", "--port", "0", "--db", str(db)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return ended.returncode == 1 and "has held games" in ended.stderr and db.stat().st_size == 0


ATTACK = Attack("cut-log", "a log that was cut is noticed at the start, and by a player who comes back", run)
