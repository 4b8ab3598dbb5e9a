"""Positions from the puzzle files, and sets of points of a compiled position."""

import json
import random
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from bots.search.board import layout, shapes
from bots.search.board.position import Position
from bots.search.runtime.jit import U, Words
from gomoku.board import Board, Color
from gomoku.point import parse
from gomoku.symmetry import maps

RULES = list(shapes.FIVES)
"""Rule sets that the search knows, from its table."""
EVEN = [rules for rules, (black, white) in shapes.FIVES.items() if black == white]
"""Rule sets that are the same for both colours."""
ENCLOSED = [rules for rules, kinds in shapes.FIVES.items() if any(kind & shapes.ENCLOSED for kind in kinds)]
"""Rule sets in which a five between two stones of the opponent does not win."""

ROWS = "vcf_puzzles.jsonl"
CASES = "solver_cases.json"


def puzzles(folder: Path) -> Iterator[tuple[dict[str, Any], Board, Color]]:
    """Yield row, board and side to move of each puzzle."""
    for line in (folder / ROWS).read_text().splitlines():
        row = json.loads(line)
        yield row, board_of(row), Color[row["to_move"].upper()]


def threat_cases(folder: Path) -> Iterator[tuple[str, Board, Color]]:
    """Yield name, board and attacker of each position that another solver wins by continuous threats, in renju."""
    seen = set()
    for row in json.loads((folder / CASES).read_text()):
        if row["mode"].startswith("VCT") and row["solution"] and row["test"] not in seen:
            seen.add(row["test"])
            yield row["test"], board_of(row), Color[row["attacker"].upper()]


def after(moves: str, size: int = 15) -> tuple[Board, Color]:
    """Return board and side to move after moves written as names of points."""
    points = [parse(name, size) for name in moves.split()]
    return Board.from_stones(size, points[::2], points[1::2]), Color.WHITE if len(points) % 2 else Color.BLACK


# Under renju rules, black to move; neither 60,000 stones for fours and threes nor 20,000 with quiet moves decide it.
HARD = "K8 H11 J10 E9 I9 I8 F8 J9 H10 J8 I11 G9 K9 H12 L8 M7 K7 K10 H7 H8"

# Under renju rules, black to move wins by threats with a proof that takes many stones to replay.
BROAD = "I8 G7 K7 K6 J8 H8 I9 H10 L6 M5 I7 I6 I11 I10 K9 H6 H7 G6 J6 J7"


def board_of(row: dict[str, Any], size: int = 15) -> Board:
    black, white = ([parse(name, size) for name in row[color]] for color in ("black", "white"))
    return Board.from_stones(size, black, white)


def thicket(chance: random.Random, size: int, black: int, white: int) -> Board:
    """Return a board with random stones in an area of 8 by 8 anywhere on it."""
    left, top = chance.randrange(size - 7), chance.randrange(size - 7)
    area = [y * size + x for y in range(top, top + 8) for x in range(left, left + 8)]
    stones = chance.sample(area, black + white)
    return Board.from_stones(size, stones[:black], stones[black:])


def walled(
    chance: random.Random, attacker: Color, mine: int, theirs: int, given: Collection[int] = (), size: int = 15
) -> Board:
    """Return a board with a corner of 7 by 7 of random stones, besides the attacker's given ones.

    Walls leave so few empty points that slow searches can try all of them.
    """
    area = [y * size + x for y in range(7) for x in range(7)]
    board = Board(size)
    for point in set(range(size * size)) - set(area):
        board.place(point, Color((point % size + point // size * 2) // 2 % 2 + 1))
    for point in given:
        board.place(point, attacker)
    free = [point for point in area if point not in given]
    for n, point in enumerate(chance.sample(free, mine + theirs)):
        board.place(point, attacker if n < mine else attacker.other)
    return board


def turned(board: Board, symmetry: int) -> Board:
    """Return the board after one of the eight symmetries."""
    image, other = maps(board.size)[symmetry], Board(board.size)
    for point, cell in enumerate(board.cells):
        if cell:
            other.place(image[point], Color(cell))
    return other


def points_at(words: Words, first: int) -> set[int]:
    """Return the points of the set whose first word is at ``first``."""
    return {64 * n + bit for n in range(int(layout.BITS)) for bit in range(64) if int(words[first + n]) >> bit & 1}


def point_set(position: Position, first: U, color: Color) -> set[int]:
    """Return the points of one of the state's sets: FIVES, FOURS or THREES."""
    return points_at(position.state, int(first + U(color - 1) * layout.BITS))


def position_of(board: Board, rules: Any) -> Position:
    position = Position(rules, board.size)
    position.set_board(board)
    return position
