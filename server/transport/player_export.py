"""Archives of all data about a player: made in a separate process, from the database itself."""

import asyncio
import io
import zipfile
from collections.abc import Iterator
from typing import Any, cast

import msgspec

from bots.executor import Execute
from bots.workers.fair_queue import Asker
from server.store.database import Database
from server.store.games import library as games
from server.store.integrity import Damaged, Integrity
from server.store.people.second_factors import make_id
from server.store.reading import Reading, read_from
from server.store.sql import Named, Parameters, Row
from server.transport.library import export
from server.transport.turns import AtEnd, Turns

MOST_GAMES = 20_000
"""Most games in one archive, the latest: some 60 MiB before compression."""
MOST_WAITING = 16
"""Most addresses with an archive running, waiting or being sent, one each: an archive is in memory until it is sent."""
PATIENCE_S = 120.0
"""How long a request waits for its archive."""

_OWN = "owner = :player OR player0 = :player OR player1 = :player"
_PARTS = {
    "devices": "SELECT hash, browser, system, created_at, last_used_at, ended_at FROM tokens WHERE player = :player",
    "attempts": """SELECT puzzle, solved, at, rating_before, rating_after FROM attempts WHERE player = :player
      ORDER BY at""",
    "puzzle_rating": """SELECT rating, deviation, volatility, games, last_at FROM puzzle_ratings
      WHERE player = :player""",
    "daily_puzzles": "SELECT day, rules, solved, at FROM daily_results WHERE player = :player ORDER BY day, rules",
    "puzzle_runs": "SELECT mode, rules, score, began_at, ends_at FROM puzzle_runs WHERE player = :player ORDER BY mode",
    "puzzle_scores": "SELECT mode, day, score FROM puzzle_scores WHERE player = :player ORDER BY day, mode",
    "vacations": "SELECT from_at, to_at FROM vacations WHERE player = :player ORDER BY from_at",
    "plans": """SELECT games.id AS game, seat, ply, tree, updated_at FROM plans JOIN games ON serial = game
      WHERE player0 = :player AND seat = 0 OR player1 = :player AND seat = 1""",
    "rooms": f"""SELECT id AS room, rules, size, visibility, created_at FROM games
      WHERE ended_at IS NULL AND ({_OWN}) ORDER BY serial""",
    "trees": "SELECT id, title, visibility, rules, size, file, nodes, created_at FROM trees WHERE owner = :player",
    "remarks": """SELECT games.id AS room, side, remarks.at, kind, body FROM remarks JOIN games ON serial = room
      WHERE player = :player ORDER BY remarks.id""",
    "challenges": """SELECT id, player, other, terms, made_at, expires_at, declined FROM challenges
      WHERE player = :player OR other = :player ORDER BY made_at, id""",
    "follows": "SELECT other, at FROM follows WHERE player = :player ORDER BY at",
    "blocks": "SELECT other, at FROM player_blocks WHERE player = :player ORDER BY at",
    "push_subscriptions": """SELECT endpoint, language, made_at FROM push_subscriptions WHERE player = :player
      ORDER BY made_at""",
    "lesson_notices": """SELECT games.id AS game, made_at FROM lesson_notices JOIN games ON serial = game
      WHERE player = :player ORDER BY made_at""",
    "tree_notices": "SELECT tree, title, made_at FROM tree_notices WHERE player = :player ORDER BY made_at",
    "offers": """SELECT games.id AS game, what, made_at FROM offers JOIN games ON serial = game
      WHERE player = :player ORDER BY made_at""",
    "push_settings": "SELECT kinds, quiet_from, quiet_to, zone, east FROM push_settings WHERE player = :player",
    "sanctions": "SELECT kind, reason, at, until, lifted_at FROM sanctions WHERE player = :player ORDER BY id",
    "reports": """SELECT about, games.id AS game, at, reports.reason, note, state FROM reports
      LEFT JOIN games ON serial = game WHERE by_player = :player ORDER BY reports.id""",
    "identities": "SELECT issuer, subject, made_at FROM identities WHERE player = :player",
    "second_factor": "SELECT made_at, confirmed_at FROM second_factors WHERE player = :player",
    "classrooms": """SELECT name, owner = :player AS taught FROM classrooms
      WHERE owner = :player OR id IN (SELECT classroom FROM pupils WHERE player = :player) ORDER BY made_at, id""",
    "ratings": "SELECT pool, rating, deviation, volatility, games, last_at FROM ratings WHERE player = :player",
    "rating_changes": """SELECT games.id AS game, changes.pool, changes.ended_at, score, expected, advantage,
      rating0 AS rating_before, deviation0 AS deviation_before, rating, deviation, volatility, changes.games
      FROM rating_changes AS changes LEFT JOIN games ON serial = game WHERE player = :player
      ORDER BY changes.ended_at, game""",
    "joined": "SELECT id, name, created_at FROM players WHERE alias_of = :player",
}
"""Queries for the data besides the games, by name in the archive. Only the player themselves receives it."""

