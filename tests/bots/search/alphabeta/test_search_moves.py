"""The state of a branch, updated from move to move, compared with its board alone."""

import random

import numpy as np
import pytest

from bots.search.alphabeta import search_layout
from bots.search.alphabeta.iterative_deepening import FOREVER
from bots.search.alphabeta.move_ordering import POINT, generate_moves
from bots.search.alphabeta.search_layout import SearchArrays
from bots.search.alphabeta.search_moves import do_search_move, init_search, undo_search_move
from bots.search.alphabeta.transposition_table import NO_MOVE
from bots.search.board import layout
from bots.search.board.network import open_network
from bots.search.board.position import Position
from bots.search.runtime.jit import Flag, U, Words
from bots.search.solver.solver_layout import SolverArrays
from gomoku.board import EMPTY, Board, Color
from gomoku.point import at, xy
from gomoku.rulesets import ruleset
from tests.bots.search.positions import RULES, points_at, position_of

SIZES = [9, 15, 20]
DEEPEST = 12
FLAG = np.zeros(1, np.uint8)
NEIGHBOURS = """
    o . . o . . o
    . o o o o o .
    . o o o o o .
    o o o X o o o
    . o o o o o .
    . o o o o o .
    o . . o . . o
"""
STEPS = [
    (x - 3, y - 3) for y, row in enumerate(NEIGHBOURS.split("\n")[1:-1]) for x, c in enumerate(row.split()) if c == "o"
]


IDLE = open_network(active=False)


def near(board: Board) -> set[int]:
    """Return the points near any stone by the drawing, occupied ones included."""
    size = board.size
    around = [(x + dx, y + dy) for stone in stones(board) for x, y in [xy(stone, size)] for dx, dy in STEPS]
    return {at(x, y, size) for x, y in around if 0 <= x < size and 0 <= y < size}


def stones(board: Board) -> set[int]:
    return {point for point, cell in enumerate(board.cells) if cell != EMPTY}


def kept(search: Words, ply: int) -> tuple[set[int], set[int]]:
    """Return the search's points with stones and points near any."""
    return points_at(search, int(search_layout.OCCUPIED)), points_at(
        search, int(search_layout.NEAR) + ply * int(layout.BITS)
    )


def searched(position: Position, color: Color) -> Words:
    """Return the search array of a started search."""
    search = np.zeros(int(search_layout.SEARCH_WORDS), np.uint64)
    search[int(search_layout.LIMIT)] = FOREVER
    init_search(position.arrays, search, U(color - 1), IDLE)
    return search


def arrays_of(search: Words, stop: Flag, late: Flag) -> SearchArrays:
    """Return the arrays of a search that has no tables."""
    nothing = np.zeros(0, np.uint64)
    return SearchArrays(search, nothing, SolverArrays(nothing, nothing, stop, late), open_network())


@pytest.mark.parametrize("size", SIZES)
def test_points_near_stones_are_those_of_the_board_after_any_moves(size: int) -> None:
    chance, depths = random.Random(size), set()
    board = Board(size)
    for point in chance.sample(range(size * size), 6):
        board.place(point, chance.choice(list(Color)))
    position = position_of(board, ruleset("freestyle"))
    search = searched(position, Color.BLACK)
    arrays = arrays_of(search, FLAG, FLAG)
    branch: list[int] = []
    for _ in range(300):
        if branch and (len(branch) == DEEPEST or chance.random() < 0.45):
            point = branch.pop()
            undo_search_move(position.arrays, search, U(point))
            board.remove(point)
        else:
            point, side = chance.choice(sorted(set(range(size * size)) - stones(board))), len(branch) % 2
            assert do_search_move(position.arrays, arrays, U(side), U(len(branch)), U(point))
            board.place(point, Color(side + 1))
            branch.append(point)
        depths.add(len(branch))
        assert kept(search, len(branch)) == (stones(board), near(board))
        assert int(search[int(search_layout.LINE) + len(branch)]) == (branch[-1] if branch else 0)
    assert len(depths) > 6


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_where_nothing_threatens_the_empty_points_near_stones_are_tried(rules: str, size: int) -> None:
    chance = random.Random(size)
    for _ in range(10):
        board, color = Board(size), chance.choice(list(Color))
        for n, point in enumerate(chance.sample(range(size * size), 8)):
            board.place(point, Color(n % 2 + 1))
        position = position_of(board, ruleset(rules))
        search = searched(position, color)
        first = int(search_layout.ROOT)
        roots = search[first : first + int(search[int(search_layout.ROOTS)])].tolist()
        assert len(roots) == len(set(roots))
        assert set(roots) == near(board) - stones(board)
        count = int(generate_moves(position.arrays, search, U(color - 1), U(0), U(0), U(0), NO_MOVE, IDLE, U(0)))
        moves = search[int(search_layout.MOVES) : int(search_layout.MOVES) + count] & POINT
        assert sorted(moves.tolist()) == sorted(roots)


@pytest.mark.parametrize("ended", ["nodes", "stop", "late"])
def test_a_search_that_has_ended_makes_no_move(ended: str) -> None:
    position = Position(ruleset("renju"), 15)
    search, flag = searched(position, Color.BLACK), np.ones(1, np.uint8)
    if ended == "nodes":
        search[int(search_layout.LIMIT)] = 0
    before = position.state.copy(), search.copy()
    flags = flag if ended == "stop" else FLAG, flag if ended == "late" else FLAG
    assert not do_search_move(position.arrays, arrays_of(search, *flags), U(0), U(0), U(112))
    assert np.array_equal(position.state, before[0])
    assert np.flatnonzero(search != before[1]).tolist() == [int(search_layout.ENDED)]
