"""Games by correspondence: when their flags fall, whom they wait for, and when the server was down meanwhile.

Such a game is one row while it waits: `next_flag_at` is the instant at which it has to be looked at, no later than its
flag falls, and `waits_for` the player to move.
"""

from collections.abc import Mapping

import msgspec

from gomoku.working_time import Interval
from server.protocol.api import SlowGame
from server.store import challenges, game_rows, players
from server.store.database import Database
from server.store.shown_rows import show_rows
from server.store.sql import Row

LIST = """
SELECT * FROM games WHERE player0 = :player AND next_flag_at IS NOT NULL
UNION ALL
SELECT * FROM games WHERE player1 = :player AND next_flag_at IS NOT NULL
ORDER BY next_flag_at, serial"""

LOOK_NOW = [
    f"UPDATE games SET next_flag_at = ? WHERE player{seat} = ? AND next_flag_at > ? AND waits_for = ?"
    for seat in (0, 1)
]

DUE = "SELECT id FROM games WHERE next_flag_at <= ? ORDER BY next_flag_at LIMIT ?"


async def list_due(db: Database, at: int, most: int) -> list[str]:
    """The ids of games whose flag may have fallen by an instant, the longest due first."""
    return [row["id"] for row in await db.fetch(DUE, (at, most))]


async def put_off(db: Database, id: str, at: int) -> None:
    """Have a game looked at again at an instant."""
    await db.execute(("UPDATE games SET next_flag_at = ? WHERE id = ? AND next_flag_at IS NOT NULL", (at, id)))


async def list_games(db: Database, player: str) -> list[SlowGame]:
    """The games that a player plays by correspondence, that whose flag falls first before the others."""
    rows = await db.fetch(LIST, {"player": player})
    names = await players.read_names(db, {row[f"player{seat}"] for row in rows for seat in (0, 1)})
    return show_rows("game", rows, "id", lambda row: _read(row, player, names))[0]


async def count_games(db: Database, player: str) -> int:
    """How many that are."""
    rows = await db.fetch(f"SELECT count(*) AS n FROM ({LIST}) AS waiting", {"player": player})
    return int(rows[0]["n"])


async def list_rated_positions(db: Database, player: str) -> list[tuple[str, int, list[int]]]:
    """The rated ones of these: the room, the size, and the stones on the board in their order."""
    sql = f"""SELECT id, size, kind, point, data FROM ({LIST}) AS waiting JOIN actions ON game = serial
      WHERE rated = 1 AND kind IN ('moved', 'took_back') ORDER BY serial, v"""
    found: dict[str, tuple[str, int, list[int]]] = {}
    for row in await db.fetch(sql, {"player": player}):
        moves = found.setdefault(row["id"], (row["id"], row["size"], []))[2]
        if row["kind"] == "moved":
            moves.append(row["point"])
        else:
            del moves[-msgspec.json.decode(row["data"])["plies"] :]
    return list(found.values())


async def note_downtime(db: Database, start: int, end: int) -> None:
    """Keep that the server was down from one instant to another: no clock of such a game has run, nor the time in
    which a challenge is to be answered."""
    await db.execute(("INSERT INTO downtimes VALUES (?, ?)", (start, end)), challenges.put_off(start, end))


async def list_downtimes(db: Database, since: int) -> list[Interval]:
    """When the server was down after an instant."""
    rows = await db.fetch("SELECT from_at, to_at FROM downtimes WHERE to_at > ? ORDER BY to_at", (since,))
    return [(row["from_at"], row["to_at"]) for row in rows]


async def list_vacations(db: Database, player: str, since: int) -> list[Interval]:
    """The vacations of a player that end after an instant, the first one first."""
    sql = "SELECT from_at, to_at FROM vacations WHERE player = ? AND to_at > ? ORDER BY from_at"
    return [(row["from_at"], row["to_at"]) for row in await db.fetch(sql, (player, since))]


async def has_announced(db: Database, player: str, command: str) -> bool:
    """Whether a command has announced a vacation before."""
    return bool(await db.fetch("SELECT 1 FROM vacations WHERE player = ? AND command = ?", (player, command)))


async def add_vacation(db: Database, player: str, command: str, start: int, end: int) -> None:
    """Keep a vacation; Conflict for a command that has announced one."""
    await db.execute(("INSERT INTO vacations VALUES (?, ?, ?, ?)", (player, command, start, end)))


async def end_vacations(db: Database, player: str, at: int) -> None:
    """Have what goes on end at an instant, and forget what was to begin after it.

    The row of a vacation that was not begun stays, empty: its command has been done. Every game that waits for the
    player has to be looked at, also where the server ends before it does.
    """
    await db.execute(
        (
            """UPDATE vacations SET from_at = CASE WHEN from_at > ? THEN ? ELSE from_at END, to_at = ?
            WHERE player = ? AND to_at > ?""",
            (at, at, at, player, at),
        ),
        *((sql, (at, player, at, player)) for sql in LOOK_NOW),
    )


async def list_waiting_for(db: Database, player: str) -> list[str]:
    """The ids of the games in which a player is to move."""
    return [game.room for game in await list_games(db, player) if game.yours]


def _read(row: Row, player: str, names: Mapping[str, str]) -> SlowGame:
    other = 1 if row["player0"] == player else 0
    return SlowGame(
        room=row["id"],
        rules=row["rules"],
        size=row["size"],
        clock=game_rows.read_clock(row),
        rated=bool(row["rated"]),
        opponent=game_rows.read_who(row[f"player{other}"], row[f"level{other}"], names),
        yours=row["waits_for"] == player,
        flag_at=row["next_flag_at"],
    )
