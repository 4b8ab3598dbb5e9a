"""Runs of puzzles, one after the other: the latest of each player and mode, and the best of each day."""

from typing import NamedTuple

from msgspec import Struct, json

from server.protocol.values import PuzzleMode, Rules
from server.store.database import Database
from server.store.people import players
from server.store.sql import Statement, read_all, read_tuples

_BEGIN = """INSERT INTO puzzle_runs (player, mode, run, rules, puzzles, step, score, began_at, ends_at, over)
  VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, 0)
  ON CONFLICT (player, mode) DO UPDATE SET run = excluded.run, rules = excluded.rules, puzzles = excluded.puzzles,
    step = 0, score = 0, began_at = excluded.began_at, ends_at = excluded.ends_at, over = 0
  WHERE puzzle_runs.run <> excluded.run"""
_ADVANCE = """UPDATE puzzle_runs SET step = step + 1, score = score + ?, over = ?
  WHERE player = ? AND run = ? AND step = ? AND over = 0"""
_SCORE = """INSERT INTO puzzle_scores (player, mode, day, score)
  SELECT player, mode, ?, score FROM puzzle_runs WHERE player = ? AND run = ? AND score > 0
  ON CONFLICT (player, mode, day) DO UPDATE SET score = excluded.score WHERE excluded.score > puzzle_scores.score"""
_SKIP = "UPDATE puzzle_runs SET step = step + 1 WHERE player = ? AND run = ? AND step = ?"

# The hardest last. One who takes care meets what they have not tried; against the clock, short ones at random.
_STREAK = """SELECT id, rating FROM puzzles WHERE rules = ?
  ORDER BY EXISTS (SELECT 1 FROM attempts WHERE puzzle = id AND player = ?), random() LIMIT ?"""
_STORM = """SELECT id, rating FROM puzzles WHERE rules = ? AND coalesce(length, 0) <= ? ORDER BY random() LIMIT ?"""
_BY_RATING = "SELECT id FROM ({}) AS drawn ORDER BY rating, id"

SHORT = 5
"""Most moves of the winner in a puzzle against the clock."""
MOST_STREAK, MOST_STORM = 40, 80
"""Puzzles drawn for a run: who solves them all has reached its end."""
MOST_LISTED = 10


class PuzzleRun(Struct, frozen=True):
    """A run; ``run`` is the id of the command that began it, ``step`` the number of answered ``puzzles``.

    ``ends_at`` is in ms, None without a clock.
    """

    player: str
    mode: PuzzleMode
    run: str
    rules: Rules
    puzzles: list[int]
    step: int
    score: int
    began_at: int
    ends_at: int | None
    over: bool

    @property
    def current(self) -> int | None:
        """The puzzle that is asked; None once all are answered."""
        return self.puzzles[self.step] if self.step < len(self.puzzles) else None

    def has_answered(self, puzzle: int) -> bool:
        """Tell whether an answer to a puzzle has counted."""
        return puzzle in self.puzzles[: self.step]

    def is_over(self, at: int) -> bool:
        """Tell whether an answer that arrives at ``at`` (ms) no longer counts."""
        return self.over or self.current is None or (self.ends_at is not None and at > self.ends_at)


class ListedScore(NamedTuple):
    """The best run of an account with a name."""

    player: str
    name: str
    score: int


async def draw(db: Database, player: str, mode: PuzzleMode, rules: Rules) -> list[int]:
    """Draw the puzzles of a new run, the easiest first."""
    drawn: Statement = (
        (_STREAK, (rules, player, MOST_STREAK)) if mode == "streak" else (_STORM, (rules, SHORT, MOST_STORM))
    )
    rows = await db.fetch(_BY_RATING.format(drawn[0]), drawn[1])
    return [row["id"] for row in rows]


async def begin(db: Database, run: PuzzleRun) -> None:
    """Store a new run in place of the player's last one of its mode; the same run again changes nothing.

    Raises Conflict if the player is gone.
    """
    row = (run.player, run.mode, run.run, run.rules, json.encode(run.puzzles).decode(), run.began_at, run.ends_at)
    await db.execute(players.demand_there(run.player), (_BEGIN, row))


async def list_latest(db: Database, player: str) -> list[PuzzleRun]:
    """Return a player's latest run of each mode."""
    return read_all(PuzzleRun, await db.fetch("SELECT * FROM puzzle_runs WHERE player = ? ORDER BY mode", (player,)))


def advance(run: PuzzleRun, solved: bool, ends: bool, day: int) -> list[Statement]:
    """Return statements that count the answer to a run's puzzle, unless one has counted already; ``ends``: it is the
    last. ``day`` is that of the score, in days since 1970.
    """
    return [
        (_ADVANCE, (solved, ends, run.player, run.run, run.step)),
        (_SCORE, (day, run.player, run.run)),
    ]


async def skip(db: Database, run: PuzzleRun) -> None:
    """Pass over a puzzle that is no longer there."""
    await db.execute((_SKIP, (run.player, run.run, run.step)))


async def read_best(db: Database, player: str) -> dict[PuzzleMode, int]:
    """Return a player's best scores by mode."""
    sql = "SELECT mode, max(score) AS best FROM puzzle_scores WHERE player = ? GROUP BY mode"
    return {row["mode"]: row["best"] for row in await db.fetch(sql, (player,))}


async def list_best(db: Database, mode: PuzzleMode, since: int) -> list[ListedScore]:
    """Return the best runs since a day, one for each account, the best first."""
    sql = f"""SELECT players.id, name, max(score) AS best FROM puzzle_scores
      JOIN accounts ON accounts.player = puzzle_scores.player
      JOIN players ON players.id = accounts.player AND deleted_at IS NULL AND banned_at IS NULL
      WHERE mode = ? AND day >= ? GROUP BY players.id, name ORDER BY best DESC, max(day), players.id
      LIMIT {MOST_LISTED}"""
    return read_tuples(ListedScore, await db.fetch(sql, (mode, since)))
