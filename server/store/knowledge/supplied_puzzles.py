"""Puzzles loaded from the file in the source tree, and how many of its lines are loaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, json

from server.protocol.values import PuzzleKind, PuzzleTheme, Rules
from server.store.database import Database
from server.store.knowledge.puzzles import hash_position
from server.store.sql import Statement

NAME = "puzzles"

_INSERT = """INSERT INTO puzzles (key, rules, size, kind, method, nodes, moves, created_at, answers, proof, length,
    rating, deviation)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET answers = excluded.answers, proof = excluded.proof, length = excluded.length,
    method = excluded.method, rating = CASE WHEN puzzles.rated = 0 THEN excluded.rating ELSE puzzles.rating END,
    deviation = CASE WHEN puzzles.rated = 0 THEN excluded.deviation ELSE puzzles.deviation END
  WHERE puzzles.proof IS NOT NULL"""
_NO_THEMES = """DELETE FROM puzzle_themes
  WHERE puzzle IN (SELECT id FROM puzzles WHERE key = ? AND proof IS NOT NULL)"""
_THEME = "INSERT INTO puzzle_themes SELECT ?, id FROM puzzles WHERE key = ? AND proof IS NOT NULL"
_NOTE = """INSERT INTO supplies (name, version, done) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET version = excluded.version, done = excluded.done"""


class SuppliedPuzzle(Struct, frozen=True):
    """A puzzle from the source tree; ``rating`` is the one that it starts with."""

    rules: Rules
    size: int
    kind: PuzzleKind
    method: str
    nodes: int
    moves: Sequence[int]
    answers: Sequence[int]
    proof: str
    length: int
    themes: Sequence[PuzzleTheme]
    rating: float
    deviation: float


async def read_done(db: Database, version: str) -> int:
    """Return how many lines of this version of the file are loaded."""
    rows = await db.fetch("SELECT done FROM supplies WHERE name = ? AND version = ?", (NAME, version))
    return rows[0]["done"] if rows else 0


def keep(found: Iterable[SuppliedPuzzle], version: str, done: int, at: int) -> list[Statement]:
    """Return statements that store puzzles and record ``done`` loaded lines.

    A puzzle found in a game stays unchanged; an earlier puzzle from the file is updated, except for a rating that has
    counted attempts.
    """
    statements: list[Statement] = []
    for puzzle in found:
        key = hash_position(puzzle.rules, puzzle.size, puzzle.kind, puzzle.moves)
        row = (
            *(key, puzzle.rules, puzzle.size, puzzle.kind, puzzle.method, puzzle.nodes, _text(puzzle.moves), at),
            *(_text(puzzle.answers), puzzle.proof, puzzle.length, puzzle.rating, puzzle.deviation),
        )
        statements += [(_INSERT, row), (_NO_THEMES, (key,)), *((_THEME, (theme, key)) for theme in puzzle.themes)]
    return [*statements, (_NOTE, (NAME, version, done))]


def _text(points: Sequence[int]) -> str:
    return json.encode(points).decode()
