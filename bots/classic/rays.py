"""Ray codes: the four cells on each of the eight rays out of every cell, as one number.

A ray's code has two bits a cell, the nearest lowest: EMPTY, MINE, THEIRS or WALL, which is everything beyond the edge.
An engine describes in plain Python what it makes of one ray, ``per_ray`` asks it about all 256, and the whole board is
read by looking codes up.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bots.immediate_wins import neighbours

REACH = 4
EMPTY, MINE, THEIRS, WALL = range(4)

Cells = tuple[int, ...]  # four of them, nearest first


def ray_codes(mine: NDArray[np.bool_], theirs: NDArray[np.bool_], size: int) -> NDArray[np.uint8]:
    """Code of every ray: shape (..., 4 axes, 2 senses, size * size) for stones of shape (..., size * size).

    Axes and senses are those of ``bots.immediate_wins.neighbours``.
    """
    states = np.full((*mine.shape[:-1], size * size + 1), WALL, np.uint8)
    np.add(mine, theirs * np.uint8(THEIRS), out=states[..., :-1])
    near = states.take(neighbours(size, REACH), axis=-1)
    codes: NDArray[np.uint8] = near[..., 0, :] | near[..., 1, :] << 2 | near[..., 2, :] << 4 | near[..., 3, :] << 6
    return codes


def per_ray(read: Callable[[Cells], int]) -> NDArray[np.int64]:
    """What ``read`` says about the cells of each ray, by the ray's code: shape (256,)."""
    return np.array([read(tuple(code >> 2 * step & 3 for step in range(REACH))) for code in range(4**REACH)], np.int64)


def _swap_colors(cells: Cells) -> int:
    other = {EMPTY: EMPTY, MINE: THEIRS, THEIRS: MINE, WALL: WALL}
    return sum(other[cell] << 2 * step for step, cell in enumerate(cells))


SWAPPED = per_ray(_swap_colors).astype(np.uint8)  # the code of the same ray as the other side sees it
