"""Fits what white can expect to the search's scores: ``python -m bots.openings.calibrate --games 600``.

Three to five stones are drawn at random near the centre, the search scores them as `bots.openings.deciding` has it
do, and plays on against itself. The results follow a logistic function of the scores, whose two parameters are found
by Newton's method (D. W. Hosmer and S. Lemeshow, Applied Logistic Regression, 1989, chapter 1).
"""

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp, sqrt
from random import Random

from bots.engine import Limits, Stop
from bots.openings.deciding import DEEPER, MEMORY, NODES
from bots.registry import engine
from gomoku import point
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import RULESETS, ruleset

SIZE = 15
SPREAD = 4  # rows and columns from the centre
DOUBTFUL = 250  # scores beyond are plain, and would bend the curve where it is used
ROUNDS = 30


def play(rules: str, nodes: int, seed: int) -> tuple[int, float, float] | None:
    """The number of stones drawn, their score for white, and what white got; nothing when the score is plain."""
    chance = Random(seed)
    zone = range(SIZE // 2 - SPREAD, SIZE // 2 + SPREAD + 1)
    points = [point.at(x, y, SIZE) for x in zone for y in zone]
    stones = chance.sample(points, chance.randint(3, 5))
    game = Game.replay(ruleset(rules), SIZE, stones)
    player = engine("search").open(game.rules, SIZE, seed, MEMORY)
    score = player.choose(game, Limits(nodes=NODES * DEEPER), Stop()).score
    if score is None or abs(score) > DOUBTFUL:
        return None
    if game.to_move is Color.BLACK:
        score = -score
    player = engine("search").open(game.rules, SIZE, seed, MEMORY)
    while game.outcome is None:
        game.play(player.choose(game, Limits(nodes=nodes), Stop()).point)
    winner = game.outcome.winner
    return len(stones), score, 0.5 if winner is None else float(winner is Color.WHITE)


def fit(seen: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    """``a``, its standard error, ``b`` and its one: results are nearest to 1 / (1 + exp(-(a + b * score))).

    Raises ZeroDivisionError when the scores are all alike.
    """
    a = b = 0.0
    for _ in range(ROUNDS):
        slope_a = slope_b = aa = ab = bb = 0.0
        for score, result in seen:
            expected = 1 / (1 + exp(-max(-30.0, min(30.0, a + b * score))))
            weight = expected * (1 - expected)
            slope_a += result - expected
            slope_b += (result - expected) * score
            aa += weight
            ab += weight * score
            bb += weight * score * score
        determinant = aa * bb - ab * ab
        a += (bb * slope_a - ab * slope_b) / determinant
        b += (aa * slope_b - ab * slope_a) / determinant
    return a, sqrt(bb / determinant), b, sqrt(aa / determinant)


def main() -> None:
    """Print the parameters, for each number of stones and for all."""
    parser = argparse.ArgumentParser(description="Fit what can be expected to the search's scores.")
    parser.add_argument("--rules", choices=sorted(RULESETS), default="freestyle")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--nodes", type=int, default=500, help="for each move after the drawn stones")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        played = list(pool.map(partial(play, args.rules, args.nodes), range(args.games), chunksize=8))
    seen = [each for each in played if each is not None]
    for stones in ({3}, {4}, {5}, {3, 4, 5}):
        some = [(score, result) for count, score, result in seen if count in stones]
        a, a_error, b, b_error = fit(some)
        print(
            json.dumps(
                {
                    "stones": sorted(stones),
                    "games": len(some),
                    "offset": round(a, 3),
                    "its error": round(a_error, 3),
                    "scale": round(1 / b, 1),
                    "error of 100/scale": round(100 * b_error, 3),
                }
            )
        )


if __name__ == "__main__":
    main()
