"""Lock that lets one server at a time open a database, by any path.

It takes two file locks, which the system releases when the process ends. One file lies beside the database's real path,
on the same disk, so that it also works for containers that share a volume. The other is named by the database's device
and inode, in a folder that all processes of the machine share, so that it also covers hard links and mounts. The
database itself is never locked or opened here, because closing it would drop SQLite's own locks.
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
"""Candidate folders of the second lock; the first one that everybody can write to is used.

``TMPDIR``, a service's private /tmp and folders of each account differ between processes.
"""

_FLAGS = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
_TRIES = 20


class StoreInUse(StoreUnusable):
    """Another server has the database open."""


class DatabaseReplaced(StoreUnusable):
    """The database was removed, moved or replaced by another file since it was opened."""


class Lock:
    """Exclusive right to write to the database at ``path``, held until `release`. The file ``<path>.lock`` stays.

    A missing database is created empty (``made`` is then true), so that two servers that start together never lock
    different files.
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
        """Raise DatabaseReplaced if the file at the path is not the locked one; takes some microseconds."""
        with suppress(FileNotFoundError, NotADirectoryError):
            if _identity(self.path) == self._file:
                return
        raise DatabaseReplaced(f"{self.path} is not the file any more that it was when the server opened it")

    def release(self) -> None:
        """Release both locks and delete the file of the second one."""
        while self._locked:
            file, path = self._locked.pop()
            if path.parent != self.path.parent:
                with suppress(OSError):
                    path.unlink()
            os.close(file)

    def _find(self) -> tuple[int, int]:
        """Return the device and inode of the database, which is created if missing."""
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            self.made = True
        return _identity(self.path)

    def _meet(self) -> None:
        """Lock the database's device and inode, if there is a shared folder; StoreInUse if another server has it.

        Other failures are only logged, so that nobody can keep a server from starting.
        """
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
        """Lock a file, which is created if missing; StoreInUse if another process has it locked.

        False if the file belongs to somebody other than us and the database's owner, or keeps changing.
        """
        owner = (self.path if self.path.exists() else self.path.parent).stat()
        for _ in range(_TRIES):
            try:
                file = _open(path, owner)
            except (FileNotFoundError, FileExistsError):  # created or removed concurrently
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
                if _identity(path) == _identity(file):  # not a file that was removed before we locked it
                    self._locked.append((file, path))
                    return True
            os.close(file)
        return False


def _open(path: Path, owner: os.stat_result) -> int | None:
    """Open the lock file, creating it if missing; None if neither we nor the database's owner own it."""
    us = os.geteuid()
    if not os.path.lexists(path):
        file = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
        if us == 0 != owner.st_uid:
            os.fchown(file, owner.st_uid, owner.st_gid)  # otherwise the owner could not open it later
        return file
    file = os.open(path, _FLAGS)
    about = os.fstat(file)
    if stat.S_ISREG(about.st_mode) and about.st_uid in (us, owner.st_uid):
        return file
    os.close(file)
    return None


def _is_open_to_all(place: Path) -> bool:
    """Whether a folder is root's, world-writable and sticky: everybody may create files, but not delete others'."""
    with suppress(OSError):
        about = place.stat()
        return about.st_uid == 0 and about.st_mode & 0o1003 == 0o1003
    return False


def _identity(file: Path | int) -> tuple[int, int]:
    about = os.fstat(file) if isinstance(file, int) else file.stat()
    return about.st_dev, about.st_ino
