"""The network: its running sums compared with the sums from the board, its symmetry, and copies for threads."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bots.search.board import network
from bots.search.board.evaluation import MOST, evaluate
from bots.search.board.network import NetworkArrays, added_score, follow, open_network, set_root, static_score
from bots.search.board.position import Position
from bots.search.runtime.jit import U
from gomoku.board import EMPTY, Board, Color
from gomoku.rulesets import ruleset
from tests.bots.search.positions import RULES, position_of, turned
from tests.gomoku.positions import streaky_boards

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
WIDTH, HALF, CUT, FAR = (int(each) for each in (network.WIDTH, network.HALF, network.CUT, network.FAR))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    return draw(streaky_boards(draw(st.sampled_from([15, 19, 20])), 5))


def half(board: Board, x: int, y: int, dx: int, dy: int) -> tuple[int, ...]:
    """Return the four cells on one side of a point: 3 is off the board."""
    found = []
    for n in range(1, 5):
        column, row = x + n * dx, y + n * dy
        inside = 0 <= column < board.size and 0 <= row < board.size
        found.append(int(board.cells[row * board.size + column]) if inside else 3)
    return tuple(found)


HALVES = [
    cells
    for code in range(256)
    for cells in [tuple(code >> 2 * i & 3 for i in range(4))]
    if 3 not in cells or set(cells[cells.index(3) :]) == {3}
]


def cut_vector(board: Board, point: int) -> NDArray[np.int64]:
    """Return the vector of an empty point, cut, as the module's docstring describes it."""
    vectors, _ = network.read_network()
    table = vectors[int(network.VECTORS) : int(network.ROWS)].reshape(-1, WIDTH).astype(int)
    y, x = divmod(point, board.size)
    vector = np.zeros(WIDTH, int)
    for dx, dy in STEPS:
        numbers = [HALVES.index(half(board, x, y, sign * dx, sign * dy)) for sign in (1, -1)]
        vector += table[max(numbers) * (max(numbers) + 1) // 2 + min(numbers)]
    return np.clip(vector, 0, CUT)


def summed(board: Board) -> list[int]:
    """Return the WIDTH sums of a board, point by point."""
    empty = [point for point, cell in enumerate(board.cells) if cell == EMPTY]
    return [int(number) for number in sum((cut_vector(board, point) for point in empty), np.zeros(WIDTH, int))]


def sums_of(arrays: NetworkArrays) -> list[int]:
    first = int(network.SUMS) + int(arrays.track[int(network.DEPTH)]) * WIDTH
    return [int(number) for number in arrays.stack[first : first + WIDTH]]


def rooted(board: Board, color: Color, rules: str = "freestyle") -> tuple[Position, NetworkArrays]:
    position, arrays = position_of(board, ruleset(rules)), open_network()
    set_root(position.arrays, arrays, U(color))
    return position, arrays


@settings(max_examples=15, deadline=None)
@given(boards(), st.sampled_from(list(Color)))
def test_the_sums_of_a_root_are_those_of_the_board(board: Board, color: Color) -> None:
    assert sums_of(rooted(board, color)[1]) == summed(board)


@settings(max_examples=20, deadline=None)
@given(boards(), st.sampled_from(list(Color)), st.data())
def test_it_follows_branches_in_any_order(board: Board, color: Color, data: st.DataObject) -> None:
    position, arrays = rooted(board, color)
    empty = [point for point, cell in enumerate(board.cells) if cell == EMPTY]
    for _ in range(3):
        branch = data.draw(st.lists(st.sampled_from(empty), max_size=4, unique=True) if empty else st.just([]))
        follow(position.arrays, arrays, np.array([9, *branch], np.uint64), U(1), U(len(branch)))
        there = board.copy()
        for ply, point in enumerate(branch):
            there.place(point, color if ply % 2 == 0 else color.other)
        assert sums_of(arrays) == summed(there)


@settings(max_examples=20, deadline=None)
@given(boards(), st.sampled_from(RULES), st.integers(0, 7), st.sampled_from(list(Color)))
def test_it_is_the_same_however_the_board_is_turned(board: Board, rules: str, symmetry: int, color: Color) -> None:
    here, there = (
        int(added_score(position.arrays, arrays, U(color - 1)))
        for position, arrays in (rooted(board, color, rules), rooted(turned(board, symmetry), color, rules))
    )
    assert here == there


@settings(max_examples=20, deadline=None)
@given(boards(), st.sampled_from(list(Color)))
def test_colours_are_alike(board: Board, color: Color) -> None:
    swapped = Board(board.size)
    for point, cell in enumerate(board.cells):
        if cell != EMPTY:
            swapped.place(point, Color(cell).other)
    here, there = (
        int(added_score(position.arrays, arrays, U(mover - 1)))
        for mover, (position, arrays) in ((color, rooted(board, color)), (color.other, rooted(swapped, color.other)))
    )
    assert here == there


@pytest.mark.parametrize("active", [True, False])
def test_the_static_score_is_the_evaluation_and_what_the_network_adds(active: bool) -> None:
    board = Board.from_stones(15, [112, 113], [98, 99])
    position, arrays = position_of(board, ruleset("freestyle")), open_network(active=active)
    set_root(position.arrays, arrays, U(1))
    found = scored(position, arrays, int(-MOST), int(MOST))
    added = int(added_score(position.arrays, arrays, U(0))) if active else 0
    assert found == int(evaluate(position.arrays, U(0))) + added
    assert abs(found) < MOST
    assert (added != 0) == active


@pytest.mark.parametrize(("outside", "refined"), [(0, True), (FAR - 1, True), (FAR, False)])
def test_far_outside_the_window_the_evaluation_does(outside: int, refined: bool) -> None:
    position, arrays = rooted(Board.from_stones(15, [112, 113], [98, 99]), Color.BLACK)
    plain, whole = int(evaluate(position.arrays, U(0))), scored(position, arrays, int(-MOST), int(MOST))
    assert plain != whole
    expected = whole if refined else plain
    assert scored(position, arrays, plain + outside, plain + outside + 1) == expected
    assert scored(position, arrays, plain - outside - 1, plain - outside) == expected


def scored(position: Position, arrays: NetworkArrays, alpha: int, beta: int) -> int:
    """Return black's static score with black to move."""
    window = np.int64(alpha), np.int64(beta)
    return int(static_score(position.arrays, arrays, U(0), np.zeros(1, np.uint64), U(0), U(0), *window))


def test_threads_do_not_disturb_one_another() -> None:
    board = Board.from_stones(15, [112, 113], [98, 99])
    position, arrays = rooted(board, Color.BLACK)
    copied = arrays.copy_for_thread()
    before = sums_of(arrays)
    follow(position.arrays, copied, np.array([100], np.uint64), U(0), U(1))
    assert sums_of(arrays) == before != sums_of(copied)


def test_nobody_can_change_the_numbers() -> None:
    for numbers in network.read_network():
        with pytest.raises(ValueError, match="read-only"):
            numbers[0] = 1
