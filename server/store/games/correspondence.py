"""Correspondence games: when their flags fall, whose move it is, and when the server was down meanwhile.

A waiting game is one row. `next_flag_at` is the instant at which the server must check it, no later than the flag
falls; `waits_for` is the player to move.
"""

from collections.abc import Mapping, Sequence

import msgspec

from gomoku.plan import AnswerPlan
from gomoku.working_time import Interval
from server.protocol.api import SlowGame
from server.store import game_rows
from server.store.database import Database
from server.store.people import challenges, players
from server.store.shown_rows import show_rows
from server.store.sql import BatchStage, BulkStatement, Statement, Value, demand, read, read_tuples

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
    """Return the ids of up to ``most`` games whose flag may have fallen by an instant, the longest due first."""
    return [row["id"] for row in await db.fetch(DUE, (at, most))]


async def put_off(db: Database, id: str, at: int) -> None:
    """Set the instant at which the server checks a waiting game again."""
    await db.execute(("UPDATE games SET next_flag_at = ? WHERE id = ? AND next_flag_at IS NOT NULL", (at, id)))


async def list_games(db: Database, player: str) -> list[SlowGame]:
    """Return a player's correspondence games in progress, by the time of their next check, the earliest first."""
    rows = await db.fetch(LIST, {"player": player})
    names = await players.read_names(db, game_rows.list_players(rows))
    return show_rows("game", rows, "id", lambda row: _summarise(read(WaitingGame, row), player, names))[0]


async def count_games(db: Database, player: str) -> int:
    """Count a player's correspondence games in progress."""
    rows = await db.fetch(f"SELECT count(*) AS n FROM ({LIST}) AS waiting", {"player": player})
    return int(rows[0]["n"])


def demand_room(player: str, most: int) -> Statement:
    """Return a statement that fails if a player has more than ``most`` correspondence games in progress."""
    counts = (f"(SELECT count(*) FROM games WHERE player{seat} = ? AND next_flag_at IS NOT NULL)" for seat in (0, 1))
    return demand((f"SELECT 1 WHERE {' + '.join(counts)} <= ?", (player, player, most)))


async def list_rated_positions(db: Database, player: str) -> list[tuple[str, int, list[int]]]:
    """Return a player's rated correspondence games in progress: room, size, and the stones on the board in order."""
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
    """Store that the server was down from one instant to another, and extend the challenges that waited meanwhile.

    Clocks of correspondence games stand still during a downtime.
    """
    await db.execute(("INSERT INTO downtimes VALUES (?, ?)", (start, end)), challenges.put_off(start, end))


async def list_downtimes(db: Database, since: int) -> list[Interval]:
    """Return the downtimes that end after an instant, the earliest first."""
    rows = await db.fetch("SELECT from_at, to_at FROM downtimes WHERE to_at > ? ORDER BY to_at", (since,))
    return read_tuples(tuple[int, int], rows)


async def list_vacations(db: Database, player: str, since: int) -> list[Interval]:
    """Return a player's vacations that end after an instant, the earliest first."""
    sql = "SELECT from_at, to_at FROM vacations WHERE player = ? AND to_at > ? ORDER BY from_at"
    return read_tuples(tuple[int, int], await db.fetch(sql, (player, since)))


async def has_announced(db: Database, player: str, command: str) -> bool:
    """Return whether a player's command has already announced a vacation."""
    return bool(await db.fetch("SELECT 1 FROM vacations WHERE player = ? AND command = ?", (player, command)))


async def add_vacation(
    db: Database, player: str, command: str, start: int, end: int, known: Sequence[Interval]
) -> None:
    """Store a vacation; raise Conflict if the command already announced one, the player's vacations are no longer the
    ``known`` ones, or the player is not there.
    """
    # none is ever removed, and an end only comes earlier: the same number and sum mean the same vacations
    same = """SELECT 1 FROM (SELECT count(*) AS number, coalesce(sum(to_at), 0) AS ends FROM vacations WHERE player = ?)
      AS own WHERE number = ? AND ends = ?"""
    await db.execute(
        players.demand_there(player),
        demand((same, (player, len(known), sum(ends for _, ends in known)))),
        ("INSERT INTO vacations VALUES (?, ?, ?, ?)", (player, command, start, end)),
    )


async def end_vacations(db: Database, player: str, at: int) -> None:
    """End a player's current vacation at an instant, and cancel later ones.

    A cancelled vacation keeps an empty row, because its command counts as done. Every game that waits for the player
    becomes due for a check at once, so the check happens even if the server stops first.
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
    """Return the ids of the correspondence games in which it is the player's move."""
    return [game.room for game in await list_games(db, player) if game.yours]


class WaitingGame(game_rows.GameColumns, frozen=True):
    """A game in progress that waits for a player."""

    waits_for: str | None
    next_flag_at: int


def _summarise(game: WaitingGame, player: str, names: Mapping[str, str]) -> SlowGame:
    return SlowGame(
        room=game.id,
        rules=game.rules,
        size=game.size,
        clock=game_rows.make_clock(game),
        rated=game.rated,
        opponent=game.find_who(1 if game.player0 == player else 0, names),
        yours=game.waits_for == player,
        flag_at=game.next_flag_at,
    )


DEMAND = BulkStatement(
    BatchStage.DEMANDS,
    """INSERT INTO demands (met)
    SELECT 0 WHERE coalesce((SELECT tree FROM plans WHERE game = ? AND seat = ?), '') <> ?""",
)
DROP = BulkStatement(BatchStage.PLAYS_BY_CORRESPONDENCE, "DELETE FROM plans WHERE game = ? AND seat = ?")
KEEP = BulkStatement(
    BatchStage.PLAYS_BY_CORRESPONDENCE, "INSERT INTO plans (game, seat, ply, tree, updated_at) VALUES (?, ?, ?, ?, ?)"
)
ON_END = BulkStatement(BatchStage.ENDINGS, "DELETE FROM plans WHERE game = ?")

json = msgspec.json.Encoder()
plan = msgspec.json.Decoder(AnswerPlan)


def make_demand_row(serial: int, seat: int, known: AnswerPlan | None) -> tuple[Value, ...]:
    """Build the parameters of `DEMAND`."""
    return (serial, seat, "" if known is None else json.encode(known).decode())


def make_plan_row(serial: int, seat: int, kept: AnswerPlan, at: int) -> tuple[Value, ...]:
    """Build the parameters of `KEEP`."""
    return (serial, seat, kept.ply, json.encode(kept).decode(), at)


async def read_plans(db: Database, serial: int) -> list[AnswerPlan | None]:
    """Return the plans of both seats of a game, None for a seat without one."""
    found: list[AnswerPlan | None] = [None, None]
    for row in await db.fetch("SELECT seat, tree FROM plans WHERE game = ?", (serial,)):
        found[row["seat"]] = plan.decode(row["tree"])
    return found
