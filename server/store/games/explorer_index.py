"""Counts the moves of finished public games by position, up to symmetry, for the explorer.

`fill` counts a game after it ends; showing or hiding it later queues it again. Only moves that were not taken back
count, and in a game that began from a given position only the moves after it. A game that ended before the opening
settled the colours is not counted, because its result says nothing about either colour.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from time import perf_counter

import msgspec

from gomoku.board import Color
from gomoku.game import Game
from gomoku.keys import Keys
from gomoku.openings.opening import Opening
from gomoku.openings.rules import opening_rule
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from server.errors import StoreError
from server.store import event_rows, integrity
from server.store.changes import Watched
from server.store.database import Database
from server.store.sql import Row, Statement, json_values

log = logging.getLogger(__name__)

VERSION = 2
"""Version of the counting method; a change recounts all games."""
END = -1
"""The move number that marks the final position of a game."""
LEAST_PLIES = 5
"""Moves that a game needs after its start position; nobody can win with fewer on any board."""
GAMES = 5
"""Games counted per transaction while people play; a move that waits for it waits some milliseconds."""
ROWS = 1_000
SHARE = 0.2
"""Maximum share of the store's time for counting."""
RETRY_S = 10.0

Passage = tuple[str, int, str, int, int, int]
"""Rules, size and kind of players (the book); position key, game number and move."""

COUNTED = f"""visibility = 'public' AND ended_at IS NOT NULL AND plies - start >= {LEAST_PLIES}
  AND reason NOT IN ('aborted', 'unfinished')"""
"""SQL condition: whether a row of ``games`` belongs in the explorer."""
_SHOWN = f"EXISTS (SELECT 1 FROM games WHERE serial = game AND {COUNTED})"

_NEXT = f"""SELECT games.*, {COUNTED} AS shown FROM uncounted JOIN games ON serial = game
  ORDER BY game LIMIT ?"""
_ACTIONS = f"SELECT {event_rows.STORED} FROM actions WHERE game IN {json_values('?')} ORDER BY game, v"
_BOOK = "INSERT INTO books (rules, size, who) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_STEPS = """SELECT books.id AS book, CAST(value ->> 3 AS INTEGER) AS key, CAST(value ->> 4 AS INTEGER) AS game,
    CAST(value ->> 5 AS INTEGER) AS move
  FROM json_each(?) JOIN books ON rules = value ->> 0 AND size = CAST(value ->> 1 AS INTEGER) AND who = value ->> 2"""
_ADD = f"INSERT INTO passages SELECT * FROM ({_STEPS}) AS found WHERE {_SHOWN} ON CONFLICT DO NOTHING"
_ADDED = f"""INSERT INTO counted SELECT serial FROM games WHERE serial IN {json_values("?")} AND {COUNTED}
  ON CONFLICT DO NOTHING"""
_TAKE = f"DELETE FROM passages WHERE (book, key, game) IN (SELECT book, key, game FROM ({_STEPS}) AS found)"
_TAKEN = f"DELETE FROM counted WHERE game IN {json_values('?')}"
_DONE = f"DELETE FROM uncounted WHERE game IN {json_values('?')} AND {_SHOWN} = ?"
_DROP = "DELETE FROM passages WHERE (book, key, game) IN (SELECT book, key, game FROM passages LIMIT ?)"
_BEGIN_ANEW = (
    "DELETE FROM counted",
    "DELETE FROM uncounted",
    f"INSERT INTO uncounted SELECT serial FROM games WHERE {COUNTED}",
    "UPDATE explorer SET emptying = 0",
)
WAITS = (Watched("uncounted", deletes=False), Watched("explorer", deletes=False))
"""The changes after which games may wait to be counted, or the tables to be emptied."""
WAITING = "SELECT (SELECT count(*) FROM uncounted), emptying FROM explorer"


def walk_steps(moves: Sequence[int], size: int, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the key of each position from ply ``start`` on, and the move played there, in the key's orientation.

    Several symmetries may give the same key; the smallest image of the move under them is used. The last position has
    the move `END`. Takes about 3 us per ply.
    """
    keys, images, color = Keys(size), maps(size), Color.BLACK
    for ply, point in enumerate(moves):
        if ply >= start:
            key, by = keys.frames(color)
            yield key, min(images[symmetry][point] for symmetry in by)
        keys.turn(point, color)
        color = color.other
    yield keys.key(color), END


def classify(game: Row) -> str:
    """Return the kind of a game: ``files`` if imported, ``people`` if no bot played, else ``bots``."""
    if game["imported"] is not None:
        return "files"
    return "people" if game["level0"] is None and game["level1"] is None else "bots"


