"""Cost of a learner's move beyond its search: ``python -m tests.benchmarks.learner [--json]``.

CPU time of one thread a move, in positions that the Learner comes to against the search at more nodes: the level as it
is, with 10,000 made-up patterns and 100,000 made-up proven positions, less the same search with none of its parts. Told
for quiet moves, which the search chose and nothing was found against, and for all.
"""

import argparse
import json
import random
from time import thread_time

from bots.engine import MEMORY, Limits, Stop
from bots.learning.patterns.table import PatternTable
from bots.learning.players.learner import HELD, Learner
from bots.learning.players.parts import EVERYTHING, NOTHING, Parts
from bots.learning.players.taught import Learned
from bots.learning.proofs.known_positions import Fact, Known
from bots.learning.proofs.proven_positions import position
from bots.openings import FREESTYLE, load
from bots.registry import engine
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.keys import Keys
from gomoku.rulesets import ruleset
from tests.benchmarks.match import SIZE, made_up_patterns
from tests.benchmarks.relay import percentile

RULES = ruleset("freestyle")
ATTACKER = Limits(nodes=1500)
LONGEST = 60  # moves
ROUNDS = 3


def known(count: int) -> Known:
    """So many proven positions, which nobody comes to."""
    chance, entries = random.Random(count), []
    for _ in range(count):
        stones = chance.sample(range(SIZE * SIZE), chance.randrange(12, 40))
        board = Board.from_stones(SIZE, stones[::2], stones[1::2])
        key, by = Keys.of(board).least(Color.BLACK)
        entries.append((key, position(board, Color.BLACK, by), Fact(chance.random() < 0.5, 5)))
    return Known().with_more(entries)


def positions(games: int) -> list[tuple[int, ...]]:
    """Moves of games up to each turn of the Learner's, which has learned nothing."""
    found = []
    learner = Learner(parts=Parts.ASKING).open(RULES, SIZE, 1, MEMORY)
    attacker = engine("search").open(RULES, SIZE, 1, MEMORY)
    for opening in load(FREESTYLE, RULES, SIZE)[:games]:
        game = Game.replay(RULES, SIZE, opening)
        while game.outcome is None and game.ply < LONGEST:
            if game.ply % 2:
                found.append(tuple(game.moves))
                game.play(learner.choose(game, HELD, Stop()).point)
            else:
                game.play(attacker.choose(game, ATTACKER, Stop()).point)
    return found


def measure(games: int, patterns: int, proofs: int) -> dict[str, float]:
    """Percentiles in milliseconds of CPU."""
    table = PatternTable("freestyle", made_up_patterns(patterns), 1, known={SIZE: known(proofs)})
    whole = Learner(Learned(lambda _: table, lambda _: None), EVERYTHING).open(RULES, SIZE, 1, MEMORY)
    bare = Learner(parts=NOTHING).open(RULES, SIZE, 1, MEMORY)
    beyond: dict[str, list[float]] = {"quiet": [], "all": []}
    search = []
    for moves in positions(games):
        game = Game.replay(RULES, SIZE, moves)
        spent: list[list[float]] = [[], []]
        kind = ""
        for _ in range(ROUNDS):
            for n, player in enumerate((whole, bare)):
                begun = thread_time()
                choice = player.choose(game, HELD, Stop())
                spent[n].append(1000 * (thread_time() - begun))
                kind = str(choice.tell()["kind"]) if n == 0 else kind
        more = min(spent[0]) - min(spent[1])
        search.append(min(spent[1]))
        beyond["all"].append(more)
        if kind == "search":
            beyond["quiet"].append(more)
    figures = {"positions": float(len(search)), "search_50": percentile(search, 50)}
    for name, some in beyond.items():
        figures |= {f"{name}_{p}": round(percentile(some, p), 2) for p in (50, 90, 99)}
        figures[f"{name}_mean"] = round(sum(some) / len(some), 2)
    return figures


def main() -> None:
    """Print the distribution."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--patterns", type=int, default=10_000)
    parser.add_argument("--proofs", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(args.games, args.patterns, args.proofs)
    print(
        f"{found['positions']:.0f} positions; ms of CPU a move beyond the search, which takes {found['search_50']:.1f}:"
    )
    print("| moves | median | 90 % | 99 % | mean |\n| --- | ---: | ---: | ---: | ---: |")
    for name in ("quiet", "all"):
        row = [f"{found[f'{name}_{each}']:.1f}" for each in (50, 90, 99, "mean")]
        print(f"| {name} | {' | '.join(row)} |")
    if args.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
