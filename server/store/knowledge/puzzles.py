"""Puzzles, and the results of players' first attempts at them."""

import hashlib
from collections.abc import Iterable, Sequence

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

_INSERT = """INSERT INTO puzzles (key, rules, size, kind, method, nodes, moves, game, created_at)
  SELECT ?, ?, ?, ?, ?, ?, ?, serial, ? FROM games WHERE serial = ? AND visibility = 'public'
  ON CONFLICT (key) DO NOTHING"""

_THEME = """INSERT INTO puzzle_themes SELECT method, id FROM puzzles WHERE key = ? AND proof IS NULL
  ON CONFLICT DO NOTHING"""

_BY_ID = """SELECT puzzles.id, puzzles.rules, puzzles.size, kind, method, nodes, moves, solved, failed, prior_solved,
    prior_failed, length, answers, proof, games.id AS game,
    (SELECT CASE WHEN shown = 1 THEN 'shown' WHEN attempts.solved = 1 THEN 'solved' ELSE 'failed' END
      FROM attempts WHERE puzzle = puzzles.id AND player = :player) AS yours
  FROM puzzles LEFT JOIN games ON serial = game
  WHERE puzzles.id = :id"""
_THEMES = "SELECT theme FROM puzzle_themes WHERE puzzle = ?"

# Avoid repeating the last puzzle; prefer untried ones; then cycle from the easiest up.
_ODDS = "(failed + prior_failed) / (solved + prior_solved)"
_HARDNESS = f"{_ODDS}, id"
_NEXT = f"""SELECT id FROM puzzles WHERE kind = coalesce(:kind, kind) AND rules = coalesce(:rules, rules)
    AND {_ODDS} >= :least AND {_ODDS} <= coalesce(:most, {_ODDS})
    AND (id IN (SELECT puzzle FROM puzzle_themes WHERE theme = :theme) OR :theme IS NULL)
  ORDER BY coalesce(id = :after, FALSE), EXISTS (SELECT 1 FROM attempts WHERE puzzle = id AND player = :player),
    coalesce(({_HARDNESS}) < (SELECT {_HARDNESS} FROM puzzles WHERE id = :after), FALSE), {_HARDNESS} LIMIT 1"""

_COUNT = """UPDATE puzzles SET (solved, failed) =
    (SELECT coalesce(sum(solved), 0), coalesce(sum(1 - solved), 0) FROM attempts WHERE puzzle = puzzles.id)
  WHERE id = ?"""

_UNANSWERED = f"""DELETE FROM puzzles WHERE game = ? AND kind = 'defence'
  AND json_array_length(moves) NOT IN {json_values("?")}"""
_REFUTED = "DELETE FROM puzzles WHERE key = ?"


def insert(
    serial: int,
    rules: Rules,
    size: int,
    moves: Sequence[int],
    nodes: int,
    found: Iterable[StudiedPuzzle],
    at: int,
) -> list[Statement]:
    """Return statements that store the puzzles ``found`` in a stored game; existing puzzles stay unchanged.

    A game that is not public gives no puzzles: its positions belong to its players only, and puzzle ids would reveal
    their number. ``nodes`` is the limit of each search.
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
    """Filter for the next puzzle; None matches all.

    ``least`` and ``most`` bound the ratio of failures to solutions, prior counts included.
    """

    kind: PuzzleKind | None = None
    rules: Rules | None = None
    theme: PuzzleTheme | None = None
    least: float = 0.0
    most: float | None = None
    after: int | None = None


async def find_next(db: Database, player: str | None, wanted: PuzzleWish) -> int | None:
    """Return the id of the next puzzle for ``player``: the next harder one not tried yet, cyclically.

    Puzzles repeat once all are tried. Returns None if no puzzle matches.
    """
    rows = await db.fetch(_NEXT, {"player": player, **asdict(wanted)})
    return rows[0]["id"] if rows else None


async def note_attempt(db: Database, id: int, player: str, solved: bool, at: int, *, shown: bool = False) -> None:
    """Store the result of a player's first attempt at a puzzle; ignore later ones. ``shown``: they asked for the
    solution."""
    sql = """INSERT INTO attempts (puzzle, player, solved, at, shown) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (puzzle, player) DO NOTHING"""
    await db.execute((sql, (id, player, solved, at, shown)), (_COUNT, (id,)))


def hash_position(rules: str, size: int, kind: str, moves: Sequence[int]) -> bytes:
    """Hash the position after these moves and the kind of puzzle; all eight symmetric images hash alike."""
    return _hash(rules, size, kind, [(point, ply % 2) for ply, point in enumerate(moves)])


def _hash(rules: str, size: int, kind: str, placed: Iterable[tuple[int, int]]) -> bytes:
    least, _ = symmetry.canonical_stones(placed, size)
    return hashlib.blake2b(json.encode([rules, size, kind, least]), digest_size=16).digest()


def _text(moves: list[int]) -> str:
    return json.encode(moves).decode()
