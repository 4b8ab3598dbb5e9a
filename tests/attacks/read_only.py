"""A database with the end of its games in its log lies on a disk that takes no writing: what does an operator read?"""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client
from tests.kit.process import ColdServer

READING = (("check",), ("games", "list"), ("rooms", "list"), ("players", "list"), ("backup", "COPY"))


def _read(db: Path, copy: Path) -> dict[str, str]:
    """Return the output of each command by its words; empty if it fails."""
    said = {}
    for words in READING:
        command = [str(copy) if word == "COPY" else word for word in words]
        ran = subprocess.run(
            [sys.executable, "-m", "server", *command, "--db", str(db)], capture_output=True, text=True, check=False
        )
        said[" ".join(words)] = ran.stdout if ran.returncode == 0 else ""
    return said


async def run(folder: Path) -> Finding:
    """Kill a server, and read its file through a mount that cannot be written to, or in a folder that cannot be."""
    home, place = folder / "home", folder / "mounted"
    home.mkdir()
    place.mkdir()
    server = ColdServer(home / "tengen.db")
    await asyncio.to_thread(server.start)
    async with Client(server.ws) as client:
        room = await client.create(visibility="link")
    server.kill()
    mounted = all(
        subprocess.run(["mount", *words], capture_output=True, check=False).returncode == 0
        for words in (["--bind", str(home), str(place)], ["-o", "remount,ro,bind", str(place)])
    )
    try:
        if not mounted:
            for path in (home, *home.iterdir()):
                path.chmod(path.stat().st_mode & ~0o222)
        said = await asyncio.to_thread(_read, (place if mounted else home) / "tengen.db", folder / "copy.db")
    finally:
        subprocess.run(["umount", str(place)], capture_output=True, check=False)
        home.chmod(0o700)
    failed = [words for words, text in said.items() if not text]
    with closing(sqlite3.connect(folder / "copy.db")) as copy:
        kept = copy.execute("SELECT count(*) FROM games WHERE id = ?", (room,)).fetchone()[0]
    seen = room in said["rooms list"] and kept == 1
    return Finding(not failed and seen, {"failed": ", ".join(failed) or "none", "all_of_it": str(seen)})


ATTACK = Attack("read-only", "whatever only reads a database reads all of one that cannot be written to", run)
