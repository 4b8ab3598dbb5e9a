"""Counting of ended attempts: the first of a player at a puzzle changes both ratings, where it is stored.

Attempts of other players at the same puzzle may be stored at the same time, here or by another process: whoever is
second reads again and counts from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from server.errors import Refused
from server.protocol.outbound import PuzzleRated
from server.puzzles.rating import count
from server.ratings.glicko2 import PlayerRating
from server.ratings.ledger import DAY_MS, HeldRating
from server.store.database import Database
from server.store.people import players, puzzle_attempts, puzzle_runs
from server.store.people.puzzle_attempts import AttemptChange, AttemptState, OwnPuzzleRating
from server.store.people.puzzle_runs import PuzzleRun
from server.store.sql import Conflict, Statement

MOST_RETRIES = 20


@dataclass(frozen=True, slots=True)
class EndedAttempt:
    """An attempt of a player at a puzzle, ended by a command that arrived at ``at`` (ms). ``shown``: they asked for the
    solution. ``runs`` are those of the player that ask the puzzle; an attempt in a storm changes no rating, as who is
    short of time guesses.
    """

    puzzle: int
    player: str
    solved: bool
    at: int
    command: str
    shown: bool = False
    runs: Sequence[PuzzleRun] = ()

    @property
    def rated(self) -> bool:
        """Whether it changes ratings if it is the first."""
        return all(run.mode != "storm" for run in self.runs)


async def note(store: Database, ended: EndedAttempt) -> PuzzleRated | None:
    """Store an attempt. Return the change of the player's rating, None if there is none, as for a second attempt.

    The same command sent again gets the same answer. Raises Refused, StoreError.
    """
    day = ended.at // DAY_MS
    for _ in range(MOST_RETRIES):
        state = await puzzle_attempts.read_state(store, ended.puzzle, ended.player, day)
        if state is None:
            raise Refused(code="unknown_puzzle")
        change = None if state.tried or not ended.rated else _rate(state, ended)
        statements: list[Statement] = []
        if not state.tried:
            statements += puzzle_attempts.keep(
                *(ended.puzzle, ended.player, ended.solved, ended.at, ended.command, change), shown=ended.shown
            )
        if change is not None:
            statements += puzzle_attempts.rate(ended.puzzle, state, change)
        if state.daily:
            statements.append(
                puzzle_attempts.keep_daily(ended.puzzle, ended.player, ended.solved, ended.at, day),
            )
        for run in ended.runs:
            ends = ended.shown or (run.mode == "streak" and not ended.solved)
            statements += puzzle_runs.advance(run, ended.solved, ends, day)
        try:
            if statements:
                await store.execute(players.demand_there(ended.player), *statements)
        except Conflict:
            continue
        if change is not None:
            return PuzzleRated(round(change.before), round(change.own.rating), round(change.own.deviation))
        if state.command == ended.command:
            return _repeat(state)
        return None
    raise Refused(code="bots_busy")


def _rate(state: AttemptState, ended: EndedAttempt) -> AttemptChange:
    held = _read_held(state)
    counted = count(held, PlayerRating(state.rating, state.deviation, state.volatility), ended.solved, ended.at)
    own, puzzle = counted.person, counted.puzzle
    rating = own.rating.value, own.rating.deviation, own.rating.volatility
    return AttemptChange(
        counted.before.value,
        OwnPuzzleRating(ended.player, *rating, own.games, own.last_at),
        *(puzzle.value, puzzle.deviation, puzzle.volatility),
    )


def _read_held(state: AttemptState) -> HeldRating | None:
    values = state.own_rating, state.own_deviation, state.own_volatility
    if None in values or state.games is None or state.last_at is None:
        return None
    return HeldRating(PlayerRating(*values), state.games, state.last_at)  # type: ignore[arg-type] # none is None


def _repeat(state: AttemptState) -> PuzzleRated | None:
    """Return the stored change by an attempt that is sent again."""
    if state.rating_before is None or state.rating_after is None:
        return None
    return PuzzleRated(round(state.rating_before), round(state.rating_after), round(state.own_deviation or 0))
