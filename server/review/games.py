"""The stored games that somebody may have read, and what was read out of one as it is shown."""

import sqlite3

import msgspec

from server.errors import Refused
from server.protocol.study import GameAnalysis, TrapAt
from server.store import patterns, studies
from server.store.store import Store

_VISIBLE = """SELECT * FROM games WHERE id = :id AND black IS NOT NULL
  AND (visibility <> 'private' OR :me IN (owner, player0, player1))"""


async def visible(store: Store, id: str, viewer: str | None) -> sqlite3.Row:
    """The row of a game that has begun; raises Refused where there is none that the viewer may see."""
    rows = await store.fetch(_VISIBLE, {"id": id, "me": viewer})
    if not rows:
        raise Refused(code="unknown_game")
    return rows[0]


async def analysis(store: Store, id: str, viewer: str | None) -> GameAnalysis:
    """The analysis of a game; raises Refused where there is none, or none that the viewer may see."""
    try:
        row = await visible(store, id, viewer)
    except Refused:
        raise Refused(code="not_found") from None
    stored = await studies.of_game(store, row["serial"])
    if stored is None:
        raise Refused(code="not_found")
    traps = [TrapAt(key, ply) for key, ply in await patterns.of_game(store, row["serial"], viewer)]
    return msgspec.convert({**stored.study, "game": id, "at": stored.at, "traps": traps}, GameAnalysis)
