"""Notices: an operator's command writes a request to the running server into the database and waits for the answer.

The command uses `put`, `read_state` and `withdraw` on a plain connection of its own process; the server uses
`open_notices`, `begin`, `tell` and `answer`. Progress reports are stored in the answer column until the final answer.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from msgspec import Struct

from server.store.database import Database
from server.store.reading import Reading
from server.store.sql import read_all

WAIT_MS = 10_000
"""Time (ms) that a command waits for the server to begin. The server ignores older notices."""
STILL_MS = 60_000
"""Time (ms) that a command waits for further progress once the server has begun."""


class Notice(Struct, frozen=True):
    """A request to the server: ``kind`` is the action, ``target`` the room, game or player."""

    id: int
    kind: str
    target: str
    argument: str = ""


def put(connection: Reading, kind: str, target: str, argument: str, now: int) -> int:
    """Insert a notice and return its id."""
    with _committing(connection):
        sql = "INSERT INTO notices (kind, target, argument, at) VALUES (?, ?, ?, ?) RETURNING id"
        (id,) = connection.execute(sql, (kind, target, argument, now)).fetchone()
        return int(id)


class State(Struct, frozen=True):
    """State of a notice: ``done`` is None until the server has answered, ``said`` is None until it has begun."""

    done: bool | None
    said: str | None


def read_state(connection: Reading, id: int) -> State:
    """Return the state of a notice."""
    sql = "SELECT CASE WHEN done_at IS NOT NULL THEN 1 - refused END, answer FROM notices WHERE id = ?"
    done, said = connection.execute(sql, (id,)).fetchone()
    return State(None if done is None else bool(done), said)


def withdraw(connection: Reading, id: int) -> bool:
    """Delete a notice; False if the server has already begun."""
    with _committing(connection):
        sql = "DELETE FROM notices WHERE id = ? AND answer IS NULL RETURNING id"
        return connection.execute(sql, (id,)).fetchone() is not None


@contextmanager
def _committing(connection: Reading) -> Iterator[None]:
    """Commit what the block writes; a database server commits each statement by itself."""
    with connection if isinstance(connection, sqlite3.Connection) else nullcontext():
        yield


async def open_notices(db: Database, now: int) -> list[Notice]:
    """List the notices that have not begun and are younger than `WAIT_MS`, oldest first."""
    sql = """SELECT id, kind, target, argument FROM notices
      WHERE done_at IS NULL AND answer IS NULL AND at > ? ORDER BY id"""
    return read_all(Notice, await db.fetch(sql, (now - WAIT_MS,)))


async def begin(db: Database, notice: Notice) -> bool:
    """Mark a notice as begun, so that it cannot be withdrawn; False if it was withdrawn or has begun."""
    sql = "UPDATE notices SET answer = '' WHERE id = ? AND answer IS NULL"
    return (await db.execute((sql, (notice.id,))))[0] == 1


async def tell(db: Database, notice: Notice, news: str) -> None:
    """Store the progress of a notice."""
    await db.execute(("UPDATE notices SET answer = ? WHERE id = ?", (news, notice.id)))


async def answer(db: Database, notice: Notice, done: bool, sentence: str, now: int) -> None:
    """Store the final answer of a notice, which closes it."""
    sql = "UPDATE notices SET done_at = ?, refused = ?, answer = ? WHERE id = ?"
    await db.execute((sql, (now, not done, sentence, notice.id)))
