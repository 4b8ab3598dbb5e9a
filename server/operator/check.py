"""Check of a database: the file by SQLite's own check, every game by its checksums."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from server.store import event_rows, game_rows, integrity
from server.store.file import checksums, high_water_mark
from server.store.file.connection import BROKEN
from server.store.trees import edited_nodes

GAMES_AT_ONCE = 200
_GAME = ", ".join((*checksums.FIXED, *game_rows.TOLD, "sum"))
"""Columns by name: a flipped byte in the schema then raises an error instead of reading another column."""
MOST_FAULTS = 100
"""Faults of the file after which SQLite stops."""


def find_faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield a line for every fault of the file and for every damaged game, with its first fault."""
    try:
        for (line,) in connection.execute(f"PRAGMA integrity_check({MOST_FAULTS})"):
            if line != "ok":
                yield f"the file: {' '.join(line.split())}"
    except BROKEN as error:
        yield f"the file: {error}"
    yield from find_damaged_games(connection)
    try:
        yield from edited_nodes.find_faults(connection)
    except BROKEN as error:
        yield f"the trees cannot be listed ({error})"


def find_damaged_games(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield a line for every damaged game."""
    try:
        waiting = find_unsummed(connection)
    except BROKEN as error:
        yield f"the file: which games have checksums cannot be read ({error})"
        waiting = None
    last = -1
    while True:
        try:
            serials = _serials(connection, last)
        except BROKEN as error:
            yield f"the games after number {last} cannot be listed ({error})"
            return
        if not serials:
            break
        if max(serials) <= last:  # a damaged page leads back: this would never end
            yield f"the games after number {last} cannot be listed (they are out of order)"
            break
        try:
            found = _read(connection, min(serials), max(serials))
        except BROKEN:
            for serial in serials:
                yield from _alone(connection, serial, waiting)
        else:
            for game, actions in found:
                yield from _lines(game, actions, waiting)
        last = max(serials)
    yield from _orphans(connection)


def find_behind(connection: sqlite3.Connection, db: Path) -> list[str]:
    """Return a line for every game that had got further, by the mark beside the database."""
    seen = high_water_mark.read(db.resolve())
    try:
        return [] if seen is None else high_water_mark.list_behind(connection, seen)
    except BROKEN as error:
        return [f"the file: which games have gone back cannot be read ({error})"]


def count_games(connection: sqlite3.Connection) -> str:
    """Count games and events, and games without checksums."""
    try:
        return _count(connection)
    except BROKEN as error:
        return f"what it holds cannot be counted ({error})"


def _count(connection: sqlite3.Connection) -> str:
    games, actions = (
        connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("games", "actions")
    )
    text = f"{games} games with {actions} events"
    waiting = find_unsummed(connection)
    if waiting is None:
        return f"{text}, all with checksums"
    of_them = connection.execute("SELECT count(*) FROM games WHERE serial BETWEEN ? AND ?", waiting).fetchone()[0]
    return f"{text}; {of_them} older games have no checksums yet (the server adds them as it runs)"


def find_unsummed(connection: sqlite3.Connection) -> tuple[int, int] | None:
    """Return the first and last of the games that wait for checksums, or None."""
    row = connection.execute("SELECT next, last FROM summing").fetchone()
    return None if row is None else (row[0], row[1])


def _serials(connection: sqlite3.Connection, last: int) -> list[int]:
    sql = "SELECT serial FROM games WHERE serial > ? ORDER BY serial LIMIT ?"
    return [row[0] for row in connection.execute(sql, (last, GAMES_AT_ONCE))]


def _read(connection: sqlite3.Connection, first: int, last: int) -> list[tuple[sqlite3.Row, list[tuple[Any, ...]]]]:
    """Read games and their actions in one snapshot, also while a server writes."""
    connection.execute("BEGIN")
    try:
        games = connection.execute(f"SELECT {_GAME} FROM games WHERE serial BETWEEN ? AND ?", (first, last)).fetchall()
        actions: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
        sql = f"SELECT {event_rows.STORED} FROM actions WHERE game BETWEEN ? AND ? ORDER BY game, v"
        for row in connection.execute(sql, (first, last)):
            actions[row[0]].append(tuple(row))
    finally:
        connection.rollback()
    return [(game, actions[game["serial"]]) for game in games]


def _alone(connection: sqlite3.Connection, serial: int, waiting: tuple[int, int] | None) -> Iterator[str]:
    try:
        for game, actions in _read(connection, serial, serial):
            yield from _lines(game, actions, waiting)
    except BROKEN as error:
        yield f"game number {serial} cannot be read ({error})"


def _lines(game: sqlite3.Row, actions: list[tuple[Any, ...]], waiting: tuple[int, int] | None) -> Iterator[str]:
    covered = waiting is None or not waiting[0] <= game["serial"] <= waiting[1]
    found = list(integrity.find_faults(game, actions, covered))
    if found:
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        yield f"game {game['id']} (number {game['serial']}) is damaged: {found[0]}{more}"


def _orphans(connection: sqlite3.Connection) -> Iterator[str]:
    try:
        sql = "SELECT DISTINCT game FROM actions WHERE game NOT IN (SELECT serial FROM games)"
        for (serial,) in connection.execute(sql):
            yield f"there are moves of a game number {serial}, but no such game"
    except BROKEN as error:
        yield f"the moves cannot be read ({error})"
