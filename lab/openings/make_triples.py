"""Makes balanced three-stone openings: ``python -m lab.openings.make_triples --rules freestyle > FILE``.

Stones are drawn at random near the centre; under renju all 26 patterns are used. An opening is kept if no image of it
was kept before and the search values both colours nearly equally, with the given nodes and with those that a bot uses
to choose a colour.
"""

import argparse
import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import compress, islice
from random import Random

from bots.openings import DRAWN_ON
from bots.openings.valuing import EVEN, Valuer
from gomoku import point
from gomoku.openings.patterns import list_patterns
from gomoku.rulesets import FIVES, ruleset
from gomoku.symmetry import canonical_stones

SPREAD = 4  # most rows and columns from the centre
WITHIN = 0.05
WITHIN_RENJU = 0.1  # there are 26 patterns, and black is better in most, unless fifth stones are offered
BATCH = 32  # openings drawn per process at a time


def draw_triples(rules: str, count: int, seed: int, nodes: int, jobs: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield balanced three-stone openings; the same for the same seed."""
    drawn = iter(list_patterns()) if rules == "renju" else _draw(Random(seed))
    with ProcessPoolExecutor(jobs) as pool:
        while count and (batch := list(islice(drawn, BATCH * jobs))):
            for moves in compress(batch, pool.map(partial(is_even, rules, nodes), batch, chunksize=BATCH // 4)):
                if count:
                    count -= 1
                    yield moves


def is_even(rules: str, nodes: int, moves: tuple[int, ...]) -> bool:
    """Tell whether both colours are nearly equal."""
    valuer, within = Valuer(ruleset(rules), DRAWN_ON, 1), WITHIN_RENJU if rules == "renju" else WITHIN
    if abs(valuer.value_as_asked(moves, nodes) - EVEN) > within:
        return False
    return abs(valuer.value_as_asked(moves) - EVEN) <= within


def _draw(chance: Random) -> Iterator[tuple[int, ...]]:
    """Yield three random stones near the centre without end, never the same up to symmetry."""
    zone = range(DRAWN_ON // 2 - SPREAD, DRAWN_ON // 2 + SPREAD + 1)
    points = [point.at(x, y, DRAWN_ON) for x in zone for y in zone]
    seen = set()
    while True:
        moves = tuple(chance.sample(points, 3))
        key, _ = canonical_stones([(each, 1 + ply % 2) for ply, each in enumerate(moves)], DRAWN_ON)
        if key not in seen:
            seen.add(key)
            yield moves


def main() -> None:
    """Print a file of openings."""
    parser = argparse.ArgumentParser(description="Make balanced three-stone openings.")
    parser.add_argument("--rules", choices=sorted(FIVES), default="freestyle")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=1, help="processes; the file is the same with any number of them")
    args = parser.parse_args()
    command = shlex.join(["python", "-m", "lab.openings.make_triples", *sys.argv[1:]])
    print(f"# Three stones after which neither colour is better, {args.rules}, 15x15. Made by: {command}")
    for moves in draw_triples(args.rules, args.count, args.seed, args.nodes, args.jobs):
        print(" ".join(point.name(move, DRAWN_ON) for move in moves), flush=True)


if __name__ == "__main__":
    main()
