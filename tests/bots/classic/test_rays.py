import numpy as np
from hypothesis import given, settings

from bots.classic.rays import EMPTY, MINE, REACH, SWAPPED, THEIRS, WALL, per_ray, ray_codes
from gomoku.board import Color
from gomoku.game import Game
from gomoku.lines import AXES
from tests.bots.positions import games


@settings(max_examples=20, deadline=None)
@given(games())
def test_a_code_holds_the_four_cells_nearest_first(game: Game) -> None:
    size, cells = game.size, np.frombuffer(game.board.cells, np.uint8)
    mine, theirs = cells == Color.BLACK, cells == Color.WHITE
    codes = ray_codes(mine, theirs, size)
    assert (ray_codes(theirs, mine, size) == SWAPPED[codes]).all()
    for point in range(0, size * size, 5):
        for axis, (dx, dy) in enumerate(AXES):
            for sense, sign in enumerate((-1, 1)):
                code = 0
                for step in range(1, REACH + 1):
                    x, y = point % size + sign * step * dx, point // size + sign * step * dy
                    inside = 0 <= x < size and 0 <= y < size
                    cell = cells[y * size + x] if inside else WALL
                    code |= int(cell) << 2 * (step - 1)
                assert codes[axis, sense, point] == code


def test_many_boards_are_read_side_by_side() -> None:
    chance = np.random.default_rng(1)
    stones = chance.integers(0, 3, (6, 225))
    together = ray_codes(stones == 1, stones == 2, 15)
    assert together.shape == (6, 4, 2, 225)
    for board, codes in zip(stones, together, strict=True):
        assert (ray_codes(board == 1, board == 2, 15) == codes).all()


def test_a_reading_is_asked_about_each_ray() -> None:
    nearest = per_ray(lambda cells: cells[0])
    furthest = per_ray(lambda cells: cells[-1])
    assert nearest[:5].tolist() == [EMPTY, MINE, THEIRS, WALL, EMPTY]
    assert furthest.tolist() == [code // 64 for code in range(256)]
