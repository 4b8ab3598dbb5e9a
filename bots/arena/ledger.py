"""The file of a run's games: a line for each as it finishes, so that a stopped run goes on where it was."""

import fcntl
import json
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from bots.arena.errors import ArenaError
from bots.arena.playing import Played
from gomoku import point

Terms = Mapping[str, object]


class Ledger:
    """The open file. Its first line holds the terms that decide the games, and it takes no games of other terms.

    ``played`` are the games that it held already. A line cut off by a crash is dropped. Raises ArenaError for a file
    of other terms, one that is no ledger, and one that another run has open.
    """

    def __init__(self, path: Path, terms: Terms, size: int) -> None:
        self._size = size
        self.played: list[Played] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = path.open("a+b", buffering=0)
        except OSError as error:
            raise ArenaError(f"--out: {path} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._read(path, terms)
        except BlockingIOError as error:
            self._file.close()
            raise ArenaError(f"--out: another run is writing {path}") from error
        except ArenaError:
            self._file.close()
            raise

    def add(self, played: Played) -> None:
        """Write a game down."""
        names = " ".join(point.name(move, self._size) for move in played.moves)
        log = {"log": played.log} if played.log else {}
        row = {"game": played.number, "winner": played.winner, "reason": played.reason, "moves": names}
        self._write({**row, **log})

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _read(self, path: Path, terms: Terms) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        if not whole:
            self._write(dict(terms))
            return
        try:
            head, *rows = [json.loads(line) for line in whole.splitlines()]
            different = [key for key in terms if head.get(key) != terms[key]]
            if not different:
                self.played = [self._parsed(row) for row in rows]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ArenaError(f"--out: {path} is not a file of games") from error
        if different:
            raise ArenaError(f"--out: {path} holds the games of another run: {different[0]} is not the same")

    def _parsed(self, row: dict[str, str]) -> Played:
        moves = tuple(point.parse(name, self._size) for name in row["moves"].split())
        return Played(int(row["game"]), row["winner"], row["reason"], moves, row.get("log", ""))

    def _write(self, row: Mapping[str, object]) -> None:
        self._file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
