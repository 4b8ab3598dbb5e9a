"""Games imported from files: stored like games played here, with the player names from the file."""

from typing import Any

from msgspec import Struct

from server.protocol.events import Created, Ended, Moved, RoomEvent, Seated
from server.protocol.values import ColorName, NoClockSpec, ReasonName, Rules, Size, Visibility, Who
from server.store import event_rows
from server.store.database import Database
from server.store.file import checksums
from server.store.game_rows import END_GAME
from server.store.games import room_log
from server.store.sql import Conflict, Statement

_INSERT = """INSERT INTO games (serial, id, owner, command, rules, size, clock_kind, visibility, rated, pool, player0,
    black, created_at, started_at, imported, black_name, white_name, played_on, sum)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'none', ?7, 0, ?5, ?3, 0, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"""


class ImportedGame(Struct, frozen=True):
    """A game from a file: its players' names, its moves and their times, when it was played and imported (``at``, ms).

    If the file gives no day, ``played_at`` is None and ``played_on`` holds the year or month, if any.
    ``command`` is the owner's id of the import command; ``think_ms`` is empty or has one entry per move.
    """

    id: str
    owner: str
    command: str
    file: str
    visibility: Visibility
    rules: Rules
    size: Size
    black: str
    white: str
    moves: tuple[int, ...]
    think_ms: tuple[int, ...]
    winner: ColorName | None
    reason: ReasonName
    line: list[int] | None
    played_at: int | None
    played_on: str | None
    at: int


async def count(db: Database, owner: str) -> int:
    """Count the imported games of an owner."""
    sql = "SELECT count(*) FROM games WHERE owner = ? AND imported IS NOT NULL"
    return int((await db.fetch(sql, (owner,)))[0][0])


async def insert(db: Database, game: ImportedGame) -> str:
    """Insert a game and return its id; if the same command inserted a game before, return that game's id."""
    known = await room_log.find_room_of_command(db, game.owner, game.command)
    if known is not None:
        return known
    serial = db.new_serial()
    row = (
        *(serial, game.id, game.owner, game.command, game.rules, game.size, game.visibility, game.at, game.played_at),
        *(game.file, game.black, game.white, game.played_on, _sum(serial, game)),
    )
    # the end is an update, as for any game, so that subscribers to game ends are notified
    end: Statement = END_GAME.sql, (game.at, game.winner, game.reason, len(game.moves), serial)
    insert = event_rows.INSERT_ACTION.sql
    actions = [(insert, event_rows.make_action_row(serial, event, None)) for event in _events(game)]
    try:
        await db.execute((_INSERT, row), end, *actions)
    except Conflict:  # the same command, repeated on another connection, committed first
        known = await room_log.find_room_of_command(db, game.owner, game.command)
        if known is None:
            raise
        return known
    return game.id


def _sum(serial: int, game: ImportedGame) -> int:
    fixed: dict[str, Any] = {
        "serial": serial,
        "id": game.id,
        "owner": game.owner,
        "command": game.command,
        "created_at": game.at,
    }
    fixed |= {"rules": game.rules, "pool": game.rules, "size": game.size, "visibility": game.visibility}
    fixed |= {"clock_kind": "none", "player0": game.owner, "imported": game.file}
    return checksums.sum_game(fixed | {"black_name": game.black, "white_name": game.white})


def _events(game: ImportedGame) -> list[RoomEvent]:
    """Build the events that a room would have had: its owner in seat 0 with black, seat 1 without a player."""
    made = Created(
        v=1,
        at=game.at,
        rules=game.rules,
        size=game.size,
        clock=NoClockSpec(),
        visibility=game.visibility,
        rated=False,
        color="black",
        owner=Who(game.owner),
    )
    events: list[RoomEvent] = [made, Seated(v=2, at=game.at, seat=1, who=Who(), black=0)]
    for ply, point in enumerate(game.moves):
        think_ms = game.think_ms[ply] if game.think_ms else 0
        events.append(Moved(3 + ply, game.at, ply % 2, ply, point, think_ms, 0, 0, (None, None)))
    events.append(Ended(3 + len(game.moves), game.at, game.winner, game.reason, (None, None), game.line))
    return events
