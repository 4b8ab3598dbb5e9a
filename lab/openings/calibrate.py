"""Fits white's expected score to search scores: ``python -m lab.openings.calibrate --rules freestyle > FILE``.

Stones are placed as in openings (three to five), scored by the search with the nodes of `bots.openings.deciding`, and
played out by the search against itself. For each number of stones the results follow a logistic function of the scores,
fitted by Newton's method (D. W. Hosmer and S. Lemeshow, Applied Logistic Regression, 1989, chapters 1 and 2). The
output is a file for `bots.openings.valuing`. Then stderr has the loss of every other game under a fit to the rest, and
under the tree's file.
"""

import argparse
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.engine import Limits, Player, Stop
from bots.json_lines import JsonLines
from bots.openings.valuing import DEEPER, FEW, MEMORY, NODES, Curve, curves, list_legal, nearest
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.openings.patterns import list_patterns
from gomoku.point import at, xy
from gomoku.rulesets import FIVES, ruleset
from gomoku.symmetry import maps

SIZE = 15
COUNTS = (3, 4, 5)
SPREAD = 4  # most rows and columns from the centre
SHIFT = 2  # most lines a renju pattern is shifted: there are only 26, and the search is deterministic
DOUBTFUL = 250  # scores beyond are clear, and would bend the curve where it is used
ROUNDS = 30
VAGUE = 0.25  # standard error, as a share of the slope, above which a slope is not used
PROVEN = 10_000.0  # score of a proven win


class Scored(NamedTuple):
    """A played game: the number of stones, the score for white, and white's result (0, 0.5 or 1)."""

    stones: int
    score: float
    result: float


def play(rules: str, nodes: int, seed: int) -> Scored | None:
    """Play a game from drawn stones; None when their score is already clear."""
    chance = Random(seed)
    player = engine("search").open(ruleset(rules), SIZE, seed, MEMORY)
    count = COUNTS[seed % len(COUNTS)]
    game = Game.replay(ruleset(rules), SIZE, draw_stones(rules, count, chance, player))
    score = player.choose(game, Limits(nodes=NODES * DEEPER), Stop()).score
    if score is None or abs(score) > DOUBTFUL:
        return None
    if game.to_move is Color.BLACK:
        score = -score
    player = engine("search").open(game.rules, SIZE, seed, MEMORY)
    while game.outcome is None:
        game.play(player.choose(game, Limits(nodes=nodes), Stop()).point)
    winner = game.outcome.winner
    return Scored(count, score, 0.5 if winner is None else float(winner is Color.WHITE))


def draw_stones(rules: str, count: int, chance: Random, player: Player) -> list[int]:
    """Draw ``count`` stones: three near the centre, or a renju pattern, then each near the others.

    With five, the fourth is one of the FEW best for white, as when one player lays two stones.
    """
    moves = _draw_pattern(chance) if rules == "renju" else _draw_near(chance)
    while len(moves) < count:
        game = Game.replay(ruleset(rules), SIZE, moves)
        points = nearest(game, list_legal(game))
        if count == 5 and len(moves) == 3:
            valued = [(_score(player, game, point), point) for point in points]
            points = [point for _, point in sorted(valued)[:FEW]]
        moves.append(chance.choice(points))
    return moves


