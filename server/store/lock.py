"""One server at a time on a database: a lock on a file beside it, which the system drops when the process ends."""

import sys
from pathlib import Path

from server.errors import StoreUnusable

if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class StoreInUse(StoreUnusable):
    """Another server has the database open."""


class Lock:
    """The right to write to the database at ``path``, held until `release`. The file ``<path>.lock`` stays."""

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + ".lock")
        try:
            self._file = beside.open("a")
        except OSError as error:
            raise StoreUnusable(f"{path}: the folder cannot be written to ({error.strerror})") from error
        try:
            _take(self._file.fileno())
        except OSError as error:
            self._file.close()
            raise StoreInUse(f"{path} is in use by another server") from error

    def release(self) -> None:
        """Let others have it."""
        self._file.close()
