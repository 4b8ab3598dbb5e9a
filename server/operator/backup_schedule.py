"""Backups that the server makes by itself or is asked for, of the file that it serves, in a process of their own.

Another process neither holds up the event loop nor touches the connections of this one, and its end is no crash of
the server's. A copy in which a game is damaged takes no older one's place.
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
"""A server without a backup makes one after this time at most; and one that failed is tried again."""


class Backups:
    """Makes a backup every ``every_s`` seconds (0: never) and when it is asked to, and keeps the newest ``keep``;
    ``on_done`` is told how each went."""

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
        """When the last one failed, in seconds since 1970, and why; None where it did not."""

    @property
    def running(self) -> bool:
        """Whether one is being made, or is about to be."""
        return self._at_work or self._asked.is_set()

    def ask(self) -> None:
        """Have one made now, beside those that are due. Refused("backup_running")."""
        if self.running:
            raise Refused(code="backup_running")
        self._asked.set()

    async def work(self) -> None:
        """Until cancelled."""
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
            # from one beginning to the next: two other programs start for each, which takes seconds by itself
            pause = self.every_s if done else min(self.every_s, FIRST_S)
            wait = max(0.0, began + pause - loop.time()) if self.every_s else None

    def list_backups(self) -> list[Path]:
        """The backups that there are, oldest first."""
        with suppress(OSError):
            return sorted(path for path in self.folder.iterdir() if self._name.fullmatch(path.name))
        return []

    def _due_in(self) -> float | None:
        """Seconds; None where they are turned off."""
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
        """Say why none was made, or that one holds damage; False."""
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
