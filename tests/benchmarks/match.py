"""How long does it take to look for learned patterns? ``python -m tests.benchmarks.match [--json]``.

Made-up patterns, three to five rows of five that cross, with as many stones as learned patterns have; positions of
games that engines play from the openings. CPU time of one thread a position, for 1,000 and 10,000 patterns in all
orientations, whole or a stone short; the slowest position by the median of its rounds.
"""

import argparse
import json
import random
from time import perf_counter, thread_time

import numpy as np

from bots.engine import Limits, Stop
from bots.learning.patterns.cells import Cells, Kind, least
from bots.learning.patterns.pattern import Pattern
from bots.learning.patterns.table import PatternTable
from bots.openings import FREESTYLE, load
from bots.registry import engine
from bots.search.solver.proof import Win
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.lines import AXES
from gomoku.rulesets import ruleset

SIZE = 15
AT = 8  # crossings lie in a square of so many points a side


def made_up(chance: random.Random) -> Cells:
    """Cells of rows of five through two crossings, each row with two or three stones, mostly five to seven in all."""
    cells: dict[tuple[int, int], Kind] = {}
    crossings = [(chance.randrange(AT), chance.randrange(AT)) for _ in range(2)]
    for _ in range(chance.randint(3, 5)):
        (x, y), (dx, dy), start = chance.choice(crossings), chance.choice(AXES), chance.randint(-4, 0)
        stones = chance.sample(range(5), chance.randint(2, 3))
        for n in range(5):
            place = x + (start + n) * dx, y + (start + n) * dy
            cells.setdefault(place, Kind.ATTACKER if n in stones and place not in crossings else Kind.EMPTY)
    return least((x, y, kind) for (x, y), kind in cells.items())


def made_up_patterns(count: int) -> list[Pattern]:
    """So many made-up patterns of three stones or more, all different."""
    chance, found = random.Random(count), dict[Cells, Pattern]()
    while len(found) < count:
        cells = made_up(chance)
        if sum(kind is Kind.ATTACKER for _, _, kind in cells) > 2:
            found[cells] = Pattern("freestyle", None, cells, "vct", 3, (), False, Win(0))
    return list(found.values())


def positions(count: int) -> list[Board]:
    """Positions after 20 to 60 moves of games between classic engines, each of another opening."""
    rules, boards = ruleset("freestyle"), list[Board]()
    openings = iter(load(FREESTYLE, rules, SIZE))
    while len(boards) < count:
        game = Game.replay(rules, SIZE, next(openings))
        players = [engine(name).open(rules, SIZE, len(boards), 0) for name in ("double_threat", "situation_flat")]
        while game.outcome is None and game.ply < 20 + len(boards) % 41:
            game.play(players[game.ply % 2].choose(game, Limits(), Stop()).point)
        if game.outcome is None:
            boards.append(game.board)
    return boards


def measure(count: int, boards: list[Board], rounds: int) -> dict[str, float]:
    """Milliseconds a position of a table of so many patterns."""
    patterns = made_up_patterns(count)
    made = perf_counter()
    table = PatternTable("freestyle", patterns)
    built = perf_counter()
    table.match(boards[0], Color.BLACK)
    times, whole, lacking = np.zeros((rounds, len(boards))), 0, 0
    for turn in range(rounds):
        for n, board in enumerate(boards):
            began = thread_time()
            found, near = table.match(board, Color.BLACK)
            times[turn, n] = (thread_time() - began) * 1000
            whole, lacking = whole + len(found), lacking + len(near)
    return {
        "patterns": count,
        "build_s": built - made,
        "p50_ms": float(np.percentile(times, 50)),
        "p99_ms": float(np.percentile(times, 99)),
        "slowest_ms": float(np.median(times, axis=0).max()),
        "whole": whole / times.size,
        "lacking": lacking / times.size,
    }


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.match", description=__doc__)
    parser.add_argument("--patterns", default="1000,10000")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    boards = positions(options.positions)
    results = [measure(int(count), boards, options.rounds) for count in options.patterns.split(",")]
    print(f"{'patterns':>9}{'p50 ms':>9}{'p99 ms':>9}{'slowest':>9}{'whole':>9}{'set-ups':>9}{'built in s':>12}")
    for found in results:
        print(
            f"{found['patterns']:9}{found['p50_ms']:9.2f}{found['p99_ms']:9.2f}{found['slowest_ms']:9.2f}"
            f"{found['whole']:9.1f}{found['lacking']:9.1f}{found['build_s']:12.2f}"
        )
    if options.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
