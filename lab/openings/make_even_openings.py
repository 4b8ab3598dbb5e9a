"""Selects the balanced openings that a deep search scores as even.

Run as ``python -m lab.openings.make_even_openings``. A start that one side has almost won tells nothing about learning.
"""

from typing import Final

from bots.engine import Limits, Player, Stop
from bots.openings import FREESTYLE, load
from bots.registry import engine
from gomoku.game import Game
from gomoku.point import name
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset

NODES: Final = 60_000
MOST: Final = 80  # of the score either way: about 40 to 60 % of the points
SIZE: Final = 15
MEMORY: Final = 8 << 20


def score(player: Player, rules: RuleSet, moves: tuple[int, ...]) -> int | None:
    """Return the search score of an opening for the side to move; None where it is decided."""
    game = Game.replay(rules, SIZE, moves, forbidden_loses=True)
    return player.choose(game, Limits(nodes=NODES), Stop()).score


def main() -> None:
    """Print the file."""
    rules = ruleset("freestyle")
    player = engine("search").open(rules, SIZE, 0, MEMORY)
    print(
        "# Openings of freestyle15.txt that the search finds even. Made by: python -m lab.openings.make_even_openings"
    )
    for moves in load(FREESTYLE, rules, SIZE):
        found = score(player, rules, moves)
        if found is not None and abs(found) <= MOST:
            print(" ".join(name(move, SIZE) for move in moves))
    player.close()


if __name__ == "__main__":
    main()
