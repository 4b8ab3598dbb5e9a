"""Puzzles: those of stored games come in here, and each player's next one is chosen."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct, json
from msgspec.structs import asdict

from bots.learning.proofs.proven_positions import Row, stones
from bots.learning.study.findings import StudiedMove, StudiedPuzzle
from gomoku import symmetry
from gomoku.board import Color
from server.protocol.values import PuzzleKind, PuzzleTheme, Rules
from server.store.database import Database
from server.store.records import Puzzle
from server.store.sql import Statement, json_values

_INSERT = """INSERT INTO puzzles (key, rules, size, kind, method, nodes, moves, rating, deviation, game, created_at)
  SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, serial, ? FROM games WHERE serial = ? AND visibility = 'public'
  ON CONFLICT (key) DO NOTHING"""

_THEME = """INSERT INTO puzzle_themes SELECT method, id FROM puzzles WHERE key = ? AND proof IS NULL
  ON CONFLICT DO NOTHING"""

_BY_ID = """SELECT puzzles.id, puzzles.rules, puzzles.size, kind, method, nodes, moves, solved, failed, rating,
    deviation, volatility, puzzles.rated AS rated, length, answers, proof, games.id AS game,
    (SELECT CASE WHEN shown = 1 THEN 'shown' WHEN attempts.solved = 1 THEN 'solved' ELSE 'failed' END
      FROM attempts WHERE puzzle = puzzles.id AND player = :player) AS yours
  FROM puzzles LEFT JOIN games ON serial = game
  WHERE puzzles.id = :id"""
_THEMES = "SELECT theme FROM puzzle_themes WHERE puzzle = ?"

# Avoid repeating the last puzzle; prefer untried ones, the nearest to the player's strength first; then cycle from the
# easiest up, as for somebody whose strength is unknown.
_TRIED = "EXISTS (SELECT 1 FROM attempts WHERE puzzle = id AND player = :player)"
_NEXT = f"""SELECT id FROM puzzles WHERE kind = coalesce(:kind, kind) AND rules = coalesce(:rules, rules)
    AND rating >= coalesce(:least, rating) AND rating <= coalesce(:most, rating)
    AND (id IN (SELECT puzzle FROM puzzle_themes WHERE theme = :theme) OR :theme IS NULL)
  ORDER BY coalesce(id = :after, FALSE), {_TRIED},
    CASE WHEN {_TRIED} THEN 0.0 ELSE coalesce(abs(rating - :near), 0.0) END,
    coalesce((rating, id) < (SELECT rating, id FROM puzzles WHERE id = :after), FALSE), rating, id LIMIT 1"""
_LAST_RULES = """SELECT rules FROM games WHERE serial = (SELECT max(serial) FROM (
    SELECT max(serial) AS serial FROM games WHERE player0 = :player AND plies > 0 AND reason <> 'aborted' UNION ALL
    SELECT max(serial) FROM games WHERE player1 = :player AND plies > 0 AND reason <> 'aborted') AS played)"""

_UNANSWERED = f"""DELETE FROM puzzles WHERE game = ? AND kind = 'defence'
  AND json_array_length(moves) NOT IN {json_values("?")}"""
_REFUTED = "DELETE FROM puzzles WHERE key = ?"


class FirstRating(NamedTuple):
    """The rating that a puzzle starts with, and its deviation."""

    rating: float
    deviation: float


UNKNOWN = FirstRating(1500.0, 350.0)
"""That of a puzzle about which nothing is known."""
NO_RATINGS: Mapping[StudiedPuzzle, FirstRating] = MappingProxyType({})


def insert(
    serial: int,
    rules: Rules,
    size: int,
    moves: Sequence[int],
    nodes: int,
    found: Iterable[StudiedPuzzle],
    at: int,
    begin: Mapping[StudiedPuzzle, FirstRating] = NO_RATINGS,
) -> list[Statement]:
    """Return statements that store the puzzles ``found`` in a stored game; existing puzzles stay unchanged.

    A game that is not public gives no puzzles: its positions belong to its players only, and puzzle ids would reveal
    their number. ``nodes`` is the limit of each search, ``begin`` has the first ratings.
    """
    statements: list[Statement] = []
    for puzzle in found:
        before, kind = list(moves[: puzzle.ply]), puzzle.kind
        row = (
            hash_position(rules, size, kind, before),
            rules,
            size,
            kind,
            puzzle.method,
            nodes,
            _text(before),
            *begin.get(puzzle, UNKNOWN),
            at,
            serial,
        )
        statements += [(_INSERT, row), (_THEME, row[:1])]
    return statements


def withdraw_unanswered(serial: int, studied: Sequence[StudiedMove]) -> Statement:
    """Return a statement that deletes a game's defence puzzles that its current study no longer poses.

    ``studied`` are the moves of the study. Attempts at the puzzles are deleted, too.
    """
    posed = [ply for ply, move in enumerate(studied) if move.open]
    return _UNANSWERED, (serial, _text(posed))


def withdraw_refuted(rows: Iterable[Row]) -> list[Statement]:
    """Return statements that delete the defence puzzles in positions proven lost.

    Takes about 60 us per lost position.
    """
    statements: list[Statement] = []
    for row in rows:
        black, white = stones(row.position, row.size)
        if not row.won and row.to_move is (Color.WHITE if len(black) > len(white) else Color.BLACK):
            placed = [*((point, 0) for point in black), *((point, 1) for point in white)]
            statements.append((_REFUTED, (_hash(row.rules, row.size, "defence", placed),)))
    return statements


async def find_puzzle(db: Database, id: int, player: str | None) -> Puzzle | None:
    """Return a puzzle by id, with the result of ``player``'s first attempt; None if there is none."""
    for row in await db.fetch(_BY_ID, {"id": id, "player": player}):
        themes = [each["theme"] for each in await db.fetch(_THEMES, (id,))]
        answers = None if row["answers"] is None else json.decode(row["answers"])
        return Puzzle(**{**dict(row), "moves": json.decode(row["moves"]), "answers": answers, "themes": themes})
    return None


