"""Lists of finished games, and complete single games."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial

from gomoku import point
from server.errors import Refused
from server.protocol.api import GameHistory, GamePage, GameSummary, LevelScore, StoredMove
from server.protocol.events import Created, Ended, Moved, RoomEvent, TookBack
from server.protocol.values import ColorName, OpeningName, RatingMark, ReasonName, Result
from server.store import game_rows
from server.store.database import Database
from server.store.games import explorer_index, ratings, room_log
from server.store.integrity import Damaged
from server.store.knowledge import patterns
from server.store.people import players
from server.store.people.people_lists import find_players
from server.store.records import GameFilter
from server.store.shown_rows import pack, show_rows, unpack
from server.store.sql import Row, Statement, Unreadable, Value, only_if, read, read_all

_LISTED = "plies > 0 AND reason <> 'aborted'"
_COLUMNS = """serial, id, rules, size, clock_kind, clock_ms, clock_increment_ms, clock, visibility, rated, black,
  player0, player1, level0, level1, plies, created_at, started_at, ended_at, winner, reason, previous, imported,
  black_name, white_name, from_game, start, opening, played_on"""

SCORES = f"""SELECT level, count(*) FILTER (WHERE winner = mine) AS won,
    count(*) FILTER (WHERE winner IS NULL) AS drawn, count(*) FILTER (WHERE winner <> mine) AS lost FROM (
  SELECT level1 AS level, winner, CASE WHEN black = 0 THEN 'black' ELSE 'white' END AS mine FROM games
    WHERE player0 = :player AND level1 IS NOT NULL AND {_LISTED} AND start = 0
  UNION ALL
  SELECT level0, winner, CASE WHEN black = 1 THEN 'black' ELSE 'white' END FROM games
    WHERE player1 = :player AND level0 IS NOT NULL AND {_LISTED} AND start = 0
) AS scored GROUP BY level ORDER BY level"""
"""Reads the player's own games through the library's indexes, so that its cost grows only with their number."""


async def list_games(db: Database, wanted: GameFilter, cursor: str | None, limit: int) -> GamePage:
    """Return a page of at most ``limit`` finished games, latest end first. Refused("bad_cursor") for a bad cursor."""
    values: dict[str, Value] = {"limit": limit + 1, "me": wanted.visible_to}
    if wanted.player is not None:
        found = await find_players(db, wanted.player)
        if not found:
            return GamePage([])
        values |= {f"player{n}": id for n, id in enumerate(found)}
    sql = build_query(wanted, values, await _after(db, cursor))
    rows = await db.fetch(sql, values)
    page = rows[:limit]
    names = await players.read_names(db, game_rows.list_players(page))
    marks = await ratings.read_marks(db, (row["serial"] for row in page if row["rated"]))
    more = pack(page[-1]["ended_at"], page[-1]["id"]) if len(rows) > limit else None
    games, broken = show_rows("game", page, "id", partial(_show, names=names, marks=marks))
    return GamePage(games, more, [row["id"] for row in broken])


def _show(row: Row, names: Mapping[str, str], marks: Mapping[int, tuple[RatingMark, RatingMark]]) -> GameSummary:
    game = read(StoredGame, row)
    return summarise(game, names, marks=marks.get(game.serial))


def build_query(wanted: GameFilter, values: dict[str, Value], after: tuple[int, int] | None) -> str:
    """Build the SELECT of a page and fill ``values``.

    Each branch of the union reads one index in list order. It has the columns of the filters, so that no game is read
    that they leave out. It is named where SQLite, which does not know what is rare, could take another one.
    """
    listed = "games INDEXED BY library_of_draws" if wanted.result == "draw" else "games"
    of_player = [f"games INDEXED BY library_of_player{seat}" for seat in (0, 1)]
    mine = "(visibility = 'public' OR player0 = :me OR player1 = :me)"
    if wanted.player is not None:
        own = "(imported IS NULL OR player0 = :me)"  # the owner of an imported game did not play in it
        names = [name for name in values if name.startswith("player")]
        every = ", ".join(f":{name}" for name in names)
        bots = ["" if wanted.level is None else f"AND level{seat} = :level" for seat in (0, 1)]
        branches = [(of_player[0], f"player0 = :{name} {bots[1]} AND {mine} AND {own}") for name in names]
        branches += [
            (of_player[1], f"player1 = :{name} {bots[0]} AND (player0 IS NULL OR player0 NOT IN ({every})) AND {mine}")
            for name in names
        ]
    elif wanted.level is not None:
        branches = [
            (listed, f"level1 = :level AND {mine}"),
            (listed, f"level0 = :level AND (level1 IS NULL OR level1 <> :level) AND {mine}"),
        ]
    else:
        branches = [(listed, "visibility = 'public'")]
        if wanted.visible_to is not None:
            branches += [
                (of_player[0], "player0 = :me AND visibility <> 'public'"),
                (of_player[1], "player1 = :me AND (player0 IS NULL OR player0 <> :me) AND visibility <> 'public'"),
            ]
    conditions = [_LISTED]
    if wanted.level is not None:
        values["level"] = wanted.level
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
    if wanted.until is not None and (after is None or after[0] >= wanted.until):  # SQLite begins at one of the two
        values["until"] = wanted.until
        conditions.append("ended_at < :until")
    if after is not None:
        values["after"], values["after_serial"] = after
        conditions.append("(ended_at, serial) < (:after, :after_serial)")
    common = " AND ".join(conditions)
    union = " UNION ALL ".join(
        f"SELECT {_COLUMNS} FROM {source} WHERE {branch} AND {common}" for source, branch in branches
    )
    return f"{union} ORDER BY ended_at DESC, serial DESC LIMIT :limit"


async def find_game(db: Database, id: str) -> GameHistory | None:
    """Return a complete game that has begun. The caller checks who may see it. Raises Damaged."""
    rows = await db.fetch("SELECT * FROM games WHERE id = ? AND black IS NOT NULL", (id,))
    if not rows:
        return None
    row, events = await room_log.read_events(db, rows[0])
    try:
        game = read(StoredGame, row)
    except Unreadable as error:
        raise Damaged(f"game number {row['serial']} is damaged: {error}") from error
    moves = await asyncio.to_thread(list_standing, events, game.size)
    ended = [event for event in events if isinstance(event, Ended)]
    names = await players.read_names(db, game.players)
    return GameHistory(
        game=summarise(game, names, plies=len(moves)),
        moves=moves,
        events=events,
        line=ended[-1].line if ended else None,
        bot=game_rows.read_bot(row),
        next=row["next"],
    )


async def find_seen(db: Database, id: str, viewer: str | None) -> int | None:
    """Return the serial of a game that has begun, if the viewer may see it."""
    sql = """SELECT serial FROM games WHERE id = :id AND black IS NOT NULL
      AND (visibility <> 'private' OR :me IN (owner, player0, player1))"""
    rows = await db.fetch(sql, {"id": id, "me": viewer})
    return rows[0]["serial"] if rows else None


async def is_closed(db: Database, id: str) -> bool:
    """Return whether there is a game with this id that has begun and is not public."""
    sql = "SELECT 1 FROM games WHERE id = ? AND black IS NOT NULL AND visibility <> 'public'"
    return bool(await db.fetch(sql, (id,)))


async def find_place(db: Database, id: str) -> tuple[int, int]:
    """Return the serial and the seat of black of a game that has begun; Refused("not_found") if there is none."""
    rows = await db.fetch("SELECT serial, black FROM games WHERE id = ? AND black IS NOT NULL", (id,))
    if not rows:
        raise Refused(code="not_found")
    return rows[0]["serial"], rows[0]["black"]


async def list_scores(db: Database, player: str) -> list[LevelScore]:
    """List the player's wins, draws and losses against each bot that they finished a game with, by level."""
    rows = await db.fetch(SCORES, {"player": player})
    return read_all(LevelScore, rows)


