"""Adds checksums to games older than the checksums, a few at a time, while the server runs."""

import asyncio
import logging

from server.errors import StoreError
from server.store import event_rows
from server.store.database import Database
from server.store.file import checksums
from server.store.sql import BatchStage, Bulk, BulkStatement

log = logging.getLogger(__name__)

PAUSE_S = 0.05
RETRY_S = 10.0

SUM_ACTION = BulkStatement(BatchStage.CHECKSUMS, "UPDATE actions SET sum = ? WHERE game = ? AND v = ? AND sum IS NULL")
SUM_GAME = BulkStatement(BatchStage.CHECKSUMS, "UPDATE games SET sum = ? WHERE serial = ? AND sum IS NULL")


async def fill(db: Database) -> None:
    """Add checksums to all older games; their current content counts as correct.

    On StoreError it logs a warning and retries after `RETRY_S` seconds.
    """
    if db.integrity.unsummed is None:
        return
    log.info("games number %d to %d get their checksums", *db.integrity.unsummed)
    while db.integrity.unsummed is not None:
        try:
            await sum_some(db)
        except StoreError as error:
            log.warning("checksums wait: %s", error)
            await asyncio.sleep(RETRY_S)
        await asyncio.sleep(PAUSE_S)
    log.info("every stored game has its checksums")


async def sum_some(db: Database, games: int = 10) -> None:
    """Add checksums to the next ``games`` games that lack them."""
    if db.integrity.unsummed is None:
        return
    first, last = db.integrity.unsummed
    chosen = "SELECT serial FROM games WHERE serial BETWEEN ? AND ? ORDER BY serial LIMIT ?"
    rows = await db.fetch(f"SELECT * FROM games WHERE serial IN ({chosen})", (first, last, games))
    actions = await db.fetch(
        f"SELECT {event_rows.STORED} FROM actions WHERE game IN ({chosen}) AND sum IS NULL", (first, last, games)
    )
    bulk: Bulk = {
        SUM_GAME: [(checksums.sum_game({name: row[name] for name in checksums.FIXED}), row["serial"]) for row in rows],
        SUM_ACTION: [(checksums.add_sum(tuple(row)[:-1])[-1], row["game"], row["v"]) for row in actions],
    }
    following = max((row["serial"] for row in rows), default=last) + 1
    statement = ("UPDATE summing SET next = ?", (following,)) if following <= last else ("DELETE FROM summing", ())
    await db.keep(bulk, statement)
    db.integrity.unsummed = (following, last) if following <= last else None
