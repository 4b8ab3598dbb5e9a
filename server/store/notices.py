"""Notices: an operator's command writes what it asks of the server that holds the file, and waits for the answer.

`put`, `read_state` and `withdraw` are the command's side, on a plain connection of its own process; `open_notices`,
`begin`, `tell` and `answer` are the server's. What is told while the server works at it stands in the answer's place.
"""

import sqlite3

from msgspec import Struct

from server.store.database import Database

WAIT_MS = 10_000
"""How long a command waits for the server to begin. Nobody waits for an older notice, so that it is not performed."""
STILL_MS = 60_000
"""How long it waits for more news of what the server has begun."""


class Notice(Struct, frozen=True):
    """``kind`` says what to do, to the room, game or player ``target``."""

    id: int
    kind: str
    target: str
    argument: str = ""


def put(connection: sqlite3.Connection, kind: str, target: str, argument: str, now: int) -> int:
    """Ask; the id of the notice."""
    with connection:
        sql = "INSERT INTO notices (kind, target, argument, at) VALUES (?, ?, ?, ?) RETURNING id"
        (id,) = connection.execute(sql, (kind, target, argument, now)).fetchone()
        return int(id)


class State(Struct, frozen=True):
    """``done`` is None while the server has not answered; ``said`` is None while it has not begun."""

    done: bool | None
    said: str | None


def read_state(connection: sqlite3.Connection, id: int) -> State:
    """How far a notice is."""
    sql = "SELECT CASE WHEN done_at IS NOT NULL THEN 1 - refused END, answer FROM notices WHERE id = ?"
    done, said = connection.execute(sql, (id,)).fetchone()
    return State(None if done is None else bool(done), said)


def withdraw(connection: sqlite3.Connection, id: int) -> bool:
    """Take a notice back; False where the server has just begun."""
    with connection:
        return connection.execute("DELETE FROM notices WHERE id = ? AND answer IS NULL", (id,)).rowcount == 1


async def open_notices(db: Database, now: int) -> list[Notice]:
    """What waits to be begun, oldest first."""
    sql = """SELECT id, kind, target, argument FROM notices
      WHERE done_at IS NULL AND answer IS NULL AND at > ? ORDER BY id"""
    return [Notice(*row) for row in await db.fetch(sql, (now - WAIT_MS,))]


async def begin(db: Database, notice: Notice) -> bool:
    """Whether it is to be performed: from now on it cannot be taken back."""
    sql = "UPDATE notices SET answer = '' WHERE id = ? AND answer IS NULL"
    return (await db.execute((sql, (notice.id,))))[0] == 1


async def tell(db: Database, notice: Notice, news: str) -> None:
    """Say how far it is."""
    await db.execute(("UPDATE notices SET answer = ? WHERE id = ?", (news, notice.id)))


async def answer(db: Database, notice: Notice, done: bool, sentence: str, now: int) -> None:
    """Answer a notice; it is not open any more."""
    sql = "UPDATE notices SET done_at = ?, refused = ?, answer = ? WHERE id = ?"
    await db.execute((sql, (now, not done, sentence, notice.id)))
