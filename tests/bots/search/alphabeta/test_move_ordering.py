"""Move ordering, on the array in which alpha-beta keeps the moves."""

import random

import numpy as np
import pytest

from bots.search.alphabeta import search_layout
from bots.search.alphabeta.move_ordering import POINT, partition_forcing, pick_best
from bots.search.board import point_classes
from bots.search.board.layout import CELLS, CLASS
from bots.search.runtime.jit import U
from gomoku.board import EMPTY, Color
from gomoku.rulesets import ruleset
from tests.bots.search.positions import position_of, thicket

FORCING = range(int(point_classes.OPEN_THREE), int(point_classes.FIVE) + 1)


def moves(chance: random.Random, points: list[int]) -> tuple[np.ndarray[tuple[int], np.dtype[np.uint64]], int, int]:
    """Return the array with these points as moves of random rank, and their range in it."""
    search = np.zeros(int(search_layout.SEARCH_WORDS), np.uint64)
    first = int(search_layout.MOVES) + 5
    for n, point in enumerate(points):
        search[first + n] = chance.randrange(1 << 12) << 16 | point
    return search, first, first + len(points)


def test_the_likeliest_is_picked_and_the_others_stay() -> None:
    chance = random.Random(1)
    search, first, end = moves(chance, chance.sample(range(225), 60))
    wanted = sorted(search[first:end].tolist(), reverse=True)
    picked = [int(pick_best(search, U(at), U(end - at))) for at in range(first, end)]
    assert picked == [move & int(POINT) for move in wanted]
    assert sorted(search[first:end].tolist(), reverse=True) == wanted


@pytest.mark.parametrize("color", Color)
def test_moves_that_force_come_before_the_others(color: Color) -> None:
    chance, forced = random.Random(2), 0
    for _ in range(20):
        board = thicket(chance, 15, 9, 9)
        position = position_of(board, ruleset("freestyle"))
        search, first, end = moves(chance, [point for point, cell in enumerate(board.cells) if cell == EMPTY])
        before = search.copy()
        middle = int(partition_forcing(position.state, search, U(color - 1), U(first + 7), U(end)))

        def forces(move: int, state: np.ndarray[tuple[int], np.dtype[np.uint64]] = position.state) -> bool:
            point = move & int(POINT)
            return any(int(state[int(CLASS) + side * int(CELLS) + point]) in FORCING for side in range(2))

        assert search[: first + 7].tolist() == before[: first + 7].tolist()
        assert search[end:].tolist() == before[end:].tolist()
        assert sorted(search[first:end].tolist()) == sorted(before[first:end].tolist())
        assert all(map(forces, search[first + 7 : middle].tolist()))
        assert not any(map(forces, search[middle:end].tolist()))
        forced += middle - first - 7
    assert forced > 100
