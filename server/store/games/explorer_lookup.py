"""Looks up a position for the explorer: counted moves in the board's own orientation, proofs, and games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from bots.learning.proofs.proven_positions import position
from bots.learning.study.effort import VERSION
from gomoku.board import Board, Color
from gomoku.keys import Keys
from gomoku.symmetry import inverse, maps
from server.errors import Refused
from server.protocol.api import Explored, ExplorerMove, Results
from server.store import game_rows
from server.store.database import Database
from server.store.games import library
from server.store.games.explorer_index import COUNTED, END, WAITING
from server.store.knowledge import proofs, studies
from server.store.people import players
from server.store.shown_rows import show_rows
from server.store.sql import Row, Value, json_values, read

NEWEST = 8
"""Limit on games listed per answer."""
MOST_LOOKED_AT = 2_000
"""Limit on games of a position or of players that a filter by player or day reads (some 10 ms)."""
_STUDIES = 20
"""Limit on the newest games of a position that are searched for a stored analysis."""

Who = Literal["all", "people", "bots", "files"]
Verdict = Literal["won", "lost"]
_WHO: Mapping[Who, tuple[str, ...]] = {"all": ("people", "bots")}

_BOOKS = f"SELECT id FROM books WHERE rules = ? AND size = ? AND who IN {json_values('?')}"
_EDGES = f"""SELECT move, sum(black) AS black, sum(draw) AS draw, sum(white) AS white, max(last) AS last
  FROM edges WHERE book IN {json_values("?")} AND key = ? GROUP BY move"""
_REACHED = f"""SELECT key, sum(black + draw + white) FROM edges
  WHERE book IN {json_values("?")} AND key IN {json_values("?")} GROUP BY key"""
_THROUGH = """SELECT * FROM (
  SELECT game, move FROM passages WHERE book = {book} AND key = :key AND game < :before
  ORDER BY game DESC LIMIT {most}) AS newest"""
_SEAT = """SELECT serial FROM (SELECT serial, rules, size FROM games
    WHERE {seat} = :player{n} AND plies > 0 AND reason <> 'aborted' AND imported IS NULL
    ORDER BY ended_at DESC, serial DESC LIMIT {most}) AS newest
  WHERE rules = :rules AND size = :size"""
_OF_PLAYERS = f"""SELECT serial AS game, move FROM ({{seats}}) AS theirs
  LEFT JOIN passages ON book IN {json_values(":books")} AND key = :key AND game = serial"""
_LOOKED_AT = f"""SELECT serial, move, winner FROM ({{source}}) AS found JOIN games ON serial = found.game
  WHERE move IS NOT NULL AND {COUNTED} AND ended_at >= :since AND ended_at < :until ORDER BY serial DESC"""
_GAMES = f"""SELECT * FROM games WHERE serial IN {json_values("?")} AND {COUNTED}
  ORDER BY serial DESC LIMIT {NEWEST + 1}"""
_BEFORE = f"SELECT serial FROM games WHERE id = ? AND {COUNTED}"
_STUDY = f"""SELECT body FROM ({{source}}) AS found JOIN games ON serial = found.game
    JOIN analyses ON analyses.game = serial AND analyses.version = {VERSION}
  WHERE visibility = 'public' ORDER BY serial DESC LIMIT 1"""
_LAST = f"SELECT serial, ended_at FROM games WHERE serial IN {json_values('?')}"
_EVER = 1 << 62
_COLUMNS = ("black", None, "white")


class Edge(NamedTuple):
    """A move in the key's orientation, its results, and the number of the newest game with it."""

    move: int
    results: Results
    last: int


Found = tuple[list[Edge], list[int], bool]
"""Moves, the numbers of the newest games, and whether the limit may have left games out."""


