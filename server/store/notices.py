"""What an operator's command asks of the server that holds the file: it writes a notice and waits for the answer.

`put`, `answer_to` and `withdraw` are the command's side, on a plain connection of its own process; `open_notices` and
`answer` are the server's.
"""

import sqlite3
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from server.store.store import Store

WAIT_MS = 10_000
"""How long a command waits. Nobody waits for the answer to an older notice, so that it is not performed."""


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


def answer_to(connection: sqlite3.Connection, id: int) -> tuple[bool, str] | None:
    """Whether it was done, and the sentence about it; None while the server has not answered."""
    sql = "SELECT NOT refused, answer FROM notices WHERE id = ? AND done_at IS NOT NULL"
    row = connection.execute(sql, (id,)).fetchone()
    return (bool(row[0]), row[1]) if row else None


def withdraw(connection: sqlite3.Connection, id: int) -> bool:
    """Take an unanswered notice back; False where the answer has just come."""
    with connection:
        return connection.execute("DELETE FROM notices WHERE id = ? AND done_at IS NULL", (id,)).rowcount == 1


async def open_notices(store: "Store", now: int) -> list[Notice]:
    """What waits for an answer, oldest first."""
    sql = "SELECT id, kind, target, argument FROM notices WHERE done_at IS NULL AND at > ? ORDER BY id"
    return [Notice(*row) for row in await store.fetch(sql, (now - WAIT_MS,))]


async def answer(store: "Store", notice: Notice, done: bool, sentence: str, now: int) -> None:
    """Answer a notice; it is not open any more."""
    sql = "UPDATE notices SET done_at = ?, refused = ?, answer = ? WHERE id = ?"
    await store.execute((sql, (now, not done, sentence, notice.id)))