_PLAYER = """SELECT id, name, players.created_at, seen_at, named, role, accounts.created_at AS account_at
  FROM players LEFT JOIN accounts ON accounts.player = players.id WHERE id = :player"""


def make_archive(address: str, player: str) -> bytes:
    """Return a zip of JSON files, and of each begun game as JSON and SGF; damaged games are named and left out."""
    packed = io.BytesIO()
    with read_from(address) as connection, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        asyncio.run(_write(archive, connection, player))
    return packed.getvalue()


async def _write(archive: zipfile.ZipFile, connection: Reading, player: str) -> None:
    reader = _Reader(connection)
    of_player = {"player": player}
    told: dict[str, Any] = {"player": next(_read(connection, _PLAYER, of_player), None)}
    told |= {name: list(_read(connection, sql, of_player)) for name, sql in _PARTS.items()}
    begun = f"SELECT id FROM games WHERE black IS NOT NULL AND ({_OWN}) ORDER BY serial DESC LIMIT {MOST_GAMES}"
    left_out: list[str] = []
    for (id,) in connection.execute(begun, of_player).fetchall():
        try:
            history = await games.find_game(cast("Database", reader), id)
        except Damaged:
            left_out.append(id)
            continue
        if history is not None:
            archive.writestr(f"games/{id}.json", msgspec.json.format(msgspec.json.encode(history), indent=1))
            archive.writestr(f"games/{id}.sgf", export(history, "sgf").body)
    archive.writestr("player.json", msgspec.json.format(msgspec.json.encode(told | {"damaged": left_out}), indent=1))


def _read(connection: Reading, sql: str, parameters: Named) -> Iterator[dict[str, Any]]:
    """Yield rows as dicts; a device has its id in place of its token's hash."""
    for row in connection.execute(sql, parameters):
        found = dict(zip(row.keys(), row, strict=True))
        if "hash" in found:
            found["device"] = make_id(found.pop("hash"))
        yield found


class Archives:
    """Makes archives of the database at ``database`` in turns by address; ``run`` calls a function in a process."""

    def __init__(self, run: Execute, database: str) -> None:
        self._turns = Turns(run, MOST_WAITING)
        self._database = database

    async def make(self, address: str, player: str, at_end: AtEnd | None = None) -> bytes:
        """Return the archive of a player. Raises Refused("flood") while the address has one running or being sent,
        until the end of its connection, which ``at_end`` reports.
        """
        asker = Asker(address, player)
        body: bytes = await self._turns.make(
            *(asker, PATIENCE_S, "an archive", make_archive, self._database, player), at_end=at_end
        )
        return body


class _Reader:
    """Read access for the store's modules through a connection of this process."""

    def __init__(self, connection: Reading) -> None:
        self._connection = connection
        first = next(iter(connection.execute("SELECT next, last FROM summing")), None)
        self.integrity = Integrity(None if first is None else (first[0], first[1]))

    async def fetch(self, sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        """Return all rows of a query."""
        return self._connection.execute(sql, parameters).fetchall()
