"""Games and positions for the tests of learning."""

import json
import random
from pathlib import Path

from bots.learning.prover import Prover
from gomoku.board import Board, Color
from gomoku.point import parse


def game(names: str, size: int = 15) -> list[int]:
    """Moves of a game written as names of points."""
    return [parse(name, size) for name in names.split()]


def human_game(folder: Path, number: str) -> tuple[list[int], str]:
    """Moves and winner of one of the public games."""
    rows = map(json.loads, (folder / "human_games.jsonl").read_text().splitlines())
    row = next(row for row in rows if row["id"] == number)
    return game(row["moves"]), row["result"]


def won_positions(prover: Prover, chance: random.Random, most: int) -> list[tuple[Board, Color]]:
    """Up to so many random positions in which the colour to move has a proven win and no five at once."""
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