class PuzzleWish(Struct, frozen=True):
    """Filter for the next puzzle; None matches all. ``least`` and ``most`` bound its rating."""

    kind: PuzzleKind | None = None
    rules: Rules | None = None
    theme: PuzzleTheme | None = None
    least: float | None = None
    most: float | None = None
    after: int | None = None


async def find_next(db: Database, player: str | None, wanted: PuzzleWish, near: float | None = None) -> int | None:
    """Return the id of the next puzzle for ``player``: of those not tried the nearest to the rating ``near``, or the
    next harder one, cyclically.

    Puzzles repeat once all are tried, each time the next harder one. Returns None if no puzzle matches.
    """
    rows = await db.fetch(_NEXT, {"player": player, "near": near, **asdict(wanted)})
    return rows[0]["id"] if rows else None


async def list_rules(db: Database) -> list[Rules]:
    """Return the rule sets for which there are puzzles, those with most first."""
    rows = await db.fetch("SELECT rules FROM puzzles GROUP BY rules ORDER BY count(*) DESC, rules")
    return [row["rules"] for row in rows]


async def find_last_rules(db: Database, player: str) -> Rules | None:
    """Return the rules of the last game that a player began; None before the first."""
    rows = await db.fetch(_LAST_RULES, {"player": player})
    return rows[0]["rules"] if rows else None


def hash_position(rules: str, size: int, kind: str, moves: Sequence[int]) -> bytes:
    """Hash the position after these moves and the kind of puzzle; all eight symmetric images hash alike."""
    return _hash(rules, size, kind, [(point, ply % 2) for ply, point in enumerate(moves)])


def _hash(rules: str, size: int, kind: str, placed: Iterable[tuple[int, int]]) -> bytes:
    least, _ = symmetry.canonical_stones(placed, size)
    return hashlib.blake2b(json.encode([rules, size, kind, least]), digest_size=16).digest()


def _text(moves: list[int]) -> str:
    return json.encode(moves).decode()
