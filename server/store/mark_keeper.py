"""Updates the high-water mark of an open database shortly after its commits."""

import asyncio
import logging
from contextlib import closing
from pathlib import Path

from server.store import high_water_mark
from server.store.connection import connect
from server.store.high_water_mark import Mark
from server.store.lock import Lock

log = logging.getLogger(__name__)


class MarkKeeper:
    """Background writer of the mark; create it with `MarkKeeper.open`.

    ``behind`` has a line for each game whose state in the database is older than in the previous mark.
    """

    def __init__(self, written: Mark, behind: list[str]) -> None:
        self.behind = behind
        self._mark = written
        self._moved: dict[int, tuple[int, str, int]] = {}
        """Changes that are not written to the mark yet, by game number."""
        self._task = asyncio.create_task(self._keep(), name="store mark")

    @classmethod
    async def open(cls, lock: Lock) -> "MarkKeeper":
        """Start a new mark for a locked database; log each game that the old mark knew in a later state."""
        behind, written = await asyncio.to_thread(_begin, lock.path)
        for line in behind:
            log.error("the file is older than it was: %s", line)
        return cls(written, behind)

    def note(self, serial: int, id: str, v: int) -> None:
        """Queue a game's version for the mark; ``id`` may be empty if it is known, ``v`` is 0 once the game is over."""
        if not id and serial in self._moved:
            id = self._moved[serial][1]
        self._moved[serial] = (serial, id, v)

    async def close(self) -> None:
        """Stop the task, write the queued changes and close the mark."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.to_thread(self._mark.write, self._moved.values())
        self._mark.close()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(high_water_mark.PAUSE_S)
            if not self._moved:
                continue
            moved, self._moved = self._moved, {}
            await asyncio.shield(asyncio.to_thread(self._mark.write, moved.values()))


def _begin(path: Path) -> tuple[list[str], Mark]:
    """Compare the database with its mark and start a new mark; return the report lines and the mark. Blocks."""
    seen = high_water_mark.read(path)
    if seen is None and high_water_mark.locate(path).exists():
        log.warning("%s cannot be read: a file that was put back would not be noticed", high_water_mark.locate(path))
    with closing(connect(path)) as connection:
        lines = [] if seen is None else high_water_mark.list_behind(connection, seen)
        live = "SELECT serial, id, (SELECT max(v) FROM actions WHERE game = serial) FROM games WHERE ended_at IS NULL"
        games = {serial: (str(id), high_water_mark.read_version(v)) for serial, id, v in connection.execute(live)}
        last = high_water_mark.read_last(connection)
    return lines, Mark(path, games, last)
