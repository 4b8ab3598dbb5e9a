"""Fits what white can expect to the search's scores: ``python -m lab.openings.calibrate --rules freestyle > FILE``.

Three to five stones are laid as they come to lie in openings, the search scores them as `bots.openings.deciding` has
it do, and plays on against itself. For each number of stones the results follow a logistic function of the scores,
whose parameters are found by Newton's method (D. W. Hosmer and S. Lemeshow, Applied Logistic Regression, 1989, chapters
1 and 2). What it prints is a file as `bots.openings.expectation` reads it.
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

from bots.engine import Limits, Player, Stop
from bots.json_lines import JsonLines
from bots.openings.valuing import DEEPER, FEW, MEMORY, NODES, list_legal, nearest
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.openings.patterns import list_patterns
from gomoku.point import at, xy
from gomoku.rulesets import FIVES, ruleset
from gomoku.symmetry import maps

SIZE = 15
COUNTS = (3, 4, 5)
SPREAD = 4  # rows and columns from the centre
SHIFT = 2  # lines by which a pattern of renju is moved: there are but 26, and the search always plays the same
DOUBTFUL = 250  # scores beyond are plain, and would bend the curve where it is used
ROUNDS = 30
VAGUE = 0.25  # of a slope, for its standard error
PROVEN = 10_000.0  # a win that the search proves, as a score


class Scored(NamedTuple):
    """The number of stones, their score for white, and what white got."""

    stones: int
    score: float
    result: float


def play(rules: str, nodes: int, seed: int) -> Scored | None:
    """A game after stones that lie as in an opening; nothing when their score is plain."""
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
    """So many stones: three near the centre, under renju one of its patterns; of five the fourth is good for white, as
    who lays two has it, and the last one lies near the others."""
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
    """What the search finds for whoever answers a stone on the point."""
    after = Game.replay(game.rules, SIZE, [*game.moves, point])
    score = player.choose(after, Limits(nodes=NODES), Stop()).score
    return PROVEN if score is None else score


class Line(NamedTuple):
    """Results are nearest to 1 / (1 + exp(-(``offset`` + ``slope`` * score))); with standard errors."""

    offset: float
    offset_error: float
    slope: float
    slope_error: float


def fit(seen: Mapping[int, Sequence[tuple[float, float]]]) -> dict[int, Line]:
    """The lines of groups of scores with their results, which have one slope together and offsets of their own.

    Raises numpy.linalg.LinAlgError when the scores are all alike.
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
    """The lines of the file, one for each number of stones.

    A slope that the games with so many stones do not show well enough is that of all games.
    """
    seen = {count: [(each.score, each.result) for each in games if each.stones == count] for count in COUNTS}
    together = fit(seen)
    for count in COUNTS:
        line = fit({count: seen[count]})[count]
        if line.slope_error > line.slope * VAGUE:
            line = together[count]
        yield f"{count} {line.offset:.3f} {line.offset_error:.3f} {1 / line.slope:.1f} {len(seen[count])}"


def play_all(rules: str, games: int, nodes: int, jobs: int, kept: Path) -> list[Scored]:
    """The games of the first so many seeds, those with plain scores left out; what ``kept`` holds is not played again.

    Raises ArenaError for a file of other terms.
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
    """Print a file."""
    parser = argparse.ArgumentParser(description="Fit what can be expected to the search's scores.")
    parser.add_argument("--rules", choices=sorted(FIVES), default="freestyle")
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--nodes", type=int, default=1000, help="for each move after the drawn stones")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, required=True, help="file of the games, from which a stopped run goes on")
    args = parser.parse_args()
    seen = play_all(args.rules, args.games, args.nodes, args.jobs, args.kept)
    command = shlex.join(["python", "-m", "lab.openings.calibrate", *sys.argv[1:]])
    print(f"# What white can expect by the search's scores, {args.rules}, 15x15. Made by: {command}")
    print("# Stones, logarithm of the odds at score 0, its standard error, score for a factor e, games.")
    for line in tabulate(seen):
        print(line)


if __name__ == "__main__":
    main()