class PositionQuery(Struct, frozen=True):
    """A position, given by the moves to it, and filters for the games: kind of players, day (ms), players' ids.

    ``before`` is the id of a game; the answer lists games begun before it.
    """

    rules: str
    size: int
    moves: Sequence[int]
    who: Who = "all"
    players: Sequence[str] | None = None
    since: int | None = None
    until: int | None = None
    before: str | None = None

    @property
    def filtered(self) -> bool:
        """Whether a filter requires reading the games, beyond their counts."""
        return self.players is not None or self.since is not None or self.until is not None


class Frame:
    """A position in the board's own orientation and in its key's orientation."""

    def __init__(self, size: int, moves: Sequence[int]) -> None:
        self.board = Board.from_stones(size, moves[::2], moves[1::2])
        self.to_move = Color.WHITE if len(moves) % 2 else Color.BLACK
        self._keys = Keys.of(self.board)
        self.key, by = self._keys.frames(self.to_move)
        self._back = [maps(size)[inverse(symmetry)] for symmetry in by]
        self.place = position(self.board, self.to_move, by[0])

    def points(self, move: int) -> list[int]:
        """Convert a move from the key's orientation to points on this board; several if the position is symmetric."""
        return sorted({image[move] for image in self._back})

    def after(self, point: int) -> tuple[int, bytes]:
        """Return the key and stones of the position after a move on this board."""
        board, other = self.board, self.to_move.other
        board.place(point, self.to_move)
        self._keys.turn(point, self.to_move)
        key, by = self._keys.least(other)
        place = position(board, other, by)
        self._keys.turn(point, self.to_move)
        board.remove(point)
        return key, place


async def explore(db: Database, asked: PositionQuery) -> Explored:
    """Return what the explorer knows about a position.

    Raises ValueError if the moves put two stones on a point, and Refused (bad_cursor) if game ``before`` is unknown.
    """
    frame = Frame(asked.size, asked.moves)
    ((waiting, emptying),) = await db.fetch(WAITING)  # first, so that "nothing waits" holds for the counts below
    names = _WHO.get(asked.who, (asked.who,))
    books = [row["id"] for row in await db.fetch(_BOOKS, (asked.rules, asked.size, _json(names)))]
    before = await _find_serial(db, asked.before)
    edges, newest, partial = await (_look_at_games if asked.filtered else _count)(db, asked, books, frame.key, before)
    found = await db.fetch(_GAMES, (_json(newest),))
    games = found[:NEWEST]
    people = await players.read_names(db, game_rows.list_players(games))
    total = _total(edge.results for edge in edges)
    known = _sum(total) > 0
    verdicts = await proofs.list_verdicts(db, asked.rules, asked.size, [frame.key]) if known else {}
    return Explored(
        to_move="black" if frame.to_move == Color.BLACK else "white",
        ply=len(asked.moves),
        results=total,
        ended=sum(_sum(edge.results) for edge in edges if edge.move == END),
        moves=await _moves(db, asked, frame, books, [edge for edge in edges if edge.move != END]),
        newest=show_rows("game", games, "id", lambda row: library.summarise(read(library.StoredGame, row), people))[0],
        more=len(found) > NEWEST,
        proven=_verdict(verdicts.get((frame.key, frame.place))),
        value=await _value(db, asked, books, frame.key) if known and asked.moves else None,
        partial=partial,
        waiting=waiting + emptying,
    )


async def _find_serial(db: Database, id: str | None) -> int:
    """Return the number of a game in the explorer, or a number above all others if ``id`` is None.

    Raises Refused (bad_cursor) if there is no such game.
    """
    if id is None:
        return _EVER
    rows = await db.fetch(_BEFORE, (id,))
    if not rows:
        raise Refused(code="bad_cursor")
    return int(rows[0]["serial"])


async def _count(db: Database, asked: PositionQuery, books: Sequence[int], key: int, before: int) -> Found:
    """Find moves and newest games from the counts of all games."""
    edges = [
        Edge(move, Results(*results), last) for move, *results, last in await db.fetch(_EDGES, (_json(books), key))
    ]
    rows = await db.fetch(_through(books, NEWEST + 1), {"key": key, "before": before})
    return edges, [row["game"] for row in rows], False


