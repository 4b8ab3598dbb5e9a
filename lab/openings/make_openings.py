"""Makes balanced openings: ``python -m lab.openings.make_openings --count 600 --seed 1 > FILE``.

Stones are drawn at random near the centre. An opening is kept if no image of it was kept before, if no line has a three
or four that can still grow, and if a deep search scores it as even: where one side has almost won, two games over it
tell nothing of the players.
"""

import argparse
import random
import shlex
import sys
from collections.abc import Iterator, Sequence

from bots.engine import Limits, Player, Stop
from bots.openings import DRAWN_ON
from bots.registry import engine
from gomoku import point
from gomoku.board import Color
from gomoku.game import Game
from gomoku.lines import lines
from gomoku.rulesets import ruleset
from gomoku.symmetry import canonical_stones

RULES = ruleset("freestyle")
FEWEST, MOST = 3, 7  # number of stones
SPREAD = 3  # most rows and columns of the first stone from the centre; each further stone is near another
NEAR = 3
LOOKS = ((4_000, 150), (200_000, 60))  # nodes of a search, and most of its score either way
MEMORY = 8 << 20


def draw_openings(count: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Yield balanced openings as points of the 15x15 board; the same for the same seed."""
    chance = random.Random(seed)
    player = engine("search").open(RULES, DRAWN_ON, 0, MEMORY)
    seen = set()
    while count:
        moves = draw_opening(chance)
        key, _ = canonical_stones([(move, 1 + ply % 2) for ply, move in enumerate(moves)], DRAWN_ON)
        if key in seen:
            continue
        seen.add(key)
        if quiet(moves) and is_even(player, moves):
            count -= 1
            yield moves


def draw_opening(chance: random.Random) -> tuple[int, ...]:
    """Draw random stones: the first near the centre, each further one near an earlier one."""
    middle = DRAWN_ON // 2
    stones = [(middle + chance.randint(-SPREAD, SPREAD), middle + chance.randint(-SPREAD, SPREAD))]
    wanted = chance.randint(FEWEST, MOST)
    while len(stones) < wanted:
        x, y = chance.choice(stones)
        stone = x + chance.randint(-NEAR, NEAR), y + chance.randint(-NEAR, NEAR)
        if stone not in stones and all(0 <= coordinate < DRAWN_ON for coordinate in stone):
            stones.append(stone)
    return tuple(point.at(x, y, DRAWN_ON) for x, y in stones)


def quiet(moves: Sequence[int]) -> bool:
    """Tell whether no line of five has three or more stones of one side and none of the other."""
    board = Game.replay(RULES, DRAWN_ON, moves).board
    for line in lines(DRAWN_ON, RULES.length):
        cells = [board[cell] for cell in line]
        if any(cells.count(color) >= 3 and not cells.count(color.other) for color in Color):
            return False
    return True


def is_even(player: Player, moves: Sequence[int]) -> bool:
    """Tell whether the search scores an opening as even; a short search spares most of them the long one."""
    game = Game.replay(RULES, DRAWN_ON, moves)
    for nodes, most in LOOKS:
        score = player.choose(game, Limits(nodes=nodes), Stop()).score
        if score is None or abs(score) > most:
            return False
    return True


def main() -> None:
    """Print a file of openings."""
    parser = argparse.ArgumentParser(description="Make balanced openings for freestyle.")
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    command = shlex.join(
        ["python", "-m", "lab.openings.make_openings", "--count", str(args.count), "--seed", str(args.seed)]
    )
    print(f"# Balanced openings, freestyle, {DRAWN_ON}x{DRAWN_ON}. Made by: {command}")
    for number, moves in enumerate(draw_openings(args.count, args.seed), 1):
        print(" ".join(point.name(move, DRAWN_ON) for move in moves), flush=True)
        if sys.stderr.isatty():
            print(f"\r{number}/{args.count}", end="", file=sys.stderr)


if __name__ == "__main__":
    main()
