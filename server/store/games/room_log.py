"""Rooms as event logs: the live rooms, one whole room, and the events of a game since a version."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

import msgspec

from server.errors import StoreError
from server.protocol.events import RoomEvent
from server.store import event_rows, game_rows
from server.store.database import Database
from server.store.integrity import Damaged
from server.store.people import players
from server.store.records import StoredRoom
from server.store.sql import UNFINISHED, Parameters, Row, Statement, demand, json_values

log = logging.getLogger(__name__)

FEW_EVENTS = 50
TRIES = 10
_LIVE = "ended_at IS NULL AND next_flag_at IS NULL"
_ACTIONS = f"SELECT {event_rows.STORED} FROM actions"


async def list_live_rooms(db: Database) -> list[StoredRoom]:
    """Return unfinished rooms in the order of creation, skipping damaged ones.

    Correspondence games are left out once they have begun.
    """
    try:
        return await _rooms(db, _LIVE)
    except StoreError:  # at least one room is damaged: read them one by one
        rooms: list[StoredRoom] = []
        for row in await db.fetch(f"SELECT id FROM games WHERE {_LIVE} ORDER BY serial"):
            try:
                rooms += await _rooms(db, "id = ?", (row["id"],))
            except Damaged:
                continue  # logged already
            except StoreError as error:
                log.error("room %s cannot be read: %s", row["id"], error)  # noqa: TRY400 - one line
        return rooms


async def list_heads(db: Database, others: Iterable[str]) -> dict[str, int]:
    """Return the latest version of each live room as `list_live_rooms` means it, and of those of ``others`` that exist,
    by id."""
    sql = f"""SELECT id, (SELECT max(v) FROM actions WHERE game = games.serial) AS v FROM games WHERE {_LIVE}
      UNION ALL SELECT id, (SELECT max(v) FROM actions WHERE game = games.serial) AS v FROM games
        WHERE id IN {json_values("?")} AND NOT ({_LIVE})"""
    rows = await db.fetch(sql, (msgspec.json.encode(list(others)).decode(),))
    return {row["id"]: row["v"] for row in rows}


_OF_PLAYER = f"SELECT count(*) FROM games WHERE (player0 = ? OR player1 = ?) AND {_LIVE}"


async def count_live(db: Database, player: str) -> int:
    """Count the live rooms, as `list_live_rooms` means them, in which a player has a seat."""
    ((count,),) = await db.fetch(_OF_PLAYER, (player, player))
    return int(count)


def demand_live_room(player: str, most: int) -> Statement:
    """Return a statement that fails if a player has a seat in more than ``most`` live rooms."""
    return demand((f"SELECT 1 WHERE ({_OF_PLAYER}) <= ?", (player, player, most)))


def demand_version(serial: int, v: int) -> Statement:
    """Return a statement that fails if a game has other events than those up to version ``v``."""
    return demand(("SELECT 1 WHERE (SELECT max(v) FROM actions WHERE game = ?) = ?", (serial, v)))


async def exists(db: Database, id: str) -> bool:
    """Return whether there is a game of this id."""
    return bool(await db.fetch("SELECT 1 FROM games WHERE id = ?", (id,)))


async def find_room(db: Database, id: str) -> StoredRoom | None:
    """Return a room, finished or not; None if there is none, or for an imported game.

    Raises Damaged if its rows are not as written.
    """
    rooms = await _rooms(db, "id = ? AND imported IS NULL", (id,))
    return rooms[0] if rooms else None


async def find_room_of_command(db: Database, owner: str, command_id: str) -> str | None:
    """Return the id of the room that ``owner`` created with this command; None if there is none."""
    rows = await db.fetch("SELECT id FROM games WHERE owner = ? AND command = ?", (owner, command_id))
    return rows[0]["id"] if rows else None


async def read_events_since(db: Database, serial: int, v: int) -> list[RoomEvent]:
    """Return the events of a game after version ``v``. Raises Damaged if they are not as written."""
    sql = f"SELECT {event_rows.STORED} FROM actions WHERE game = ? AND v > ? ORDER BY v"
    rows = [tuple(row) for row in await db.fetch(sql, (serial, v))]
    db.integrity.check_actions(serial, rows)
    return await fill_in_names(db, (event_rows.read_event(row[2:-1]) for row in rows))


async def read_events(db: Database, game: Row) -> tuple[Row, list[RoomEvent]]:
    """Return all events of a game, and its row as of these events. Raises Damaged if they are not as written."""
    while True:
        rows = [tuple(row) for row in await db.fetch(f"{_ACTIONS} WHERE game = ? ORDER BY v", (game["serial"],))]
        # a game in progress may change between the queries, its colours too: retry until row and events match
        again = await db.fetch("SELECT * FROM games WHERE serial = ?", (game["serial"],))
        if not again or tuple(again[0]) == tuple(game):
            break
        game = again[0]

    def read() -> list[RoomEvent]:
        db.integrity.check(game, rows)
        return [event_rows.read_event(row[2:-1]) for row in rows]

    # tens of microseconds per event: a long game must not block the event loop
    events = await asyncio.to_thread(read) if len(rows) > FEW_EVENTS else read()
    return game, await fill_in_names(db, events)


async def note_heartbeat(db: Database, at: int) -> None:
    """Record that the server is alive; another of its processes may have done so at a later time."""
    sql = """INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (one) DO UPDATE
      SET at = CASE WHEN excluded.at > heartbeat.at THEN excluded.at ELSE heartbeat.at END"""
    await db.execute((sql, (at,)))


async def read_heartbeat(db: Database) -> int | None:
    """Return the time of the last heartbeat; None if there is none."""
    rows = await db.fetch("SELECT at FROM heartbeat")
    return rows[0]["at"] if rows else None


async def read_alive_at(db: Database) -> int:
    """Return the latest instant at which the server was alive, by heartbeat or by an unfinished game's events; 0 if
    unknown."""
    sql = f"""SELECT max(at) AS at FROM (SELECT at FROM heartbeat
      UNION ALL SELECT max(at) AS at FROM actions
        WHERE game IN ({UNFINISHED})) AS signs"""
    return (await db.fetch(sql))[0]["at"] or 0


async def fill_in_names(db: Database, events: Iterable[RoomEvent]) -> list[RoomEvent]:
    """Return the events with the current names of their players."""
    found = list(events)
    names = await players.read_names(db, event_rows.list_people(found))
    return [event_rows.fill_in_names(event, names) for event in found]


async def _rooms(db: Database, condition: str, parameters: Parameters = ()) -> list[StoredRoom]:
    of_games = f"SELECT * FROM games WHERE {condition} ORDER BY serial"
    of_actions = f"{_ACTIONS} WHERE game IN (SELECT serial FROM games WHERE {condition}) ORDER BY game, v"
    games = await db.fetch(of_games, parameters)
    for _ in range(TRIES):
        rows = await db.fetch(of_actions, parameters)
        # another process may end a game between the queries: retry until rows and actions match
        before = {tuple(game) for game in games}
        games = await db.fetch(of_games, parameters)
        if before == set(map(tuple, games)):
            break
    games = [game for game in games if tuple(game) in before]  # of many games some may never stand still
    stored: dict[int, list[tuple[Any, ...]]] = {game["serial"]: [] for game in games}
    for row in map(tuple, rows):
        if row[0] in stored:  # a room may be created or finished between the two queries
            stored[row[0]].append(row)
    games = [game for game in games if stored[game["serial"]] or db.integrity.covers(game["serial"])]
    for game in games:
        db.integrity.check(game, stored[game["serial"]])
    events = {game["serial"]: [event_rows.read_event(row[2:-1]) for row in stored[game["serial"]]] for game in games}
    names = await players.read_names(
        db, event_rows.list_people(event for of_room in events.values() for event in of_room)
    )
    return [
        StoredRoom(
            serial=game["serial"],
            id=game["id"],
            events=[event_rows.fill_in_names(event, names) for event in events[game["serial"]]],
            commands={row[1]: row[4] for row in stored[game["serial"]] if row[1] is not None},
            bot=game_rows.read_bot(game),
        )
        for game in games
    ]
