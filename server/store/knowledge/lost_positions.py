"""Positions that lost games from which bots learn; each row holds the JSON of a `StoredLastChance`."""

import asyncio
from collections.abc import Iterable

from msgspec import Struct, json

from bots.learning.proofs.lesson import StoredLastChance
from server.store.database import Database
from server.store.sql import SHOWN, Statement, json_values, read

MOST = 8
"""Most games that are listed for one position."""

_KEEP = f"""INSERT INTO last_chances SELECT ?, ?, ? WHERE NOT EXISTS (
    SELECT 1 FROM patterns WHERE key IN {json_values("?")} AND state = 'forgotten')
  ON CONFLICT (game) DO UPDATE SET rules = excluded.rules, body = excluded.body"""
_IN_USE = """SELECT body FROM last_chances WHERE rules = ? AND NOT EXISTS (
    SELECT 1 FROM pattern_sources JOIN patterns ON id = pattern
    WHERE pattern_sources.game = last_chances.game AND state <> 'on') ORDER BY game"""

_SEEN = f"""SELECT CAST(body ->> 'lost' AS INTEGER) AS point, id AS game FROM last_chances
  JOIN games ON serial = last_chances.game
  WHERE last_chances.rules = :rules AND body ->> 'cells' = :cells AND {SHOWN} ORDER BY serial DESC LIMIT {MOST}"""

FORGET = "DELETE FROM last_chances WHERE game IN (SELECT game FROM pattern_sources WHERE pattern = ?)"
"""Deletes the positions of the games that taught a pattern."""
DROP = "DELETE FROM last_chances"


class SeenLoss(Struct, frozen=True):
    """A game that was lost in a position by the move to ``point``, which is that of the stored cells."""

    point: int
    game: str


_decoder = json.Decoder(StoredLastChance)


def keep(serial: int, rules: str, chance: StoredLastChance | None, patterns: Iterable[str]) -> Statement | None:
    """Return the statement that stores the position that lost a game, or None if there is none.

    It stores nothing if one of the game's patterns, given by their keys in ``patterns``, is forgotten.
    """
    if chance is None:
        return None
    body, keys = json.encode(chance).decode(), json.encode(list(patterns)).decode()
    return _KEEP, (serial, rules, body, keys)


async def list_in_use(db: Database, rules: str) -> list[StoredLastChance]:
    """List the positions of a rule set, without games that taught a turned-off pattern; there may be thousands."""
    rows = await db.fetch(_IN_USE, (rules,))
    return await asyncio.to_thread(lambda: [_decoder.decode(row["body"]) for row in rows])


async def list_seen(db: Database, rules: str, cells: str, viewer: str | None) -> list[SeenLoss]:
    """List the losses in a position that the player may find, latest first; ``cells`` is that of `StoredLastChance`."""
    return [read(SeenLoss, row) for row in await db.fetch(_SEEN, {"rules": rules, "cells": cells, "me": viewer})]
