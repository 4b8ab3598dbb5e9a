"""Rooms as logs of events: those that go on, one whole, and what a game has come to since a version."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from server.errors import StoreError
from server.protocol.events import RoomEvent
from server.store import event_rows, game_rows, players
from server.store.database import Database
from server.store.integrity import Damaged
from server.store.records import StoredRoom
from server.store.sql import Parameters, Row

log = logging.getLogger(__name__)

FEW_EVENTS = 50
_LIVE = "ended_at IS NULL AND next_flag_at IS NULL"
_ACTIONS = f"SELECT {event_rows.STORED} FROM actions"


async def list_live_rooms(db: Database) -> list[StoredRoom]:
    """The rooms that are not over, in the order in which they were made, but for those that are damaged.

    Games by correspondence are not among them, once they have begun.
    """
    try:
        return await _rooms(db, _LIVE)
    except StoreError:  # one of them at the least
        rooms: list[StoredRoom] = []
        for row in await db.fetch(f"SELECT id FROM games WHERE {_LIVE} ORDER BY serial"):
            try:
                rooms += await _rooms(db, "id = ?", (row["id"],))
            except Damaged:
                continue  # the log has said so
            except StoreError as error:
                log.error("room %s cannot be read: %s", row["id"], error)  # noqa: TRY400 - one line
        return rooms


async def find_room(db: Database, id: str) -> StoredRoom | None:
    """A room, over or not; a game from a file never had one. Damaged where it is not as it was written."""
    rooms = await _rooms(db, "id = ? AND imported IS NULL", (id,))
    return rooms[0] if rooms else None


async def find_room_of_command(db: Database, owner: str, command_id: str) -> str | None:
    """The id of the room that ``owner`` made by the command of this id."""
    rows = await db.fetch("SELECT id FROM games WHERE owner = ? AND command = ?", (owner, command_id))
    return rows[0]["id"] if rows else None


async def read_events_since(db: Database, serial: int, v: int) -> list[RoomEvent]:
    """The events of a game after version ``v``."""
    sql = f"SELECT {event_rows.STORED} FROM actions WHERE game = ? AND v > ? ORDER BY v"
    rows = [tuple(row) for row in await db.fetch(sql, (serial, v))]
    db.integrity.check_actions(serial, rows)
    return await fill_in_names(db, (event_rows.read_event(row[2:-1]) for row in rows))


async def read_events(db: Database, game: Row) -> tuple[Row, list[RoomEvent]]:
    """All events of a row of ``games``, and that row as it stands with them; Damaged where they are not as written."""
    while True:
        rows = [tuple(row) for row in await db.fetch(f"{_ACTIONS} WHERE game = ? ORDER BY v", (game["serial"],))]
        # a game that goes on may change between two queries, its colours too: what is compared belongs together
        again = await db.fetch("SELECT * FROM games WHERE serial = ?", (game["serial"],))
        if not again or tuple(again[0]) == tuple(game):
            break
        game = again[0]

    def read() -> list[RoomEvent]:
        db.integrity.check(game, rows)
        return [event_rows.read_event(row[2:-1]) for row in rows]

    # tens of microseconds each: a long game shall not hold the loop
    events = await asyncio.to_thread(read) if len(rows) > FEW_EVENTS else read()
    return game, await fill_in_names(db, events)


async def note_heartbeat(db: Database, at: int) -> None:
    """Note that the server is alive."""
    sql = "INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"
    await db.execute((sql, (at,)))


async def read_heartbeat(db: Database) -> int | None:
    """When the server was last known to be alive."""
    rows = await db.fetch("SELECT at FROM heartbeat")
    return rows[0]["at"] if rows else None


async def read_alive_at(db: Database) -> int:
    """The last instant at which the server is known to have been alive, by its heartbeat or a game that goes on; 0
    before the first."""
    sql = """SELECT max(at) AS at FROM (SELECT at FROM heartbeat
      UNION ALL SELECT max(at) AS at FROM actions
        WHERE game IN (SELECT serial FROM games WHERE ended_at IS NULL)) AS signs"""
    return (await db.fetch(sql))[0]["at"] or 0


async def fill_in_names(db: Database, events: Iterable[RoomEvent]) -> list[RoomEvent]:
    """The events with the names of their people as they are today."""
    found = list(events)
    names = await players.read_names(db, event_rows.list_people(found))
    return [event_rows.fill_in_names(event, names) for event in found]


async def _rooms(db: Database, condition: str, parameters: Parameters = ()) -> list[StoredRoom]:
    games = await db.fetch(f"SELECT * FROM games WHERE {condition} ORDER BY serial", parameters)
    rows = await db.fetch(
        f"{_ACTIONS} WHERE game IN (SELECT serial FROM games WHERE {condition}) ORDER BY game, v", parameters
    )
    stored: dict[int, list[tuple[Any, ...]]] = {game["serial"]: [] for game in games}
    for row in map(tuple, rows):
        if row[0] in stored:  # a room may have been made or ended between the two queries
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
