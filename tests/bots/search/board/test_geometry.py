"""The constants of a board match their definitions, point by point, and are quicker to compute."""

import time

import numpy as np
import pytest

from bots.search.board import layout
from bots.search.board.geometry import REACH, board_geometry
from gomoku.board import Color
from tests.bots.search.positions import ENCLOSED, RULES
from tests.oracles.line_shapes import forbids_overlines

SIZES = (5, 8, 15, 20)
AXES = ((1, 0), (0, 1), (1, 1), (-1, 1))


def walked(size: int, x: int, y: int, dx: int, dy: int) -> int:
    """Count the points of the board that follow on a line in a direction."""
    steps = 0
    while 0 <= x + (steps + 1) * dx < size and 0 <= y + (steps + 1) * dy < size:
        steps += 1
    return steps


def near(dx: int, dy: int) -> bool:
    return max(dx, dy) <= 2 or (max(dx, dy) == 3 and on_a_line(dx, dy))


def on_a_line(dx: int, dy: int) -> bool:
    return not dx or not dy or dx == dy


def sets(size: int, x: int, y: int) -> tuple[set[int], set[int]]:
    """Return the other points near one, and those within reach on its lines."""
    around = [
        (px, py)
        for py in range(max(0, y - REACH), min(size, y + REACH + 1))
        for px in range(max(0, x - REACH), min(size, x + REACH + 1))
        if (px, py) != (x, y)
    ]
    return (
        {py * size + px for px, py in around if near(abs(px - x), abs(py - y))},
        {py * size + px for px, py in around if on_a_line(abs(px - x), abs(py - y))},
    )


def kept(words: list[int], first: int, point: int) -> set[int]:
    bits = int(layout.BITS)
    four = words[first + bits * point : first + bits * (point + 1)]
    return {64 * n + bit for n, word in enumerate(four) for bit in range(64) if word >> bit & 1}


@pytest.mark.parametrize(("rules", "reach"), [("freestyle", 4), ("standard", 5)])
@pytest.mark.parametrize("size", SIZES)
def test_each_point_knows_what_is_about_it(size: int, rules: str, reach: int) -> None:
    words = board_geometry(rules, size).tolist()
    lines: dict[tuple[int, int], int] = {}
    for y in range(size):
        for x in range(size):
            point = y * size + x
            assert (kept(words, int(layout.NEAR), point), kept(words, int(layout.STAR), point)) == sets(size, x, y)
            for axis, (dx, dy) in enumerate(AXES):
                before, after = walked(size, x, y, -dx, -dy), walked(size, x, y, dx, dy)
                at = int(layout.AXIS) + 16 * point + 4 * axis
                key, shift, *within = words[at : at + 4]
                assert (shift, within) == (2 * before, [min(before, reach), min(after, reach)])
                # exactly the points of a line share its key
                start = point - before * (dy * size + dx)
                assert lines.setdefault((axis, start), key) == key
                assert 0 <= key - int(layout.KEY) - axis * int(layout.LINES) < int(layout.LINES)
    assert len(set(lines.values())) == len(lines)
    assert not any(words[int(layout.STAR) + size * size * int(layout.BITS) :])


@pytest.mark.parametrize("size", SIZES)
def test_rule_sets_differ_in_what_they_forbid_and_freestyle_in_its_reach(size: int) -> None:
    own = [int(layout.FORBIDDEN_SIDE), int(layout.ENCLOSED)]
    of = {rules: board_geometry(rules, size) for rules in RULES}
    axes = range(int(layout.AXIS), int(layout.ZOBRIST))
    reaches = {n for n in axes if (n - int(layout.AXIS)) % 4 > 1}
    for rules, words in of.items():
        forbids = next((color - 1 for color in Color if forbids_overlines(rules, color)), 2)  # 2: neither side
        assert words[own].tolist() == [forbids, int(rules in ENCLOSED)]
        assert words[[int(layout.SIZE), int(layout.POINTS)]].tolist() == [size, size * size]
        assert words[int(layout.STEP) : int(layout.STEP) + 4].tolist() == [1, size, size + 1, size - 1]
        assert set(np.flatnonzero(words != of["standard"])) - set(own) <= (reaches if rules == "freestyle" else set())


def test_a_board_of_a_new_size_is_not_worked_out_point_by_point() -> None:
    """It is computed at the first move or hint on such a board, while it holds a server's interpreter lock."""

    def took(size: int) -> tuple[float, float]:
        begun = time.thread_time()
        board_geometry.__wrapped__("freestyle", size)
        between = time.thread_time()
        for point in range(size * size):
            sets(size, point % size, point // size)
        return between - begun, time.thread_time() - between

    whole, walking = min((took(20) for _ in range(5)), key=lambda both: both[0] / both[1])
    assert whole < walking / 3
