"""Lists of finished games, and one game whole."""

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gomoku import point
from server.protocol.api import GameHistory, GamePage, GameSummary, LevelScore, StoredMove
from server.protocol.events import Created, Ended, Moved, RoomEvent, TookBack
from server.protocol.shapes import ColorName, Result, Who
from server.store import history
from server.store.cursor import pack, unpack
from server.store.names import players_called
from server.store.rows import GameFilter

if TYPE_CHECKING:
    from server.store.store import Store

_LISTED = "plies > 0 AND reason <> 'aborted'"
_COLUMNS = """serial, id, rules, size, clock_kind, clock_ms, clock_increment_ms, visibility, rated, black,
  player0, player1, level0, level1, plies, created_at, started_at, ended_at, winner, reason, previous, imported,
  black_name, white_name, from_game, start"""

SCORES = f"""SELECT level, sum(winner IS mine) AS won, sum(winner IS NULL) AS drawn,
    sum(winner IS NOT mine) - sum(winner IS NULL) AS lost FROM (
  SELECT level1 AS level, winner, iif(black = 0, 'black', 'white') AS mine FROM games
    WHERE player0 = :player AND level1 IS NOT NULL AND {_LISTED}
  UNION ALL
  SELECT level0, winner, iif(black = 1, 'black', 'white') FROM games
    WHERE player1 = :player AND level0 IS NOT NULL AND {_LISTED}
) GROUP BY level ORDER BY level"""
"""Reads the player's own games through the library's indexes, so that it costs about their number."""


async def games(store: "Store", wanted: GameFilter, cursor: str | None, limit: int) -> GamePage:
    """See `Store.games`."""
    values: dict[str, Any] = {"limit": limit + 1, "me": wanted.visible_to}
    if wanted.player is not None:
        found = await players_called(store, wanted.player)
        if not found:
            return GamePage([])
        values |= {f"player{n}": id for n, id in enumerate(found)}
    sql = query(wanted, values, await _after(store, cursor))
    rows = await store.fetch(sql, values)
    page = rows[:limit]
    names = await store.names(row[seat] for row in page for seat in ("player0", "player1"))
    more = pack(page[-1]["ended_at"], page[-1]["id"]) if len(rows) > limit else None
    return GamePage(
        games=[summary(row, names) for row in page],
        next=more,
    )


def query(wanted: GameFilter, values: dict[str, Any], after: tuple[int, int] | None) -> str:
    """The SELECT behind a page; fills ``values``.

    Each branch of the union reads one index in the order of the list, so that a page costs about its own length.
    """
    mine = "(visibility = 'public' OR player0 = :me OR player1 = :me)"
    if wanted.player is not None:
        own = "(imported IS NULL OR player0 = :me)"  # who brought a file has not played in it
        names = [name for name in values if name.startswith("player")]
        every = ", ".join(f":{name}" for name in names)
        branches = [f"player0 = :{name} AND {mine} AND {own}" for name in names]
        branches += [
            f"player1 = :{name} AND (player0 IS NULL OR player0 NOT IN ({every})) AND {mine}" for name in names
        ]
    elif wanted.level is not None:
        branches = [f"level1 = :level AND {mine}", f"level0 = :level AND level1 IS NOT :level AND {mine}"]
    else:
        branches = ["visibility = 'public'"]
        if wanted.visible_to is not None:
            branches += [
                "player0 = :me AND visibility <> 'public'",
                "player1 = :me AND player0 IS NOT :me AND visibility <> 'public'",
            ]
    conditions = [_LISTED]
    if wanted.level is not None:
        values["level"] = wanted.level
        if wanted.player is not None:
            conditions.append(":level IN (level0, level1)")
    if wanted.rules is not None:
        values["rules"] = wanted.rules
        conditions.append("rules = :rules")
    match wanted.result:
        case "black" | "white":
            values["winner"] = wanted.result
            conditions.append("winner = :winner")
        case "draw":
            conditions.append("winner IS NULL AND reason <> 'unfinished'")
    if wanted.since is not None:
        values["since"] = wanted.since
        conditions.append("ended_at >= :since")
    if wanted.until is not None:
        values["until"] = wanted.until
        conditions.append("ended_at < :until")
    if after is not None:
        values["after"], values["after_serial"] = after
        conditions.append("(ended_at, serial) < (:after, :after_serial)")
    common = " AND ".join(conditions)
    union = " UNION ALL ".join(f"SELECT {_COLUMNS} FROM games WHERE {branch} AND {common}" for branch in branches)
    return f"{union} ORDER BY ended_at DESC, serial DESC LIMIT :limit"