async def fill(db: Database) -> None:
    """Count waiting games and all later ones until cancelled; after StoreError, retry in `RETRY_S` seconds."""
    changed = asyncio.Event()
    db.on_change(changed.set, *WAITS)
    while True:
        changed.clear()
        try:
            if (await db.fetch("SELECT version FROM explorer"))[0][0] != VERSION:
                await rebuild(db)
            began = perf_counter()
            while await work(db):
                await asyncio.sleep((perf_counter() - began) / SHARE)
                began = perf_counter()
        except StoreError as error:
            log.warning("games are not counted for the explorer: %s", error)
            await asyncio.sleep(RETRY_S)
            continue
        await changed.wait()


async def rebuild(db: Database) -> int:
    """Start a recount of all games and return how many there are; `work` or a running `fill` does the counting."""
    await db.execute(("DELETE FROM edges", ()), ("UPDATE explorer SET version = ?, emptying = 1", (VERSION,)))
    return int((await db.fetch(f"SELECT count(*) FROM games WHERE {COUNTED}"))[0][0])


async def work(db: Database, games: int = GAMES, rows: int = ROWS) -> bool:
    """Count the next waiting games, or continue to empty the tables; return False if nothing is left to do."""
    ((_, emptying),) = await db.fetch(WAITING)
    if emptying:
        (dropped,) = await db.execute((_DROP, (rows,)))
        if dropped < rows:
            await db.execute(*((sql, ()) for sql in _BEGIN_ANEW))
        return True
    found = await db.fetch(_NEXT, (games,))
    if not found:
        return False
    actions = await db.fetch(_ACTIONS, (_json([game["serial"] for game in found]),))
    covered = {game["serial"] for game in found if db.integrity.covers(game["serial"])}
    await db.execute(*await asyncio.to_thread(_counting, found, actions, covered))
    return True


async def remove_game(db: Database, game: Row) -> list[Statement]:
    """Build statements that remove a game's counts before the game is deleted.

    Returns none for a game that is not counted or is damaged; a trigger removes the counts of a damaged one, slowly.
    """
    serial = game["serial"]
    if not await db.fetch("SELECT 1 FROM counted WHERE game = ?", (serial,)):
        return []
    actions = await db.fetch(_ACTIONS, (_json([serial]),))
    rows = await asyncio.to_thread(_rows, game, actions, db.integrity.covers(serial))
    return [(_TAKE, (_json(rows),)), (_TAKEN, (_json([serial]),))] if rows else []


def _counting(games: Sequence[Row], actions: Sequence[Row], covered: set[int]) -> list[Statement]:
    """Build statements that add or remove the counts of these games; a game shown or hidden meanwhile stays queued."""
    of_game: dict[int, list[Row]] = {game["serial"]: [] for game in games}
    for action in actions:
        of_game[action["game"]].append(action)
    statements: list[Statement] = []
    for shown in (True, False):
        some = [game for game in games if bool(game["shown"]) is shown]
        rows = [row for game in some for row in _rows(game, of_game[game["serial"]], game["serial"] in covered)]
        sound = _json(sorted({row[4] for row in rows}))
        if rows and shown:
            statements += [(_BOOK, book) for book in sorted({row[:3] for row in rows})]
        if rows:
            statements += [(_ADD if shown else _TAKE, (_json(rows),)), (_ADDED if shown else _TAKEN, (sound,))]
        if some:
            statements.append((_DONE, (_json([game["serial"] for game in some]), shown)))
    return statements


def _rows(game: Row, actions: Sequence[Row], covered: bool) -> list[Passage]:
    """Return the rows of a game for `_STEPS`; none if the game is damaged or its colours were never settled."""
    if next(integrity.find_faults(game, [tuple(action) for action in actions], covered), None) is not None:
        return []
    if not _is_settled(game, actions):
        return []
    book, serial = (game["rules"], game["size"], classify(game)), game["serial"]
    return [(*book, key, serial, move) for key, move in walk_steps(_standing(actions), game["size"], game["start"])]


def _is_settled(game: Row, actions: Sequence[Row]) -> bool:
    """Return whether the opening had settled who plays which colour when the game ended."""
    if game["opening"] == "free":
        return True
    opening = Opening(opening_rule(game["opening"]), Game(ruleset(game["rules"]), game["size"]))
    for action in actions:
        if opening.turn is None:
            break
        match action["kind"]:
            case "moved":
                opening.push(action["point"])
            case "chose":
                opening.push(msgspec.json.decode(action["data"])["choice"])
            case "declared":
                opening.push(msgspec.json.decode(action["data"])["number"])
            case "proposed":
                opening.push(tuple(msgspec.json.decode(action["data"])["points"]))
    return opening.settled


def _standing(actions: Sequence[Row]) -> list[int]:
    """Return the points on the board at the end, in order: the start position first, without moves taken back."""
    moves: list[int] = []
    for action in actions:
        match action["kind"]:
            case "moved":
                moves.append(action["point"])
            case "created":
                moves += msgspec.json.decode(action["data"]).get("start", ())
            case "took_back":
                plies = msgspec.json.decode(action["data"])["plies"]
                del moves[len(moves) - plies :]
    return moves


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
