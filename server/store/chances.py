"""Positions that lost the games which teach; see `bots.learning.memory`, of which the rows have the JSON."""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from server.store.visible import SHOWN
from server.store.writer import Parameters

if TYPE_CHECKING:
    from server.store.store import Store

_KEEP = """INSERT INTO last_chances SELECT ?, ?, ? WHERE NOT EXISTS (
    SELECT 1 FROM patterns WHERE key IN (SELECT value FROM json_each(?)) AND state = 'forgotten')
  ON CONFLICT (game) DO UPDATE SET rules = excluded.rules, body = excluded.body"""
_IN_USE = """SELECT body FROM last_chances WHERE rules = ? AND NOT EXISTS (
    SELECT 1 FROM pattern_sources JOIN patterns ON id = pattern
    WHERE pattern_sources.game = last_chances.game AND state <> 'on') ORDER BY game"""

_SEEN = f"""SELECT 1 FROM last_chances JOIN games ON serial = game
  WHERE last_chances.rules = :rules AND json_extract(body, '$.cells') = :cells AND {SHOWN} LIMIT 1"""

FORGET = "DELETE FROM last_chances WHERE game IN (SELECT game FROM pattern_sources WHERE pattern = ?)"
"""Forgets the positions of the games that taught a pattern."""
DROP = "DELETE FROM last_chances"


def keeping(
    serial: int, rules: str, chance: dict[str, Any] | None, patterns: Iterable[str]
) -> tuple[str, Parameters] | None:
    """What keeps the position that lost a game, if there is one, unless a pattern that the game taught is forgotten.

    ``patterns`` are their keys.
    """
    if chance is None:
        return None
    body, keys = msgspec.json.encode(chance).decode(), msgspec.json.encode(list(patterns)).decode()
    return _KEEP, (serial, rules, body, keys)


async def in_use(store: "Store", rules: str) -> list[dict[str, Any]]:
    """Every position of a rule set, but of games that taught a pattern which is turned off; there may be thousands."""
    rows = await store.fetch(_IN_USE, (rules,))
    return await asyncio.to_thread(lambda: [msgspec.json.decode(row["body"]) for row in rows])


async def seen(store: "Store", rules: str, cells: str, viewer: str | None) -> bool:
    """Whether a game that a player may find was lost from a position; ``cells`` as `bots.learning.memory` has them."""
    return bool(await store.fetch(_SEEN, {"rules": rules, "cells": cells, "me": viewer}))
