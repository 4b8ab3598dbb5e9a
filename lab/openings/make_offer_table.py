"""Makes the table of offers: ``python -m lab.openings.make_offer_table > bots/openings/offers_renju15.txt``.

For each renju pattern, every nearby fourth stone of white's is valued with black's fifth stones after it. For each
number n of offers, the few fourths that leave black the worst n-th best fifth are valued again with more nodes. Black's
expected score is the least n-th best value of all that were valued again, so that more offers are never better.
"""

import argparse
import shlex
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from bots.openings.valuing import FEW, Valuer, list_legal, nearest, nth
from gomoku.game import Game
from gomoku.openings.patterns import find_pattern, list_patterns
from gomoku.openings.rules import MOST_DECLARED
from gomoku.rulesets import ruleset

SIZE = 15
GLANCE = 4  # divisor of the nodes with which all fourth stones are valued


def value_offers(nodes: int, stones: Sequence[int]) -> list[float]:
    """Return black's expected scores after these three stones with 1, 2, ... offers."""
    rules = ruleset("renju")
    valuer = Valuer(rules, SIZE, 1, nodes)
    game = Game.replay(rules, SIZE, stones)
    fourths = nearest(game, list_legal(game))
    glanced = {point: valuer.list_fifths([*stones, point], nodes // GLANCE) for point in fourths}
    numbers = range(1, MOST_DECLARED + 1)
    few = {n: sorted(fourths, key=lambda point, n=n: nth(glanced[point], n))[:FEW] for n in numbers}  # type: ignore[misc]
    looked = {
        point: valuer.list_fifths([*stones, point]) for point in sorted({p for some in few.values() for p in some})
    }
    return [min(nth(fifths, n) for fifths in looked.values()) for n in numbers]


def main() -> None:
    """Print the file."""
    parser = argparse.ArgumentParser(
        description="Value renju patterns by the number of fifth stones that black offers."
    )
    parser.add_argument("--nodes", type=int, default=2_000, help="nodes for each position")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    command = shlex.join(["python", "-m", "lab.openings.make_offer_table", *sys.argv[1:]])
    print(
        f"# What black can expect of each pattern with 1, 2, ... {MOST_DECLARED} offers. Made by: {command}", flush=True
    )
    patterns = list_patterns()
    with ProcessPoolExecutor(args.jobs) as pool:
        for stones, shares in zip(patterns, pool.map(partial(value_offers, args.nodes), patterns), strict=True):
            print(find_pattern(stones, SIZE), *(f"{share:.3f}" for share in shares), flush=True)


if __name__ == "__main__":
    main()
