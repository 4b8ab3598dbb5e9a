"""Makes middle-game positions: ``python -m lab.middlegames --count 20 --seed 1 > FILE``.

Engines play on from openings. A position is kept when neither side, if it were to move, has a five or a win by
continuous fours. The positions of the tree were made from earlier openings and stay as they are, so that figures of the
bench can be compared; other openings make others. The file has the format of the openings files.
"""

import argparse
import random
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bots.engine import Limits, Stop
from bots.openings import DRAWN_ON, FREESTYLE, load
from bots.registry import engine
from bots.search.solver.proof import Refuted
from bots.search.solver.solver import Solver
from gomoku.board import Color
from gomoku.game import Game
from gomoku.point import name
from gomoku.rulesets import ruleset

FILE: Final = Path(__file__).with_suffix(".txt")
RULES: Final = ruleset("freestyle")
PLAYERS: Final = ("double_threat", "wins_array")
FEWEST, MOST = 10, 30  # number of stones


def middlegames(count: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Yield the moves of undecided games, each from a different opening; the same for the same seed."""
    chance = random.Random(seed)
    solver = Solver(RULES, DRAWN_ON)
    openings = load(FREESTYLE, RULES, DRAWN_ON)
    for opening in chance.sample(openings, len(openings)):
        game = _play_on(opening, chance.randint(FEWEST, MOST), chance.getrandbits(32))
        if game.outcome is None and is_undecided(game, solver):
            yield tuple(game.moves)
            count -= 1
        if not count:
            return


def is_undecided(game: Game, solver: Solver) -> bool:
    """Tell whether neither side, if it were to move, has a five or a win by continuous fours."""
    return all(isinstance(solver.prove(game.board, color), Refuted) for color in Color)


def _play_on(opening: tuple[int, ...], stones: int, seed: int) -> Game:
    """Play on from an opening until ``stones`` stones lie or the game is over."""
    game = Game.replay(RULES, DRAWN_ON, opening)
    players = [engine(player).open(RULES, DRAWN_ON, seed, 0) for player in PLAYERS]
    while game.outcome is None and game.ply < stones:
        game.play(players[game.ply % 2].choose(game, Limits(), Stop()).point)
    return game


def main() -> None:
    """Print a file of positions."""
    parser = argparse.ArgumentParser(description="Make undecided middle-game positions.")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    words = ["python", "-m", "lab.middlegames", "--count", str(args.count), "--seed", str(args.seed)]
    print(f"# Undecided middle games, freestyle, {DRAWN_ON}x{DRAWN_ON}. Made by: {shlex.join(words)}")
    for moves in middlegames(args.count, args.seed):
        print(" ".join(name(move, DRAWN_ON) for move in moves), flush=True)


if __name__ == "__main__":
    main()
