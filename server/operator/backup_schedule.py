"""Scheduled and requested backups of the served database, in a separate process.

The process neither blocks the event loop nor touches its connections, and its crash does not stop the server. A copy
with a damaged game replaces no older one.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import time

from server.errors import Refused
from server.operator.program import run_tengen

log = logging.getLogger("tengen.backup")

FIRST_S = 3600
"""Longest wait for the first backup, and before a failed one is tried again."""


class Backups:
    """Makes a backup every ``every_s`` seconds (0: never) and on request, and keeps the newest ``keep``. ``on_done``
    gets True for each success and False for each failure."""

    def __init__(self, db: Path, folder: Path, every_s: int, keep: int, on_done: Callable[[bool], None]) -> None:
        self._db = db.resolve()
        self.folder = self._db.parent / folder
        self.every_s = every_s
        self.keep = keep
        self._on_done = on_done
        self._name = re.compile(re.escape(self._db.stem) + r"-[0-9]{8}-[0-9]{6}\.db")
        self._asked = asyncio.Event()
        self._at_work = False
        self.failure: tuple[float, str] | None = None
        """Time (seconds since 1970) and reason of the last backup's failure, None if it succeeded."""

    @property
    def running(self) -> bool:
        """True while a backup is made or requested."""
        return self._at_work or self._asked.is_set()

    def ask(self) -> None:
        """Request a backup now. Refused("backup_running")."""
        if self.running:
            raise Refused(code="backup_running")
        self._asked.set()

    async def work(self) -> None:
        """Make backups until cancelled."""
        loop, wait = asyncio.get_running_loop(), await asyncio.to_thread(self._due_in)
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), wait)
            began = loop.time()
            self._at_work = True
            self._asked.clear()
            try:
                done = await self._one()
            finally:
                self._at_work = False
            self._on_done(done)
            # from start to start: the two processes of a backup take seconds to start
            pause = self.every_s if done else min(self.every_s, FIRST_S)
            wait = max(0.0, began + pause - loop.time()) if self.every_s else None

    def list_backups(self) -> list[Path]:
        """Return the backups, oldest first."""
        with suppress(OSError):
            return sorted(path for path in self.folder.iterdir() if self._name.fullmatch(path.name))
        return []

    def _due_in(self) -> float | None:
        """Return the seconds until the next backup, None if they are turned off."""
        if not self.every_s:
            return None
        made = self.list_backups()
        if not made:
            return min(self.every_s, FIRST_S)
        return max(0.0, made[-1].stat().st_mtime + self.every_s - time())

    async def _one(self) -> bool:
        target = self.folder / f"{self._db.stem}-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
        try:
            await asyncio.to_thread(self.folder.mkdir, mode=0o700, exist_ok=True)
            made = await run_tengen("backup", "--db", str(self._db), str(target))
            if made.status:
                return self._fail(made.complaint.removeprefix("tengen: "))
            checked = await run_tengen("check", str(target))
            if checked.status:
                return self._fail(" / ".join([*checked.lines[:5], checked.complaint]), damaged=target)
            await asyncio.to_thread(self._drop_oldest)
        except OSError as error:
            return self._fail(str(error))
        self.failure = None
        log.info("a backup is made: %s", target)
        return True

    def _fail(self, why: str, damaged: Path | None = None) -> bool:
        """Log why no backup was made, or that one holds damage. Return False."""
        self.failure = time(), why
        if damaged is None:
            log.warning("no backup was made: %s", why)
        else:
            log.error("%s holds damage; older backups are kept: %s", damaged, why)
        return False

    def _drop_oldest(self) -> None:
        made = self.list_backups()
        for path in made:
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)
        for path in made[: -self.keep]:
            path.unlink()
