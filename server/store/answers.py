"""Answers to commands that have been done: the same command, sent again, gets the answer of the first.

An answer is kept in the transaction of what its command does. No secret is among them.
"""

import msgspec

from server.protocol.outbound import Ack
from server.store.database import Database
from server.store.sql import Statement

BATCH = 500

_decode = msgspec.json.Decoder(Ack).decode


def keep(player: str, answer: Ack, now: int) -> Statement:
    """Keeps the answer to a player's command; Conflict where the command has been done before."""
    sql = "INSERT INTO answers (player, command, answer, at) SELECT ?, ?, ?, ?"
    return sql, (player, answer.id, msgspec.json.encode(answer).decode(), now)


async def find(db: Database, player: str, command: str) -> Ack | None:
    """The answer to a player's command that has been done."""
    rows = await db.fetch("SELECT answer FROM answers WHERE player = ? AND command = ?", (player, command))
    return _decode(rows[0]["answer"]) if rows else None


async def forget_before(db: Database, at: int) -> int:
    """Remove some of those that were given before a time; how many they were."""
    sql = """DELETE FROM answers WHERE (player, command) IN (
      SELECT player, command FROM answers WHERE at < ? ORDER BY at LIMIT ?)"""
    (removed,) = await db.execute((sql, (at, BATCH)))
    return removed


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """What makes a guest's the account's."""
    return [
        ("UPDATE OR IGNORE answers SET player = ? WHERE player = ?", (account, guest)),
        ("DELETE FROM answers WHERE player = ?", (guest,)),
    ]
