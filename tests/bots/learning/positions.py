"""Games and positions for the tests of learning."""

import json
import random

from bots.learning.proofs.prover import Prover
from gomoku.board import Board, Color
from gomoku.point import parse
from tests.data import OWN


def game(names: str, size: int = 15) -> list[int]:
    """Parse the moves of a game from names of points."""
    return [parse(name, size) for name in names.split()]


def stored_game(number: str) -> tuple[list[int], str]:
    """Return moves and winner of one of the tree's own games, under renju rules."""
    rows = map(json.loads, (OWN / "games.jsonl").read_text().splitlines())
    row = next(row for row in rows if row["id"] == number)
    return game(row["moves"]), row["result"]


def won_positions(prover: Prover, chance: random.Random, most: int) -> list[tuple[Board, Color]]:
    """Find up to ``most`` random positions where the colour to move has a proven win but no five at once."""
    found = []
    for _ in range(40 * most):
        left, top = chance.randrange(prover.size - 8), chance.randrange(prover.size - 8)
        area = [y * prover.size + x for y in range(top, top + 8) for x in range(left, left + 8)]
        stones = chance.sample(area, chance.randrange(8, 20))
        half = len(stones) // 2
        board = Board.from_stones(prover.size, stones[:half], stones[half:])
        attacker = chance.choice(list(Color))
        attack = prover.attack(board, attacker).attack
        if attack is not None and (attack.win.answers or attack.win.threat):
            found.append((board, attacker))
        if len(found) == most:
            break
    return found


# Black won this game, under renju rules. After QUIET_LOST moves all of white's defences against fours and threes, G14,
# D11 and C10, lose to quiet moves; two plies earlier, G14 is left.
QUIET = game(
    "J7 I7 K7 J9 K8 J8 K6 K9 H6 I8 I9 I6 K5 K4 H7 H8 I4 J6 F8 J5 G9 I5 L10 H5 F5 G8 L3 H9 L6 J4 J3 L9 M9 K10 J11 K11 "
    "L11 J10 K12 L8 I11 H10 G10 H11 H12 I10 F7 F6 G12 G11 I12 J12 F12 E12 M7 L7 F11 G5 F10 F13 N8 O9 H4 G6 G4 "
    "G13 F4 E4 D7 H13 E6 C8 H3"
)
QUIET_LOST = 65

# Under caro rules, black to move: D10 makes two fives, and one stone stops both, because an enclosed five does not win.
TWO_FIVES = game(
    "E8 C5 F7 E10 G6 D9 C8 F8 E7 D7 D8 F6 E5 E4 I7 G9 I4 H5 I5 I6 B8 A8 D6 F4 E9 G11 B6 C7 B7 B10 K8 F11 G12 F12 H10 "
    "C4 D4 D11 H7 J7 E11 D13"
)
