"""Search for players by parts of their names. Its cost does not grow with the number of guests."""

import msgspec

from server.store.database import Database
from server.store.players import fold_name

MOST_PLAYERS = 10
"""Limit of players that a search returns; a longer part of the name narrows it."""

_CANDIDATES = 200
_READ = 100_000
"""Limit of chosen names that one search scans (some 10 ms)."""

_CHOSEN = " AND ".join(f"name_key NOT GLOB '{guest} [0-9]*'" for guest in ("guest", "游客", "遊客"))
_GUESTS = ("", "guest ", "游客 ", "遊客 ")

_BEGINNING = f"""SELECT id FROM players
WHERE name_key >= ? AND name_key < ? ORDER BY name_key LIMIT {_CANDIDATES}"""

_WITHIN = f"""SELECT id FROM players WHERE name_key IN (
  SELECT key FROM (SELECT name_key AS key FROM players INDEXED BY players_by_chosen_name WHERE {_CHOSEN} LIMIT {_READ})
  AS chosen WHERE instr(key, ?) > 1 LIMIT {_CANDIDATES})"""

_PLAYED = f"""SELECT value FROM json_each(?) WHERE
  EXISTS (SELECT 1 FROM games WHERE player0 = value AND plies > 0 AND reason <> 'aborted')
  OR EXISTS (SELECT 1 FROM games WHERE player1 = value AND plies > 0 AND reason <> 'aborted')
ORDER BY key LIMIT {MOST_PLAYERS}"""


async def find_players(db: Database, wanted: str) -> list[str]:
    """List players with finished games who have the id ``wanted``, or whose names contain it; name prefixes come first.

    Case does not matter and no character is a wildcard. A guest's name is found by its beginning or by its number.
    """
    text = fold_name(wanted)
    rows = await db.fetch("SELECT id FROM players WHERE id = ? AND deleted_at IS NULL", (wanted,))
    if text and not rows:
        for guest in _GUESTS if text.isdecimal() else ("",):
            rows += await db.fetch(_BEGINNING, (guest + text, guest + text + chr(0x10FFFF)))
        rows += await db.fetch(_WITHIN, (text,))
    ids = list(dict.fromkeys(row["id"] for row in rows))
    return [row["value"] for row in await db.fetch(_PLAYED, (msgspec.json.encode(ids).decode(),))]


async def find_accounts(db: Database, text: str) -> list[tuple[str, str]]:
    """List id and name of up to `MOST_PLAYERS` enabled accounts whose name begins with the folded ``text``."""
    rows = await db.fetch(
        f"""SELECT players.id, name FROM players JOIN accounts ON accounts.player = players.id
        WHERE name_key >= ? AND name_key < ? AND disabled_at IS NULL ORDER BY name_key LIMIT {MOST_PLAYERS}""",
        (text, text + chr(0x10FFFF)),
    )
    return [(row["id"], row["name"]) for row in rows]
