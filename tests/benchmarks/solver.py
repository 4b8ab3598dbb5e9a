"""How much do the solvers prove, and how fast? ``python -m tests.benchmarks.solver [--json]``.

Puzzles of continuous fours in all rule sets, searched to the end; then positions of games between people, the last ten
plies of those that somebody won, with the winner to move, by all methods and with limits of stones; then the positions
that another solver wins by continuous threats, up to forty million stones each. Nodes and counts are the same every
time; milliseconds are those in the kernel. Reads ``../shared/data``, and leaves out what is not there.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from statistics import mean, median
from typing import Any

from bots.engine import Limits
from bots.search.solver.proof import Effort
from bots.search.solver.solver import METHODS, Solver
from gomoku.board import Board, Color
from gomoku.point import parse
from gomoku.rulesets import ruleset
from tests.benchmarks.relay import percentile
from tests.bots.search.positions import CASES, ROWS, puzzles, threat_cases
from tests.data import OUTSIDE

RULES = ("freestyle", "standard", "renju", "caro")
GAMES = "human_games.jsonl"
LAST = 10  # plies of a game that are looked at

Asked = tuple[Board, Color]


def late_positions(step: int) -> Iterator[Asked]:
    """Positions with the winner to move near the end of every so many-th game that somebody won."""
    rows = (json.loads(line) for line in (OUTSIDE / GAMES).read_text().splitlines())
    for row in islice((row for row in rows if row["result"] in ("black", "white")), 0, None, step):
        moves, winner = [parse(name, 15) for name in row["moves"].split()], Color[row["result"].upper()]
        for ply in range(max(0, len(moves) - LAST), len(moves) + 1):
            if Color(ply % 2 + 1) == winner:
                yield Board.from_stones(15, moves[:ply:2], moves[1:ply:2]), winner


def measure(positions: Sequence[Asked], prove: Callable[[Board, Color], Effort]) -> dict[str, Any]:
    """Summarise the results of all positions, and their cost."""
    found = [prove(board, attacker) for board, attacker in positions]
    results = Counter(type(each).__name__.lower() for each in found)
    nodes, ms = [each.nodes for each in found], [each.ms for each in found]
    return {
        "positions": len(found),
        **{result: results[result] for result in ("proof", "refuted", "unknown")},
        **{f"nodes_{name}": value for name, value in spread(nodes).items()},
        **{f"ms_{name}": value for name, value in spread(ms).items()},
        "nodes_per_s": sum(nodes) / sum(ms) * 1000,
    }


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median, mean, 99th percentile and most."""
    return {"50": median(values), "mean": mean(values), "99": percentile(values, 99), "most": max(values)}


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.solver", description=__doc__)
    parser.add_argument("--puzzles", type=int, default=1, metavar="STEP", help="take every so many-th puzzle")
    parser.add_argument("--games", type=int, default=13, metavar="STEP", help="take every so many-th game")
    parser.add_argument("--nodes", default="10000,50000", help="limits of stones for the positions of games")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    solvers = {rules: Solver(ruleset(rules), 15) for rules in RULES}
    figures: list[dict[str, Any]] = []

    def show(name: str, positions: Sequence[Asked], prove: Callable[[Board, Color], Effort]) -> None:
        found = {"name": name} | measure(positions, prove)
        figures.append(found)
        print(
            f"{name:<22}{found['positions']:>10}{found['proof']:7}{found['refuted']:9}{found['unknown']:9}"
            f"{found['nodes_50']:10.0f}{found['nodes_99']:9.0f}{found['nodes_most']:11.0f}"
            f"{found['ms_50']:8.2f}{found['ms_mean']:8.2f}{found['ms_99']:8.1f}{found['ms_most']:9.1f}"
            f"{found['nodes_per_s']:12,.0f}",
            flush=True,
        )

    print(
        f"{'':<22}{'positions':>10}{'proven':>7}{'refuted':>9}{'unknown':>9}{'nodes p50':>10}{'p99':>9}{'most':>11}"
        f"{'ms p50':>8}{'mean':>8}{'p99':>8}{'most':>9}{'nodes/s':>12}"
    )
    if (OUTSIDE / ROWS).exists():
        asked = [(board, attacker) for _, board, attacker in islice(puzzles(OUTSIDE), 0, None, options.puzzles)]
        for rules, solver in solvers.items():
            show(f"puzzles {rules}", asked, solver.prove)
    else:
        print(f"puzzles: skipped, there is no {OUTSIDE / ROWS}")
    if (OUTSIDE / GAMES).exists():
        asked = list(late_positions(options.games))
        solver = solvers["renju"]
        for limits in (Limits(nodes=int(number)) for number in options.nodes.split(",")):
            for method in METHODS:
                show(f"games {method} {limits.nodes:,}", asked, partial(solver.prove, limits=limits, method=method))
    else:
        print(f"games: skipped, there is no {OUTSIDE / GAMES}")
    if (OUTSIDE / CASES).exists():
        solver, limits = Solver(ruleset("renju"), 15, positions=1 << 22), Limits(nodes=40_000_000)
        asked = [(board, attacker) for _, board, attacker in threat_cases(OUTSIDE)]
        show("cases fukumi", asked, partial(solver.prove, limits=limits, method="fukumi"))
    else:
        print(f"cases: skipped, there is no {OUTSIDE / CASES}")
    if options.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
