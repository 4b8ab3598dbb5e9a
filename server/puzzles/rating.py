"""Ratings at puzzles: an attempt is a rated game of a person against a puzzle, by the Glicko-2 of `server.ratings`.

A puzzle starts where its proof puts it. It does not get better or worse by itself, so its deviation does not grow with
the days, as a person's does.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import json

from bots.learning.study.findings import StudiedMove, StudiedPuzzle
from bots.puzzles.puzzle import measure, rate
from bots.search.solver.proof import load_win
from server.ratings.glicko2 import PlayerRating, RatedResult, RatingSystem, grow, update
from server.ratings.ledger import DAY_MS, HeldRating
from server.store.knowledge.puzzles import FirstRating

PUZZLES = RatingSystem(periods_a_day=0.0)
"""The parameters for puzzles."""
FROM_TREE = 175.0
"""Deviation of a first rating from a proof and the number of tempting moves beside its first."""
FROM_PROOF = 250.0
"""Deviation of one from a proof alone, without these."""


class AttemptRating(NamedTuple):
    """Ratings around an attempt: the person's before it, with the deviation grown until then, and both after it."""

    before: PlayerRating
    person: HeldRating
    puzzle: PlayerRating


def count(person: HeldRating | None, puzzle: PlayerRating, solved: bool, at: int) -> AttemptRating:
    """Count an attempt that ended at ``at`` (ms); ``person`` is None before the first."""
    last_at = at if person is None else max(at, person.last_at)
    before = PlayerRating() if person is None else grow(person.rating, (last_at - person.last_at) / DAY_MS)
    after = update(before, [RatedResult(puzzle, float(solved))])
    games = 1 if person is None else person.games + 1
    turned = update(puzzle, [RatedResult(before, float(not solved))], PUZZLES)
    return AttemptRating(before, HeldRating(after, games, last_at), turned)


def rate_found(found: Iterable[StudiedPuzzle], studied: Sequence[StudiedMove]) -> dict[StudiedPuzzle, FirstRating]:
    """Return the first ratings of the wins found in a game, from the length, size and breadth of their proofs.

    Parses the proofs, and so is not for the event loop.
    """
    rated = {}
    for puzzle in found:
        win = studied[puzzle.ply].win if puzzle.kind == "win" else None
        if win is not None:
            rated[puzzle] = FirstRating(rate(measure(load_win(json.decode(win.proof)), 0)), FROM_PROOF)
    return rated


def aim(person: PlayerRating) -> float:
    """Return the rating of the puzzles to give a person: a careful estimate, so that newcomers meet easy ones first."""
    return person.value - person.deviation
