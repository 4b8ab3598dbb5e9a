"""One server at a time on a database, under whatever name it is opened.

Two locks, which the system drops when the process ends. One is a file beside the database, found by its real path: it
is on the same disk, so that also containers that share a volume meet there. The other is named by the database's
device and inode, in a folder that every process of the machine has in common: hard links and mounts of the same file
meet there. The database itself is never locked or opened here, since closing it would drop the locks that SQLite has.
"""

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

from filelock import lock_descriptor

from server.errors import StoreUnusable

log = logging.getLogger(__name__)

MEETING_PLACES = (Path("/dev/shm"), Path("/tmp"))
"""The first of them that is there is the folder of the second lock. ``TMPDIR`` and a service's private /tmp would be
different folders for different processes; so would a folder of each user's."""

_FLAGS = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
_TRIES = 20


class StoreInUse(StoreUnusable):
    """Another server has the database open."""


class DatabaseReplaced(StoreUnusable):
    """The database was removed or moved, or another file has come to its place, since it was opened."""


class Lock:
    """The right to write to the database at ``path``, held until `release`. The file ``<path>.lock`` stays.

    A database that does not exist is made, without content (``made``): there is no moment then in which two that are
    started together hold different files.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.made = False
        self._locked: list[tuple[int, Path]] = []
        beside = self.path.with_name(self.path.name + ".lock")
        try:
            if not self._hold(beside):
                raise StoreUnusable(f"{path}: {beside.name} is another user's")
            self._file = self._find()
            self._meet()
            self.check()
        except OSError as error:
            self.release()
            raise StoreUnusable(f"{path}: the folder cannot be written to ({error.strerror})") from error
        except BaseException:
            self.release()
            raise

    def check(self) -> None:
        """Raise DatabaseReplaced where the file at the path is not the one that is locked; some microseconds."""
        with suppress(FileNotFoundError, NotADirectoryError):
            if _identity(self.path) == self._file:
                return
        raise DatabaseReplaced(f"{self.path} is not the file any more that it was when the server opened it")

    def release(self) -> None:
        """Let others have it."""
        while self._locked:
            file, path = self._locked.pop()
            if path.parent != self.path.parent:
                with suppress(OSError):
                    path.unlink()
            os.close(file)

    def _find(self) -> tuple[int, int]:
        """Device and inode of the database, which is made where there is none."""
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            self.made = True
        return _identity(self.path)

    def _meet(self) -> None:
        """Lock the database's device and inode; without a place for that, a line in the log says so."""
        place = next((place for place in MEETING_PLACES if _is_open_to_all(place)), None)
        if place is None:
            return
        device, inode = self._file
        lock = place / f"tengen-{device:x}-{inode:x}.lock"
        try:
            held = self._hold(lock)
        except OSError:
            held = False
        if not held:
            log.warning("%s cannot be locked: a second server by a hard link would not be noticed", lock)

    def _hold(self, path: Path) -> bool:
        """Lock a file, made where there is none; StoreInUse where another has it.

        False where it is somebody's who has no business with the database: nobody can keep a server from starting.
        """
        owner = (self.path if self.path.exists() else self.path.parent).stat()
        for _ in range(_TRIES):
            try:
                file = _open(path, owner)
            except (FileNotFoundError, FileExistsError):  # made or removed in this moment
                continue
            if file is None:
                return False
            try:
                if not lock_descriptor(file, blocking=False):
                    raise StoreInUse(f"{self.path} is in use by another server")
            except BaseException:
                os.close(file)
                raise
            with suppress(FileNotFoundError):
                if _identity(path) == _identity(file):  # and not one that was removed before we had it
                    self._locked.append((file, path))
                    return True
            os.close(file)
        return False


def _open(path: Path, owner: os.stat_result) -> int | None:
    """The lock's file, made where there is none; None where it is neither ours nor the owner's of the database."""
    us = os.geteuid()
    if not os.path.lexists(path):
        file = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
        if us == 0 != owner.st_uid:
            os.fchown(file, owner.st_uid, owner.st_gid)  # or the owner could not open it after us
        return file
    file = os.open(path, _FLAGS)
    about = os.fstat(file)
    if stat.S_ISREG(about.st_mode) and about.st_uid in (us, owner.st_uid):
        return file
    os.close(file)
    return None


def _is_open_to_all(place: Path) -> bool:
    """Whether everybody may make files in a folder, and nobody take away those of others."""
    with suppress(OSError):
        about = place.stat()
        return about.st_uid == 0 and about.st_mode & 0o1003 == 0o1003
    return False


def _identity(file: Path | int) -> tuple[int, int]:
    about = os.fstat(file) if isinstance(file, int) else file.stat()
    return about.st_dev, about.st_ino
