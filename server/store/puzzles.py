"""Puzzles and how players' first attempts at them ended."""

import hashlib
from collections.abc import Iterable, Sequence

from msgspec import json

from bots.learning.proofs.proven_positions import Row, stones
from bots.learning.study.findings import StudiedMove, StudiedPuzzle
from gomoku import symmetry
from gomoku.board import Color
from server.protocol.values import PuzzleKind, Rules
from server.store.database import Database
from server.store.records import Puzzle
from server.store.sql import Statement, read_list

SMOOTHING = 2
"""Failures and solutions that every puzzle is taken to have had before the first: one attempt says little."""

_INSERT = """INSERT INTO puzzles (key, rules, size, kind, method, nodes, moves, game, created_at)
  SELECT ?, ?, ?, ?, ?, ?, ?, serial, ? FROM games WHERE serial = ? AND visibility = 'public'
  ON CONFLICT (key) DO NOTHING"""

_BY_ID = """SELECT puzzles.id, puzzles.rules, puzzles.size, kind, method, nodes, moves, solved, failed,
    games.id AS game, (SELECT attempts.solved FROM attempts WHERE puzzle = puzzles.id AND player = :player) AS yours
  FROM puzzles LEFT JOIN games ON serial = game
  WHERE puzzles.id = :id"""

# Not the last one again, if there is another; what was not tried first; then round and round from the easiest up.
_HARDNESS = f"(failed + {SMOOTHING}.0) / (solved + {SMOOTHING}), id"
_NEXT = f"""SELECT id FROM puzzles WHERE kind = coalesce(:kind, kind) AND rules = coalesce(:rules, rules)
  ORDER BY coalesce(id = :after, FALSE), EXISTS (SELECT 1 FROM attempts WHERE puzzle = id AND player = :player),
    coalesce(({_HARDNESS}) < (SELECT {_HARDNESS} FROM puzzles WHERE id = :after), FALSE), {_HARDNESS} LIMIT 1"""

_COUNT = """UPDATE puzzles SET (solved, failed) =
    (SELECT coalesce(sum(solved), 0), coalesce(sum(1 - solved), 0) FROM attempts WHERE puzzle = puzzles.id)
  WHERE id = ?"""

_UNANSWERED = f"""DELETE FROM puzzles WHERE game = ? AND kind = 'defence'
  AND json_array_length(moves) NOT IN {read_list("?")}"""
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
    """Statements that keep the puzzles ``found`` in a stored game; a position that is one already stays as it is.

    A game that is not public makes none: its positions are nobody's but its players', and the numbers of the puzzles
    would count them. ``nodes`` bounded each of the searches.
    """
    statements: list[Statement] = []
    for puzzle in found:
        before, kind = list(moves[: puzzle.ply]), puzzle.kind
        row = (_key(rules, size, kind, before), rules, size, kind, puzzle.method, nodes, _text(before), at, serial)
        statements.append((_INSERT, row))
    return statements


def withdraw_unanswered(serial: int, studied: Sequence[StudiedMove]) -> Statement:
    """What withdraws the puzzles of defence in a game where its study, as it is now, names no move that is one.

    ``studied`` are its moves. Attempts at them go, too.
    """
    posed = [ply for ply, move in enumerate(studied) if move.open]
    return _UNANSWERED, (serial, _text(posed))


def withdraw_refuted(rows: Iterable[Row]) -> list[Statement]:
    """What withdraws the puzzles of defence in positions that are proven lost; some 60 us a row of such."""
    statements: list[Statement] = []
    for row in rows:
        black, white = stones(row.position, row.size)
        if not row.won and row.to_move is (Color.WHITE if len(black) > len(white) else Color.BLACK):
            placed = [*((point, 0) for point in black), *((point, 1) for point in white)]
            statements.append((_REFUTED, (_hashed(row.rules, row.size, "defence", placed),)))
    return statements


async def find_puzzle(db: Database, id: int, player: str | None) -> Puzzle | None:
    """A puzzle, with how it went for ``player``."""
    for row in await db.fetch(_BY_ID, {"id": id, "player": player}):
        yours = None if row["yours"] is None else bool(row["yours"])
        return Puzzle(**{**dict(row), "moves": json.decode(row["moves"]), "yours": yours})
    return None


async def find_next(
    db: Database, player: str | None, kind: PuzzleKind | None, rules: Rules | None, after: int | None
) -> int | None:
    """The puzzle that ``player`` should get after another: the next harder one not tried yet, round and round.

    Once all are tried they come round again. None where there is no such puzzle at all.
    """
    values = {"player": player, "kind": kind, "rules": rules, "after": after}
    rows = await db.fetch(_NEXT, values)
    return rows[0]["id"] if rows else None


async def note_attempt(db: Database, id: int, player: str, solved: bool, at: int) -> None:
    """Keep how an attempt ended, if it was the player's first at this puzzle."""
    sql = "INSERT INTO attempts VALUES (?, ?, ?, ?) ON CONFLICT (puzzle, player) DO NOTHING"
    await db.execute((sql, (id, player, solved, at)), (_COUNT, (id,)))


def _key(rules: str, size: int, kind: str, moves: Sequence[int]) -> bytes:
    return _hashed(rules, size, kind, [(point, ply % 2) for ply, point in enumerate(moves)])


def _hashed(rules: str, size: int, kind: str, placed: Iterable[tuple[int, int]]) -> bytes:
    least, _ = symmetry.canonical_stones(placed, size)
    return hashlib.blake2b(json.encode([rules, size, kind, least]), digest_size=16).digest()


def _text(moves: list[int]) -> str:
    return json.encode(moves).decode()
