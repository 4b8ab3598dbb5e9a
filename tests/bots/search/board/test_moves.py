"""The state updated stone by stone, compared with one built afresh and with slow reads of the board."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.search.board import layout
from bots.search.board.position import Position
from bots.search.runtime.jit import U, Words
from gomoku.board import EMPTY, Board, Color
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from tests.bots.search.positions import RULES, point_set, position_of, turned
from tests.gomoku.positions import streaky_boards

SIZES = [9, 15, 20]


def in_any_order(position: Position) -> Words:
    """Return the state but for what depends on the order of the stones: how much is logged, and the shapes and classes
    of points with stones."""
    state, points = position.state.copy(), position.size**2
    state[int(layout.LOGGED)] = 0
    stones = np.flatnonzero(state[int(layout.CELL) :][:points])
    for first in (layout.SHAPES, layout.CLASS, layout.CLASS + layout.CELLS):
        state[int(first) + stones] = 0
    return state


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_random_making_and_unmaking_leaves_what_a_fresh_start_gives(rules: str, size: int) -> None:
    chance = random.Random(size)
    position, board = Position(ruleset(rules), size), Board(size)
    area = [y * size + x for y in range(size) for x in range(size) if (x < 9 or x > size - 3) and y > size - 9]
    stones: list[int] = []
    for n in range(600):
        if stones and (chance.random() < 0.45 or len(stones) == len(area)):
            point = stones.pop()
            position.undo_move(point)
            board.remove(point)
        else:
            point = chance.choice([p for p in area if board[p] == EMPTY])
            color = chance.choice(list(Color))
            stones.append(point)
            position.do_move(point, color)
            board.place(point, color)
        if n % 40 == 0:
            assert np.array_equal(in_any_order(position), in_any_order(position_of(board, ruleset(rules))))
    for point in reversed(stones):
        position.undo_move(point)
    assert np.array_equal(position.state, Position(ruleset(rules), size).state)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_a_full_board_can_be_taken_back_stone_by_stone(rules: str, size: int) -> None:
    chance, position = random.Random(size), Position(ruleset(rules), size)
    states = [position.state.copy()]
    points = chance.sample(range(size * size), size * size)
    for n, point in enumerate(points):
        position.do_move(point, Color(1 + n % 2))
        states.append(position.state.copy())
    for point in reversed(points):
        assert np.array_equal(position.state, states.pop())
        position.undo_move(point)
    assert np.array_equal(position.state, states.pop())


@st.composite
def boards(draw: st.DrawFn) -> Board:
    return draw(streaky_boards(draw(st.sampled_from(SIZES)), 6))


@settings(max_examples=60)
@given(boards(), st.sampled_from(RULES), st.integers(0, 7))
def test_shapes_and_classes_turn_with_the_board(board: Board, rules: str, symmetry: int) -> None:
    image = maps(board.size)[symmetry]
    position, other = position_of(board, ruleset(rules)), position_of(turned(board, symmetry), ruleset(rules))
    counts = slice(int(layout.COUNT), int(layout.FIVES))
    assert np.array_equal(position.state[counts], other.state[counts])
    empty = np.frombuffer(board.cells, np.uint8) == EMPTY
    middle = board.size // 2 * (board.size + 1)
    steps = position.arrays.geometry[int(layout.STEP) : int(layout.STEP) + 4].tolist()
    axes = [steps.index(abs(image[middle + step] - image[middle])) for step in steps]
    for color in Color:
        for points in (layout.FIVES, layout.FOURS, layout.THREES):
            moved = {image[point] for point in point_set(position, points, color)}
            assert moved == point_set(other, points, color)
        first = int(layout.CLASS + U(color - 1) * layout.CELLS)
        kinds, there = slice(first, first + len(image)), np.array(image)
        assert np.array_equal(position.state[kinds][empty], other.state[kinds][there][empty])
        for axis, to in enumerate(axes):
            before, after = (of.read_shapes(color) >> U(4 * n) & U(15) for of, n in ((position, axis), (other, to)))
            assert np.array_equal(before[empty], after[there][empty])


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_a_position_has_a_key_of_its_own_however_it_was_reached(rules: str, size: int) -> None:
    chance, position, board = random.Random(size), Position(ruleset(rules), size), Board(size)
    boards: dict[int, bytes] = {}

    def check() -> int:
        """Check that equal keys mean equal boards; return the key."""
        key = int(position.state[int(layout.HASH)])
        assert boards.setdefault(key, bytes(board.cells)) == board.cells
        return key

    def put(point: int, color: Color) -> int:
        position.do_move(point, color)
        board.place(point, color)
        return check()

    def take(point: int) -> int:
        position.undo_move(point)
        board.remove(point)
        return check()

    stones = list(zip(chance.sample(range(size * size), 80), chance.choices(list(Color), k=80), strict=True))
    reached = set()
    for _ in range(4):
        order = chance.sample(stones, 80)
        for n, (point, color) in enumerate(order):
            if n % 3 == 0:  # something else first, which is then undone
                free = chance.choice([p for p, cell in enumerate(board.cells) if cell == EMPTY])
                put(free, color.other)
                take(free)
            put(point, color)
        reached.add(int(position.state[int(layout.HASH)]))
        for point, _ in reversed(order):
            take(point)
        assert position.state[int(layout.HASH)] == 0
    for point in range(size * size):
        for color in Color:
            put(point, color)
            assert take(point) == 0
    assert len(reached) == 1
    assert len(boards) == len(set(boards.values())) > 2 * size * size


def test_counts_add_up_to_the_empty_points() -> None:
    position = Position(ruleset("renju"), 19)
    for n, point in enumerate(range(0, 361, 7)):
        position.do_move(point, Color(n % 2 + 1))
        for side in (0, 1):
            first = int(layout.COUNT) + side * int(layout.CLASSES)
            assert position.state[first : first + int(layout.CLASSES)].sum() == 361 - n - 1
