"""The command ``tengen bench``: speed of the search on fixed positions with fixed nodes.

The signature is a hash of the moves found and the nodes used: a change that only makes the search faster keeps it.
"""

import argparse
import hashlib
import json
import time
from math import exp, log
from typing import TYPE_CHECKING, Any

from bots.arguments import positive_number

if TYPE_CHECKING:
    from bots.search.alphabeta.iterative_deepening import SearchCounts
    from gomoku.game import Game

NODES = 200_000  # for each position


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command ``bench`` to a program."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "bench",
        help="measure the speed of the search",
        description="Search fixed middle games on one thread, each with the same number of nodes (stones put on the "
        "board), and print nodes a second of the processor's time. The signature tells whether the search still finds "
        "the same.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--nodes", type=positive_number, default=NODES, metavar="N", help=f"for each position (default: {NODES})"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(func=_run)


def _run(options: argparse.Namespace, _db: object) -> int:
    found = bench(options.nodes)
    if options.json:
        print(json.dumps(found))
    else:
        print(
            f"{found['positions']} positions, {found['nodes']} nodes in {found['cpu_seconds']:.2f} s of CPU: "
            f"{found['nodes_per_cpu_second']} a second, signature {found['signature']}\n"
            f"depth {found['depth']}, longest branch {found['longest']}, branching {found['branching']}, "
            f"{found['first_cuts']:.1%} of cut-offs by the first move, {found['of_fours']:.1%} of nodes in searches "
            f"for fours, {found['leaves']:.1%} leaves"
        )
    return 0


def bench(nodes: int) -> dict[str, Any]:
    """Run the benchmark and return positions, nodes, CPU seconds of the thread, nodes a second, mean depth and longest
    branch, branching, shares of nodes and cut-offs by kind, and signature.

    Branching is the factor by which nodes grow with a ply of depth, the geometric mean over the positions.
    """
    from bots.engine import Limits, Stop  # noqa: PLC0415 - numpy and numba are not loaded for --help
    from bots.openings import DRAWN_ON, load  # noqa: PLC0415
    from bots.search.alphabeta.iterative_deepening import Deepening  # noqa: PLC0415
    from gomoku.game import Game  # noqa: PLC0415
    from lab.middlegames import FILE, RULES  # noqa: PLC0415

    games = [Game.replay(RULES, DRAWN_ON, moves) for moves in load(FILE, RULES, DRAWN_ON)]
    deepening = Deepening(RULES, DRAWN_ON, 64 << 20)

    def search(game: "Game", limits: Limits) -> tuple[tuple[int, int, int, int], "SearchCounts"]:
        found = deepening.search(game.board, game.to_move, game.moves[-1], limits, Stop())
        return (*found.moves[0], found.depth, found.nodes), deepening.counts

    search(games[0], Limits(nodes=1000))  # compiles the kernels or loads them
    begun = time.thread_time()
    searches = [search(game, Limits(nodes=nodes)) for game in games]
    seconds = time.thread_time() - begun
    rows, counted = zip(*searches, strict=True)
    total, cuts = sum(row[-1] for row in rows), sum(each.cuts for each in counted)
    return {
        "positions": len(rows),
        "nodes": total,
        "cpu_seconds": round(seconds, 3),
        "nodes_per_cpu_second": round(total / seconds),
        "depth": round(sum(row[2] for row in rows) / len(rows), 2),
        "longest": round(sum(each.longest for each in counted) / len(rows), 2),
        "branching": round(exp(sum(log(row[3]) / max(1, row[2]) for row in rows) / len(rows)), 2),
        "first_cuts": round(sum(each.first_cuts for each in counted) / max(1, cuts), 4),
        "of_fours": round(sum(each.of_fours for each in counted) / total, 4),
        "leaves": round(sum(each.leaves for each in counted) / total, 4),
        "signature": hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16],
    }
