"""Stored answers to completed commands: a command sent again gets the first answer.

An answer is stored in the same transaction as the command's effects. Answers contain no secrets.
"""

import msgspec

from server.protocol.outbound import Ack
from server.store.database import Database
from server.store.sql import Statement

BATCH = 500

_decode = msgspec.json.Decoder(Ack).decode


def keep(player: str, answer: Ack, now: int) -> Statement:
    """Store the answer to a player's command. The statement raises Conflict if the command was already done."""
    sql = "INSERT INTO answers (player, command, answer, at) SELECT ?, ?, ?, ?"
    return sql, (player, answer.id, msgspec.json.encode(answer).decode(), now)


async def find(db: Database, player: str, command: str) -> Ack | None:
    """Return the stored answer to a player's command, or None."""
    rows = await db.fetch("SELECT answer FROM answers WHERE player = ? AND command = ?", (player, command))
    return _decode(rows[0]["answer"]) if rows else None


def take_back(player: str, command: str) -> Statement:
    """Build a statement that forgets the answer to a command, which was not done after all."""
    return "DELETE FROM answers WHERE player = ? AND command = ?", (player, command)


async def forget_before(db: Database, at: int) -> int:
    """Delete up to `BATCH` of the oldest answers given before a time; return how many."""
    sql = """DELETE FROM answers WHERE (player, command) IN (
      SELECT player, command FROM answers WHERE at < ? ORDER BY at LIMIT ?)"""
    (removed,) = await db.execute((sql, (at, BATCH)))
    return removed


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """Build statements that move a guest's answers to the account."""
    return [
        (
            """UPDATE answers SET player = ?
            WHERE player = ? AND command NOT IN (SELECT command FROM answers WHERE player = ?)""",
            (account, guest, account),
        ),
        ("DELETE FROM answers WHERE player = ?", (guest,)),
    ]
