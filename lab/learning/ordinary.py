"""How much a table could tell at all: fitted to ordinary positions of all the games, whatever their result.

A table adds to today's evaluation of a quiet position, and predicts the result of the game and the quick score, mixed.
The larger tables add to what the sorts have been fitted to. What they gain here is what their features hold beyond
today's, however many losses are labelled.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.json_lines import Row
from bots.match.rating import NORMAL_95
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.board.evaluation import evaluate
from bots.search.board.weights import SCALE
from bots.search.runtime.jit import U
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from lab.learning.plan import RULES, SIZE
from lab.learning.point_tables import BOTH, LINES, SIZES, SORTS, Codes, Features, Reader, value_features
from lab.learning.ranking_fit import Choices, Floats, fit
from lab.learning.saving_moves import MEMORY

HELD_OUT: Final = 4  # one opening in so many
SHRINKS: Final = {SORTS: 30, BOTH: 100, LINES: 300}
PARTS: Final = (16, 4, 1)  # a table is fitted to one opening in so many, too
SURE: Final = 1e-6  # least chance
RESULTS: Final = {None: 0.5, True: 1.0, False: 0.0}


OUTCOME: Final = 0.4  # share of the game's result in the wanted value; the rest is the score of the search


class OrdinaryPosition(NamedTuple):
    """A quiet position: the codes of the mover and of the opponent on the empty points, today's log-odds, and the win
    chance to predict."""

    opening: int
    own: Codes
    opponents: Codes
    base: float
    wanted: float


def read_positions(rows: Sequence[Row]) -> Iterator[OrdinaryPosition]:
    """Yield the quiet positions of all games."""
    deepening = Deepening(ruleset(RULES), SIZE, MEMORY)
    reader, position = Reader(deepening), deepening.position
    for row in rows:
        for game in row["games"]:
            for ply, score in game["scores"]:
                moves, mover = game["moves"][:ply], Color(1 + ply % 2)
                leaf = reader.read_leaf(Board.from_stones(SIZE, moves[::2], moves[1::2]), mover, ())
                if leaf is None:
                    continue
                static = int(evaluate(position.arrays, U(mover - 1))) + deepening.added_score(mover)
                result = RESULTS[None if game["winner"] is None else game["winner"] == mover.name]
                wanted = OUTCOME * result + (1 - OUTCOME) / (1 + np.exp(-score / SCALE))
                wanted = min(max(float(wanted), SURE), 1 - SURE)
                yield OrdinaryPosition(row["opening"], *leaf, static / SCALE, wanted)


def report(rows: Sequence[Row]) -> Iterator[str]:
    """Fit the tables to the positions of some openings and yield the losses in the others."""
    positions = list(read_positions(rows))
    openings = np.array([position.opening for position in positions], np.int64)
    out = openings % HELD_OUT == 0
    if out.all() or not out.any():
        return
    base, wanted = (np.array([position[n] for position in positions]) for n in (3, 4))
    least = _losses(np.log(wanted / (1 - wanted)), wanted)[out].mean()
    yield f"{len(positions):,} ordinary positions, {out.sum():,} of them held out; no loss can be below {least:.4f}."
    yield ""
    parts = [~out & (openings // HELD_OUT % part == 0) for part in PARTS]
    yield f"| loss of an ordinary position | 0 | {' | '.join(f'{part.sum():,}' for part in parts)} | last below sorts |"
    yield "| --- |" + " ---: |" * (len(PARTS) + 2)
    sorts = _fit_parts(SORTS, positions, [base] * len(parts), wanted, parts)
    for table in (SORTS, BOTH, LINES):
        found = sorts if table == SORTS else _fit_parts(table, positions, sorts, wanted, parts)
        losses = [_losses(scores, wanted)[out] for scores in (base, *found)]
        below = _losses(sorts[-1], wanted)[out] - losses[-1]
        apart = np.bincount(openings[out], below - below.mean())  # positions of one opening are correlated
        margin = NORMAL_95 * np.sqrt((apart**2).sum()) / len(below)
        cells = [*(f"{each.mean():.4f}" for each in losses), f"{below.mean():.4f} ± {margin:.4f}"]
        yield f"| {table if table == SORTS else f'{table}, after sorts'} | {' | '.join(cells)} |"


def _fit_parts(
    table: str,
    positions: Sequence[OrdinaryPosition],
    bases: Sequence[Floats],
    wanted: Floats,
    parts: Sequence[NDArray[np.bool_]],
) -> list[Floats]:
    """Return the log-odds of all positions after a fit to each part, which adds to that part's base."""
    counted = [value_features(table, position.own, position.opponents) for position in positions]
    found = []
    for base, part in zip(bases, parts, strict=True):
        taught = np.flatnonzero(part)
        choices = _choose(table, [counted[n] for n in taught], base[taught], wanted[taught])
        numbers = fit(choices, SHRINKS[table])
        found.append(_choose(table, counted, base, wanted).scores(numbers))
    return found


def _choose(table: str, counted: Sequence[tuple[NDArray[np.int64], Floats]], base: Floats, wanted: Floats) -> Choices:
    """Make positions without a choice, where only the value counts."""
    rows = np.repeat(np.arange(len(counted)), [len(places) for places, _ in counted])
    places, counts = (np.concatenate([each[n] for each in counted]) for n in (0, 1))
    features, alone = Features(rows, places, counts), np.ones(len(base))
    return Choices(features, SIZES[table], base, alone, wanted, 1.0, 1.0, np.arange(len(base)))


def _losses(scores: Floats, wanted: Floats) -> Floats:
    found: Floats = np.logaddexp(0, scores) - wanted * scores
    return found
