"""Makes three stones to begin with: ``python -m bots.openings.make_triples --rules freestyle > FILE``.

Stones are drawn at random near the centre, under renju all 26 patterns. Three are kept when no like of them was kept
before and the search, at fixed nodes, expects nearly as much of either colour.
"""

import argparse
import shlex
import sys
from collections.abc import Iterator
from random import Random

from bots.openings import DRAWN_ON
from bots.openings.deciding import EVEN, Decider
from gomoku import point
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.patterns import list_patterns
from gomoku.openings.rules import FREE
from gomoku.rulesets import RULESETS, ruleset
from gomoku.symmetry import canonical_stones

SPREAD = 4  # rows and columns from the centre
NODES = 10_000
WITHIN = 0.05
RENJU_WITHIN = 0.13  # there are no more than 26 to choose from


def draw_triples(rules: str, count: int, seed: int, nodes: int) -> Iterator[tuple[int, ...]]:
    """Three stones after which neither colour is better; the same for the same seed."""
    decider = Decider(Opening(FREE, Game(ruleset(rules), DRAWN_ON)), seed, nodes=nodes)
    renju = rules == "renju"
    within = RENJU_WITHIN if renju else WITHIN
    for moves in list_patterns() if renju else _draw(Random(seed)):
        if abs(decider.value(moves) - EVEN) <= within:
            yield moves
            count -= 1
            if not count:
                return


def _draw(chance: Random) -> Iterator[tuple[int, ...]]:
    """Three stones near the centre, no two times alike; without an end."""
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
    """Print a file of them."""
    parser = argparse.ArgumentParser(description="Make balanced three stones to begin with.")
    parser.add_argument("--rules", choices=sorted(RULESETS), default="freestyle")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=NODES)
    args = parser.parse_args()
    command = shlex.join(["python", "-m", "bots.openings.make_triples", *sys.argv[1:]])
    print(f"# Three stones after which neither colour is better, {args.rules}, 15x15. Made by: {command}")
    for moves in draw_triples(args.rules, args.count, args.seed, args.nodes):
        print(" ".join(point.name(move, DRAWN_ON) for move in moves), flush=True)


if __name__ == "__main__":
    main()