def _draw_near(chance: Random) -> list[int]:
    zone = range(SIZE // 2 - SPREAD, SIZE // 2 + SPREAD + 1)
    return chance.sample([at(x, y, SIZE) for x in zone for y in zone], 3)


def _draw_pattern(chance: Random) -> list[int]:
    image = chance.choice(maps(SIZE))
    right, down = chance.randint(-SHIFT, SHIFT), chance.randint(-SHIFT, SHIFT)
    stones = [xy(image[point], SIZE) for point in chance.choice(list_patterns())]
    return [at(x + right, y + down, SIZE) for x, y in stones]


def _score(player: Player, game: Game, point: int) -> float:
    """Return the search score, after a stone on the point, for the side to move."""
    after = Game.replay(game.rules, SIZE, [*game.moves, point])
    score = player.choose(after, Limits(nodes=NODES), Stop()).score
    return PROVEN if score is None else score


class Line(NamedTuple):
    """A logistic fit: results are 1 / (1 + exp(-(``offset`` + ``slope`` * score))), with standard errors."""

    offset: float
    offset_error: float
    slope: float
    slope_error: float


def fit(seen: Mapping[int, Sequence[tuple[float, float]]]) -> dict[int, Line]:
    """Fit groups of (score, result) with one common slope and an offset each.

    Raises numpy.linalg.LinAlgError when all scores are equal.
    """
    groups = sorted(seen)
    rows = [(number, score, result) for number, group in enumerate(groups) for score, result in seen[group]]
    inputs = np.zeros((len(rows), len(groups) + 1))
    inputs[range(len(rows)), [number for number, _, _ in rows]] = 1
    inputs[:, -1] = [score for _, score, _ in rows]
    results = np.array([result for _, _, result in rows])
    found = np.zeros(len(groups) + 1)
    for _ in range(ROUNDS):
        expected = 1 / (1 + np.exp(-np.clip(inputs @ found, -30, 30)))
        information = inputs.T @ (inputs * (expected * (1 - expected))[:, np.newaxis])
        found += np.linalg.solve(information, inputs.T @ (results - expected))
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    slope, its_error = float(found[-1]), float(errors[-1])
    return {group: Line(float(found[n]), float(errors[n]), slope, its_error) for n, group in enumerate(groups)}


def tabulate(games: Sequence[Scored]) -> Iterator[str]:
    """Yield the lines of the file, one for each number of stones.

    Where the slope of a group is too uncertain, the common slope of all games is used.
    """
    seen = {count: [(each.score, each.result) for each in games if each.stones == count] for count in COUNTS}
    together = fit(seen)
    for count in COUNTS:
        line = fit({count: seen[count]})[count]
        if line.slope_error > line.slope * VAGUE:
            line = together[count]
        yield f"{count} {line.offset:.3f} {line.offset_error:.3f} {1 / line.slope:.1f} {len(seen[count])}"


def compare(games: Sequence[Scored], known: Mapping[int, Curve]) -> Iterator[str]:
    """Yield, for each number of stones, the loss of every other game under known curves and under a fit to the rest.

    Raises numpy.linalg.LinAlgError where there are too few games.
    """
    for count in COUNTS:
        seen = [(each.score, each.result) for each in games if each.stones == count]
        line, curve = fit({count: seen[::2]})[count], known[count]
        scores, results = np.array(seen[1::2]).T
        before = loss(curve.offset + scores / curve.scale, results)
        after = loss(line.offset + line.slope * scores, results)
        yield f"{count} stones: loss {before:.3f} by the file, {after:.3f} by the fit"


def loss(odds: NDArray[np.floating], wanted: NDArray[np.floating]) -> float:
    """Return the mean negative log-likelihood of shares of points under log-odds, in double precision."""
    return float(np.mean(np.logaddexp(0, odds.astype(np.float64)) - wanted * odds))


def play_all(rules: str, games: int, nodes: int, jobs: int, kept: Path) -> list[Scored]:
    """Play the games of seeds 0 to ``games`` - 1, without those in ``kept``; games with clear scores are left out.

    Raises ArenaError when ``kept`` was written with other parameters.
    """
    lines = JsonLines(kept, {"calibrate": rules, "nodes": nodes, "deciding": NODES * DEEPER})
    try:
        rows = {row["seed"]: row["game"] for row in lines.rows}
        seeds = [seed for seed in range(games) if seed not in rows]
        with ProcessPoolExecutor(jobs) as pool:
            for seed, game in zip(seeds, pool.map(partial(play, rules, nodes), seeds, chunksize=4), strict=True):
                rows[seed] = game
                lines.add({"seed": seed, "game": game})
    finally:
        lines.close()
    return [Scored(*rows[seed]) for seed in range(games) if rows[seed] is not None]


def main() -> None:
    """Print the file."""
    parser = argparse.ArgumentParser(description="Fit expected results to search scores.")
    parser.add_argument("--rules", choices=sorted(FIVES), default="freestyle")
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--nodes", type=int, default=1000, help="nodes for each move after the drawn stones")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, required=True, help="file of games, from which a stopped run resumes")
    args = parser.parse_args()
    seen = play_all(args.rules, args.games, args.nodes, args.jobs, args.kept)
    command = shlex.join(["python", "-m", "lab.openings.calibrate", *sys.argv[1:]])
    print(f"# What white can expect by the search's scores, {args.rules}, 15x15. Made by: {command}")
    print("# Stones, logarithm of the odds at score 0, its standard error, score for a factor e, games.")
    for line in tabulate(seen):
        print(line)
    for line in compare(seen, curves(args.rules)):
        print(line, file=sys.stderr)


if __name__ == "__main__":
    main()
