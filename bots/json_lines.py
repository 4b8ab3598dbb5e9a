"""A file of JSON lines that a run appends to, so that a stopped run can resume."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from bots.errors import ArenaError

Terms = Mapping[str, object]
Row = dict[str, Any]


class JsonLines:
    """The open file. Its first line holds the terms that determine the rows; a run with other terms is rejected.

    ``rows`` are those already in the file. A line cut off by a crash is dropped. Raises ArenaError for a file with
    other terms, one without rows, and one that another run has open.
    """

    def __init__(self, path: Path, terms: Terms) -> None:
        self.rows: list[Row] = []
        self._beside = path.with_name(path.name + ".lock")
        self._lock = FileLock(self._beside, timeout=0, thread_local=False)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
            self._file: BinaryIO = path.open("a+b", buffering=0)
        except Timeout as error:
            raise ArenaError(f"--out: another run is writing {path}") from error
        except OSError as error:
            self._let_go()
            raise ArenaError(f"--out: {path} cannot be written: {error.strerror}") from error
        try:
            self._read(path, terms)
        except ArenaError:
            self.close()
            raise

    def add(self, row: Mapping[str, object]) -> None:
        """Write a row."""
        self._file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()
        self._let_go()

    def _let_go(self) -> None:
        if self._lock.is_locked:
            self._beside.unlink(missing_ok=True)
            self._lock.release()

    def _read(self, path: Path, terms: Terms) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        if not whole:
            self.add(dict(terms))
            return
        try:
            head, *rows = [json.loads(line) for line in whole.splitlines()]
            different = [key for key in terms if head.get(key) != terms[key]]
        except (ValueError, AttributeError) as error:
            raise not_games(path) from error
        if different:
            raise ArenaError(f"--out: {path} holds the games of another run: {different[0]} differs")
        if not all(isinstance(row, dict) for row in rows):
            raise not_games(path)
        self.rows = rows


def not_games(path: Path) -> ArenaError:
    """Return the error for a file with other content."""
    return ArenaError(f"--out: {path} is not a file of games")


def read(path: Path) -> list[Row]:
    """Read the complete rows of a file that a run may be writing."""
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[1:-1]]
