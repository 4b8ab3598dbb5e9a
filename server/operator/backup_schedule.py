"""Backups that the server makes by itself, of the file that it serves, in a process of their own.

Another process neither holds up the event loop nor touches the connections of this one, and its end is no crash of
the server's. A copy in which a game is damaged takes no older one's place.
"""

import asyncio
import logging
import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import time

from bots.workers.process import send_signal

log = logging.getLogger("tengen.backup")

FIRST_S = 3600
"""A server without a backup makes one after this time at most; and one that failed is tried again."""
NICENESS = 10


class Backups:
    """Makes a backup every ``every_s`` seconds and keeps the newest ``keep``; ``on_done`` is told how each went."""

    def __init__(self, db: Path, folder: Path, every_s: int, keep: int, on_done: Callable[[bool], None]) -> None:
        self._db = db.resolve()
        self._folder = self._db.parent / folder
        self._every_s = every_s
        self._keep = keep
        self._on_done = on_done
        self._name = re.compile(re.escape(self._db.stem) + r"-[0-9]{8}-[0-9]{6}\.db")

    async def work(self) -> None:
        """Until cancelled; nothing where they are turned off."""
        if not self._every_s:
            return
        loop, wait = asyncio.get_running_loop(), await asyncio.to_thread(self._due_in)
        while True:
            await asyncio.sleep(wait)
            began = loop.time()
            done = await self._one()
            self._on_done(done)
            # from one beginning to the next: two other programs start for each, which takes seconds by itself
            pause = self._every_s if done else min(self._every_s, FIRST_S)
            wait = max(0.0, began + pause - loop.time())

    def list_backups(self) -> list[Path]:
        """The backups that there are, oldest first."""
        with suppress(OSError):
            return sorted(path for path in self._folder.iterdir() if self._name.fullmatch(path.name))
        return []

    def _due_in(self) -> float:
        made = self.list_backups()
        if not made:
            return min(self._every_s, FIRST_S)
        return max(0.0, made[-1].stat().st_mtime + self._every_s - time())

    async def _one(self) -> bool:
        target = self._folder / f"{self._db.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
        try:
            await asyncio.to_thread(self._folder.mkdir, mode=0o700, exist_ok=True)
            status, said = await _tengen("backup", "--db", str(self._db), str(target))
            if status:
                log.warning("no backup was made: %s", said.removeprefix("tengen: "))
                return False
            status, said = await _tengen("check", str(target))
            if status:
                log.error("%s holds damage; older backups are kept: %s", target, said)
                return False
            await asyncio.to_thread(self._drop_oldest)
        except OSError as error:
            log.warning("no backup was made: %s", error)
            return False
        log.info("a backup is made: %s", target)
        return True

    def _drop_oldest(self) -> None:
        made = self.list_backups()
        for path in made:
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)
        for path in made[: -self._keep]:
            path.unlink()


async def _tengen(*words: str) -> tuple[int, str]:
    """The exit status of a command and the first lines of what it said, run below everything else."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", *words),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        said, _ = await process.communicate()
    except asyncio.CancelledError:
        send_signal(process, signal.SIGTERM)
        await process.wait()
        raise
    return process.returncode or 0, " / ".join(said.decode(errors="replace").splitlines()[:5])
