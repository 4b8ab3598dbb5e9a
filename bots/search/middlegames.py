"""Makes positions of undecided middle games: ``python -m bots.search.middlegames --count 20 --seed 1 > FILE``.

The engine plays on from openings against itself; a position is kept when neither side has proven anything and the
search thinks little of either's chances. A file is written as those of openings are.
"""

import argparse
import random
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bots.engine import Limits, Stop
from bots.openings import DRAWN_ON, FREESTYLE, load
from bots.search.engine import ENGINE
from gomoku.game import Game
from gomoku.point import name
from gomoku.rulesets import ruleset

FILE: Final = Path(__file__).with_suffix(".txt")
RULES: Final = ruleset("freestyle")
NODES: Final = 3000  # for each move
FEWEST, MOST = 12, 36  # stones
UNDECIDED: Final = 250  # scores up to this


def middlegames(count: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Moves of undecided games; the same for the same seed, and from an opening each."""
    chance = random.Random(seed)
    openings = load(FREESTYLE, RULES, DRAWN_ON)
    for opening in chance.sample(openings, len(openings)):
        moves = _played_on(opening, chance.randint(FEWEST, MOST))
        if moves:
            yield moves
            count -= 1
        if not count:
            return


def _played_on(opening: tuple[int, ...], stones: int) -> tuple[int, ...]:
    """The moves of the opening and those after it, until so many stones lie; none if the game is decided by then."""
    game = Game.replay(RULES, DRAWN_ON, opening)
    player = ENGINE.open(RULES, DRAWN_ON, 0, 0)
    while True:
        choice = player.choose(game, Limits(nodes=NODES), Stop())
        if choice.why["kind"] != "search" or choice.score is None or abs(choice.score) > UNDECIDED:
            return ()
        if game.ply >= stones:
            return tuple(game.moves)
        game.play(choice.point)


def main() -> None:
    """Print a file of positions."""
    parser = argparse.ArgumentParser(description="Make positions of undecided middle games.")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    words = ["python", "-m", "bots.search.middlegames", "--count", str(args.count), "--seed", str(args.seed)]
    print(f"# Undecided middle games, freestyle, {DRAWN_ON}x{DRAWN_ON}. Made by: {shlex.join(words)}")
    for moves in middlegames(args.count, args.seed):
        print(" ".join(name(move, DRAWN_ON) for move in moves), flush=True)


if __name__ == "__main__":
    main()