async def game(store: "Store", id: str) -> GameHistory | None:
    """See `Store.game`."""
    rows = await store.fetch("SELECT * FROM games WHERE id = ? AND black IS NOT NULL", (id,))
    if not rows:
        return None
    row = rows[0]
    events = await store.whole(row)
    moves = await asyncio.to_thread(standing, events, row["black"], row["size"])
    ended = [event for event in events if isinstance(event, Ended)]
    names = await store.names((row["player0"], row["player1"]))
    return GameHistory(
        game=summary(row, names, plies=len(moves)),
        moves=moves,
        events=events,
        line=ended[-1].line if ended else None,
        bot=history.bot_of(row),
        next=row["next"],
    )


async def scores(store: "Store", player: str) -> list[LevelScore]:
    """See `Store.scores`."""
    rows = await store.fetch(SCORES, {"player": player})
    return [LevelScore(row["level"], row["won"], row["drawn"], row["lost"]) for row in rows]


def standing(events: Iterable[RoomEvent], black: int, size: int) -> list[StoredMove]:
    """The moves on the board: what was taken back is left out. ``black`` is the seat that has black.

    Those that the game began with are there, too; they took no time.
    """
    moves: list[StoredMove] = []
    for event in events:
        if isinstance(event, Created):
            moves += [_copied(ply, at, event.at, size) for ply, at in enumerate(event.start)]
        elif isinstance(event, Moved):
            color: ColorName = "black" if event.seat == black else "white"
            moves.append(
                StoredMove(
                    ply=event.ply,
                    color=color,
                    point=event.point,
                    name=point.name(event.point, size),
                    at=event.at,
                    think_ms=event.think_ms,
                    lag_ms=event.lag_ms,
                    given_ms=event.given_ms,
                    left_ms=event.left[event.seat],
                    forced=event.forced,
                    why=event.why,
                )
            )
        elif isinstance(event, TookBack):
            del moves[len(moves) - event.plies :]
    return moves


def _copied(ply: int, at: int, when: int, size: int) -> StoredMove:
    color: ColorName = "white" if ply % 2 else "black"
    return StoredMove(ply, color, at, point.name(at, size), when, think_ms=0, lag_ms=0, given_ms=0)


def may_see(history: GameHistory, viewer: str | None) -> bool:
    """Whether a player (None for anybody) may see a game: a private one is for its players and its owner only."""
    owners = {event.owner.id for event in history.events if isinstance(event, Created)}
    players = {history.game.black.id, history.game.white.id} | owners
    return history.game.visibility != "private" or viewer in players - {""}


def summary(row: sqlite3.Row, names: Mapping[str, str], plies: int | None = None) -> GameSummary:
    """The game in a row of ``games``."""
    seats = [history.person(row[f"player{seat}"], row[f"level{seat}"], names) for seat in (0, 1)]
    if row["imported"] is not None:
        seats = [Who(name=row["black_name"]), Who(name=row["white_name"])]
    over = row["ended_at"] is not None
    return GameSummary(
        id=row["id"],
        rules=row["rules"],
        size=row["size"],
        clock=history.clock_of(row),
        visibility=row["visibility"],
        rated=bool(row["rated"]),
        black=seats[row["black"]],
        white=seats[1 - row["black"]],
        plies=row["plies"] if plies is None else plies,
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        result=Result(row["winner"], row["reason"]) if over else None,
        previous=row["previous"],
        imported=row["imported"],
        from_game=row["from_game"],
        start=row["start"],
    )


async def _after(store: "Store", cursor: str | None) -> tuple[int, int] | None:
    """The end and the number of the game that a cursor names; of a deleted one, as if it had been the latest then."""
    after = unpack(cursor)
    if after is None:
        return None
    rows = await store.fetch("SELECT serial FROM games WHERE id = ?", (after[1],))
    return after[0], rows[0]["serial"] if rows else (1 << 63) - 1