async def delete_game(db: Database, id: str, *noted: Statement) -> bool:
    """Delete a game, its events, the patterns that it alone taught, and the links to it; False if there is none.

    The ``noted`` insertions run in the same transaction. Later appends by its room fail with a Conflict.
    """
    rows = await db.fetch("SELECT * FROM games WHERE id = ?", (id,))
    if not rows:
        return False
    serial = rows[0]["serial"]
    changed = await db.execute(
        *(only_if(each, ("SELECT 1 FROM games WHERE id = ?", (id,))) for each in noted),
        *await explorer_index.remove_game(db, rows[0]),
        ("UPDATE games SET next = NULL WHERE id = ?", (rows[0]["previous"],)),
        ("UPDATE games SET previous = NULL WHERE id = ?", (rows[0]["next"],)),
        *ratings.remove(serial),
        patterns.remove_taught_by(serial),
        ("DELETE FROM games WHERE id = ?", (id,)),
    )
    db.note_version(serial, id, 0)
    return changed[-1] == 1


def list_standing(events: Iterable[RoomEvent], size: int) -> list[StoredMove]:
    """List the moves on the board, without moves taken back and without the decisions of an opening.

    The moves that the game started with are included, with zero times.
    """
    moves: list[StoredMove] = []
    for event in events:
        if isinstance(event, Created):
            moves += [_copy(ply, at, event.at, size) for ply, at in enumerate(event.start)]
        elif isinstance(event, Moved):
            color: ColorName = "white" if event.ply % 2 else "black"  # in an opening a seat may lay both
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


