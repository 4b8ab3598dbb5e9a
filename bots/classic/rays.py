"""Ray codes: the four cells on each of the eight rays from every cell, as one number.

A ray's code has two bits a cell, the nearest lowest: EMPTY, MINE, THEIRS or WALL (off the board). An engine defines its
reading of one ray in plain Python, ``per_ray`` tabulates it for all 256 codes, and a board is read by table lookups.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bots.immediate_wins import neighbours

REACH = 4
EMPTY, MINE, THEIRS, WALL = range(4)

Cells = tuple[int, ...]  # four cells, nearest first


def ray_codes(mine: NDArray[np.bool_], theirs: NDArray[np.bool_], size: int) -> NDArray[np.uint8]:
    """Return the code of every ray, shape (..., 4 axes, 2 senses, size * size), for stones of shape (..., size * size).

    Axes and senses are those of ``bots.immediate_wins.neighbours``.
    """
    states = np.full((*mine.shape[:-1], size * size + 1), WALL, np.uint8)
    np.add(mine, theirs * np.uint8(THEIRS), out=states[..., :-1])
    near = states.take(neighbours(size, REACH), axis=-1)
    codes: NDArray[np.uint8] = near[..., 0, :] | near[..., 1, :] << 2 | near[..., 2, :] << 4 | near[..., 3, :] << 6
    return codes


def per_ray(read: Callable[[Cells], int]) -> NDArray[np.int64]:
    """Tabulate ``read`` over the cells of each ray by code, shape (256,)."""
    return np.array([read(tuple(code >> 2 * step & 3 for step in range(REACH))) for code in range(4**REACH)], np.int64)


def _swap_colors(cells: Cells) -> int:
    other = {EMPTY: EMPTY, MINE: THEIRS, THEIRS: MINE, WALL: WALL}
    return sum(other[cell] << 2 * step for step, cell in enumerate(cells))


SWAPPED = per_ray(_swap_colors).astype(np.uint8)  # the code of the same ray with the colours swapped
