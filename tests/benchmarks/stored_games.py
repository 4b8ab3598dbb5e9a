"""A store after years of play: people, bots, rated games with every move, and the explorer's counts of them.

All of it is written straight to the file, as fast as SQLite takes it, and is what a server would have written: rows
with checksums, and the counts of `server.store.games.explorer_index`.
"""

import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from server.protocol.events import Created, Ended, Moved, RoomEvent, Seated
from server.protocol.values import NoClockSpec, Who
from server.store.event_rows import INSERT_ACTION, make_action_row
from server.store.file.checksums import FIXED, sum_game
from server.store.games.explorer_index import VERSION, walk_steps
from server.store.store import Store
from tests.benchmarks import rated_history
from tests.benchmarks.explorer import SIZE, drawn

BEGINNINGS = 20_000
"""Most drawn games; every stored one begins like one of them and goes on like another."""
AT_ONCE = 20_000
_INSERT_PASSAGES = "INSERT INTO passages VALUES (?, ?, ?, ?)"
_INSERT_EDGES = "INSERT INTO edges VALUES (?, ?, ?, ?, ?, ?, ?)"


async def make(path: Path, players: int, games: int) -> None:
    """Make the file."""
    store = await Store.open(path)  # makes the tables
    await store.close()
    rated_history.fill(path, players, games)
    fill(path)


def fill(path: Path) -> None:
    """Add moves, checksums and the explorer's counts to the games of a file."""
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA cache_size = -400000")
        counts = Counts(db)
        for games, played in _play(db):
            db.executemany(
                INSERT_ACTION.sql,
                (
                    make_action_row(game["serial"], event, None)
                    for game, moves in zip(games, played, strict=True)
                    for event in _tell(game, moves)
                ),
            )
            db.executemany(
                "UPDATE games SET sum = ?, plies = ? WHERE serial = ?",
                [
                    (sum_game({name: game[name] for name in FIXED}), len(moves), game["serial"])
                    for game, moves in zip(games, played, strict=True)
                ],
            )
            for game, moves in zip(games, played, strict=True):
                counts.add(game, moves)
            db.commit()
        counts.write()
        db.commit()


def _play(db: sqlite3.Connection) -> Iterator[tuple[list[sqlite3.Row], list[list[int]]]]:
    """Yield games and their moves, some thousand at a time."""
    chance = Random(3)
    ((games_kept,),) = db.execute("SELECT count(*) FROM games")
    pool = [drawn(chance) for _ in range(min(BEGINNINGS, games_kept))]
    last = 0
    while games := db.execute(
        "SELECT * FROM games WHERE serial > ? ORDER BY serial LIMIT ?", (last, AT_ONCE)
    ).fetchall():
        played = []
        for _ in games:
            begun = chance.choice(pool)[: chance.randint(4, 12)]
            played.append(begun + [point for point in chance.choice(pool)[4:] if point not in begun])
        yield games, played
        last = games[-1]["serial"]


def _tell(game: sqlite3.Row, moves: Sequence[int]) -> Iterator[RoomEvent]:
    at = game["started_at"]
    yield Created(1, at, game["rules"], SIZE, NoClockSpec(), game["visibility"], True, "black", Who(game["player0"]))
    yield Seated(v=2, at=at, seat=1, who=Who(game["player1"] or "", level=game["level1"]), black=0)
    for ply, point in enumerate(moves):
        yield Moved(3 + ply, at + ply, ply % 2, ply, point, 900, 20, 0, (None, None))
    yield Ended(3 + len(moves), game["ended_at"], game["winner"], game["reason"], (None, None))


class Counts:
    """The rows of the explorer, gathered in memory and written in their order."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._books: dict[tuple[str, str], int] = {}
        self._book, self._key, self._game, self._move = array("b"), array("q"), array("i"), array("h")

    def add(self, game: sqlite3.Row, moves: Sequence[int]) -> None:
        """Count a game, if it is public."""
        if game["visibility"] != "public":
            return
        who = "people" if game["level1"] is None else "bots"
        book = self._books.setdefault((game["rules"], who), len(self._books) + 1)
        for key, move in walk_steps(moves, SIZE):
            self._book.append(book)
            self._key.append(key)
            self._game.append(game["serial"])
            self._move.append(move)

    def write(self) -> None:
        """Write all rows, without the triggers that would count them one by one."""
        db = self._db
        db.executemany(
            "INSERT INTO books VALUES (?, ?, ?, ?)",
            [(id, rules, SIZE, who) for (rules, who), id in self._books.items()],
        )
        db.execute("INSERT INTO counted SELECT serial FROM games WHERE visibility = 'public'")
        db.execute("UPDATE explorer SET version = ?", (VERSION,))  # else the server counts them anew
        (trigger,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'passage_made'").fetchone()
        db.execute("DROP TRIGGER passage_made")
        book, key = np.frombuffer(self._book, np.int8), np.frombuffer(self._key, np.int64)
        game, move = np.frombuffer(self._game, np.int32), np.frombuffer(self._move, np.int16)
        order = np.lexsort((game, key, book))
        self._insert(_INSERT_PASSAGES, book[order], key[order], game[order], move[order])
        order = np.lexsort((game, move, key, book))
        book, key, game, move = book[order], key[order], game[order], move[order]
        new = (np.diff(book) != 0) | (np.diff(key) != 0) | (np.diff(move) != 0)
        first = np.concatenate(([0], np.flatnonzero(new) + 1))
        last = np.concatenate((first[1:], [len(key)])) - 1
        won = np.zeros(int(game.max()) + 1, np.int8)
        for serial, winner in db.execute("SELECT serial, winner FROM games"):
            won[serial] = {"black": 0, None: 1, "white": 2}[winner]
        outcome = won[game]
        sums = [np.add.reduceat((outcome == each).astype(np.int32), first) for each in range(3)]
        self._insert(_INSERT_EDGES, book[first], key[first], move[first], *sums, game[last])
        db.execute(trigger)

    def _insert(self, sql: str, *columns: "np.ndarray[Any, Any]") -> None:
        for begin in range(0, len(columns[0]), 500_000):
            part = [column[begin : begin + 500_000].tolist() for column in columns]
            self._db.executemany(sql, zip(*part, strict=True))