def _copy(ply: int, at: int, when: int, size: int) -> StoredMove:
    color: ColorName = "white" if ply % 2 else "black"
    return StoredMove(ply, color, at, point.name(at, size), when, think_ms=0, lag_ms=0, given_ms=0)


def may_see(history: GameHistory, viewer: str | None) -> bool:
    """Whether a player (None for anybody) may see a game; only its players and its owner see a private game."""
    owners = {event.owner.id for event in history.events if isinstance(event, Created)}
    players = {history.game.black.id, history.game.white.id} | owners
    return history.game.visibility != "private" or viewer in players - {""}


class StoredGame(game_rows.GameColumns, frozen=True):
    """A game that has begun, as far as a list shows it."""

    opening: OpeningName
    start: int
    plies: int
    ended_at: int | None
    winner: ColorName | None
    reason: ReasonName | None
    previous: str | None
    from_game: str | None
    played_on: str | None


def summarise(
    game: StoredGame,
    names: Mapping[str, str],
    plies: int | None = None,
    marks: tuple[RatingMark, RatingMark] | None = None,
) -> GameSummary:
    """Build the summary of a game; ValueError if it has not begun and has no colours."""
    if game.black is None:
        raise ValueError("it has not begun")
    black, white = game.find_sides(names)
    return GameSummary(
        id=game.id,
        rules=game.rules,
        size=game.size,
        clock=game_rows.make_clock(game),
        visibility=game.visibility,
        rated=game.rated,
        black=black,
        white=white,
        plies=game.plies if plies is None else plies,
        started_at=game.started_at,
        ended_at=game.ended_at,
        result=None if game.ended_at is None else Result(game.winner, game.reason),  # type: ignore[arg-type]
        previous=game.previous,
        imported=game.imported,
        played_on=game.played_on,
        from_game=game.from_game,
        start=game.start,
        opening=game.opening,
        marks=marks,
    )


async def _after(db: Database, cursor: str | None) -> tuple[int, int] | None:
    """Return the end (ms) and serial of the game in a cursor; a deleted game gets the highest possible serial."""
    after = unpack(cursor)
    if after is None:
        return None
    rows = await db.fetch("SELECT serial FROM games WHERE id = ?", (after[1],))
    return after[0], rows[0]["serial"] if rows else (1 << 63) - 1