async def _look_at_games(db: Database, asked: PositionQuery, books: Sequence[int], key: int, before: int) -> Found:
    """Find moves and newest games among the newest games of the position or players that pass the filters."""
    most = MOST_LOOKED_AT
    values: dict[str, Value] = {"key": key, "since": asked.since or 0, "rules": asked.rules, "size": asked.size}
    values |= {"until": _EVER if asked.until is None else asked.until, "books": _json(books), "before": _EVER}
    if asked.players is None:
        source = _through(books, most)
    else:
        values |= {f"player{n}": player for n, player in enumerate(asked.players)}
        most //= 2 * len(asked.players) or 1
        seats = [
            _SEAT.format(seat=seat, n=n, most=most)
            for n in range(len(asked.players))
            for seat in ("player0", "player1")
        ]
        source = _OF_PLAYERS.format(seats=" UNION ".join(seats) or "SELECT serial FROM games WHERE FALSE")
    rows = await db.fetch(_LOOKED_AT.format(source=source), values)
    ((looked_at,),) = await db.fetch(f"SELECT count(*) FROM ({source}) AS found", values)
    newest = [row["serial"] for row in rows if row["serial"] < before][: NEWEST + 1]
    return _edges(rows), newest, looked_at >= most


def _edges(rows: Sequence[Row]) -> list[Edge]:
    """Count the rows of `_LOOKED_AT` by move; takes some microseconds per row."""
    of_move: dict[int, list[int]] = {}
    for row in rows:  # the newest first
        found = of_move.setdefault(row["move"], [0, 0, 0, row["serial"]])
        found[_COLUMNS.index(row["winner"])] += 1
    return [Edge(move, Results(*found[:3]), found[3]) for move, found in of_move.items()]


async def _moves(
    db: Database, asked: PositionQuery, frame: Frame, books: Sequence[int], edges: Sequence[Edge]
) -> list[ExplorerMove]:
    if not edges:
        return []
    points = [frame.points(edge.move) for edge in edges]
    after = [frame.after(at[0]) for at in points]
    keys = _json([key for key, _ in after])
    reached = {} if asked.filtered else dict(map(tuple, await db.fetch(_REACHED, (_json(books), keys))))
    verdicts = await proofs.list_verdicts(db, asked.rules, asked.size, [key for key, _ in after])
    last = dict(map(tuple, await db.fetch(_LAST, (_json([edge.last for edge in edges]),))))
    found = []
    for edge, at, (key, place) in zip(edges, points, after, strict=True):
        theirs = verdicts.get((key, place))
        ours = _verdict(None if theirs is None else not theirs)
        found.append(ExplorerMove(at, edge.results, last.get(edge.last, 0), reached.get(key), ours))
    return sorted(found, key=lambda move: (-_sum(move.results), -move.last, move.points))


async def _value(db: Database, asked: PositionQuery, books: Sequence[int], key: int) -> int | None:
    """Return the engine's estimate of a position from the newest analysed game through it, or None."""
    source = _through(books, _STUDIES)
    rows = await db.fetch(_STUDY.format(source=source), {"key": key, "before": _EVER})
    if not rows:
        return None
    study = await asyncio.to_thread(studies.unpack, rows[0]["body"])
    return study.moves[len(asked.moves) - 1].eval if len(asked.moves) <= len(study.moves) else None


def _through(books: Sequence[int], most: int) -> str:
    parts = [_THROUGH.format(book=book, most=most) for book in books]
    return " UNION ALL ".join(parts) or "SELECT game, move FROM passages WHERE FALSE"


def _total(results: Iterable[Results]) -> Results:
    found = [(each.black, each.draw, each.white) for each in results]
    return Results(*map(sum, zip(*found, strict=True))) if found else Results(0, 0, 0)


def _sum(results: Results) -> int:
    return results.black + results.draw + results.white


def _verdict(won: bool | None) -> Verdict | None:
    return None if won is None else "won" if won else "lost"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
