"""The gradient of the network's loss on positions with known values, by back-propagation.

The network is that of `bots.search.board.network` in floating point, with one vector a window, for the side to move;
the other side's is that of the window with colours swapped.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.search.board.network import CODES, HALF, HIDDEN, REACH, THREATS
from bots.search.runtime.jit import U0, U1, U2, U4, Bytes, U, Words, kernel

Floats = NDArray[np.float32]

SIZE: Final = U(15)
POINTS: Final = SIZE * SIZE
LINES: Final = U(90)  # of all four axes
INPUTS: Final = U2 * HALF + U2 * THREATS
ONE: Final = np.float32(1)
ZERO: Final = np.float32(0)


class Network(NamedTuple):
    """The numbers of a network, or their gradient.

    ``vectors``: shape (PAIRS, HALF). ``inner``: (HIDDEN, INPUTS), weights of the hidden units for the mover's sums, the
    other side's, the mover's threats and the other side's; ``biases`` and ``outer``: (HIDDEN,). ``direct``: (INPUTS,),
    weights of the inputs themselves.
    """

    vectors: Floats
    inner: Floats
    biases: Floats
    outer: Floats
    direct: Floats


class Positions(NamedTuple):
    """Positions by their games.

    ``moves``, shape (all moves,), are the points of all games. The rest has the shape (positions,): ``first``, the
    place of the game's first move; ``stones``; ``threats``, a bit for each class that the mover has, then for each that
    the other side has; ``static``, the log-odds of the evaluation without network; ``wanted``, the mover's share of
    points.
    """

    moves: Words
    first: Words
    stones: Words
    threats: Words
    static: Floats
    wanted: Floats


class Windows(NamedTuple):
    """Lines and windows.

    ``lines``, shape (POINTS * 8,): per point and axis, its line and its place there. ``empty``, shape (LINES,): the key
    of each line without stones. ``halves``, shape (2 * CODES,): the number of each half code, left halves then right.
    ``swapped`` and ``blank``, shape (HALVES,): each half's number with colours swapped, and 1 if it has no stone.
    """

    lines: Words
    empty: Words
    halves: Words
    swapped: Words
    blank: Words


class GradientWorkspace(NamedTuple):
    """Memory that the kernel uses: windows and points of a position, keys of lines, vectors of points, inputs, hidden
    units and the gradient of the inputs."""

    windows: Words
    keys: Words
    taken: Bytes
    points: Floats
    inputs: Floats
    units: Floats
    back: Floats


def make_gradient_workspace() -> GradientWorkspace:
    """Return memory for one thread."""
    sizes = (POINTS * U2 * HALF, INPUTS, HIDDEN, INPUTS)
    floats = (np.zeros(int(size), np.float32) for size in sizes)
    windows, keys = np.zeros(int(POINTS * U(12)), np.uint64), np.zeros(int(LINES), np.uint64)
    return GradientWorkspace(windows, keys, np.zeros(int(POINTS), np.uint8), *floats)


@kernel
def add_gradient(
    positions: Positions,
    chosen: Words,
    network: Network,
    windows: Windows,
    workspace: GradientWorkspace,
    gradient: Network,
    odds: Floats,
) -> None:
    """Write the log-odds of the chosen positions to ``odds``, shape (chosen,), and add the gradient of the sum of their
    losses, the negative log-likelihoods, to ``gradient``."""
    inputs, units, back, points = workspace.inputs, workspace.units, workspace.back, workspace.points
    for number in range(chosen.size):
        position = chosen[number]
        # 1. Forward: the vectors of the points, their sums, the hidden units.
        count = _list_windows(positions, position, windows, workspace)
        inputs[:] = ZERO
        points[:] = ZERO
        for n in range(count):
            at = np.uint64(n) * U(3)
            mine, theirs, point = workspace.windows[at], workspace.windows[at + U1], workspace.windows[at + U2]
            for i in range(HALF):
                points[point * U2 * HALF + np.uint64(i)] += network.vectors[mine, i]
                points[point * U2 * HALF + HALF + np.uint64(i)] += network.vectors[theirs, i]
        for point in range(POINTS):
            for i in range(U2 * HALF):
                inputs[i] += min(max(points[np.uint64(point) * U2 * HALF + np.uint64(i)], ZERO), ONE)
        for n in range(U2 * THREATS):
            if (positions.threats[position] >> np.uint64(n)) & U1:
                inputs[U2 * HALF + np.uint64(n)] = ONE
        found = positions.static[position]
        for i in range(INPUTS):
            found += network.direct[i] * inputs[i]
        for j in range(HIDDEN):
            units[j] = network.biases[j]
            for i in range(INPUTS):
                units[j] += network.inner[j, i] * inputs[i]
            found += network.outer[j] * max(units[j], ZERO)
        odds[number] = found
        # 2. Backward.
        slope = np.float32(ONE / (ONE + np.exp(-found)) - positions.wanted[position])
        for i in range(INPUTS):
            gradient.direct[i] += slope * inputs[i]
            back[i] = slope * network.direct[i]
        for j in range(HIDDEN):
            if units[j] > ZERO:
                gradient.outer[j] += slope * units[j]
                through = slope * network.outer[j]
                gradient.biases[j] += through
                for i in range(INPUTS):
                    gradient.inner[j, i] += through * inputs[i]
                    back[i] += through * network.inner[j, i]
        for n in range(count):
            at = np.uint64(n) * U(3)
            mine, theirs, point = workspace.windows[at], workspace.windows[at + U1], workspace.windows[at + U2]
            for i in range(HALF):
                own, other = point * U2 * HALF + np.uint64(i), point * U2 * HALF + HALF + np.uint64(i)
                if ZERO < points[own] < ONE:
                    gradient.vectors[mine, i] += back[np.uint64(i)]
                if ZERO < points[other] < ONE:
                    gradient.vectors[theirs, i] += back[HALF + np.uint64(i)]


@kernel
def _list_windows(
    positions: Positions, position: np.uint64, windows: Windows, workspace: GradientWorkspace
) -> np.uint64:
    """List the windows through empty points that have stones: for the mover, for the other side, and the point. Return
    their number."""
    keys, taken, lines = workspace.keys, workspace.taken, windows.lines
    for n in range(LINES):
        keys[n] = windows.empty[n]
    taken[:] = 0
    stones = positions.stones[position]
    for n in range(stones):
        point = positions.moves[positions.first[position] + np.uint64(n)]
        taken[point] = 1
        color = U1 if (np.uint64(n) + stones) % U2 == U0 else U2  # the mover's stones are 1
        for axis in range(U4):
            at = point * U(8) + np.uint64(axis) * U2
            keys[lines[at]] |= color << (U2 * lines[at + U1] + U(10))
    count = U0
    for number in range(POINTS):
        point = np.uint64(number)
        for axis in range(U4):
            at = point * U(8) + np.uint64(axis) * U2
            key = keys[lines[at]] >> (U2 * lines[at + U1] + U2 * (U(5) - REACH))
            left = windows.halves[key & (CODES - U1)]
            right = windows.halves[CODES + ((key >> U(10)) & (CODES - U1))]
            if taken[point] or (windows.blank[left] and windows.blank[right]):
                continue
            workspace.windows[U(3) * count] = pair_of(left, right)
            workspace.windows[U(3) * count + U1] = pair_of(windows.swapped[left], windows.swapped[right])
            workspace.windows[U(3) * count + U2] = point
            count += U1
    return count


@kernel
def pair_of(left: np.uint64, right: np.uint64) -> np.uint64:
    """Return the number of a window by its halves, the same for the mirrored one."""
    low, high = min(left, right), max(left, right)
    return ((high * (high + U1)) >> U1) + low


def list_windows() -> Windows:
    """Return the lines of the board and the numbers of the halves."""
    size, reach = int(SIZE), int(REACH)
    lines = np.zeros((size * size, 4, 2), np.uint64)
    for y in range(size):
        for x in range(size):
            falling, rising = (2 * size + x - y + size - 1, min(x, y)), (4 * size - 1 + x + y, min(y, size - 1 - x))
            lines[y * size + x] = (y, x), (size + x, y), falling, rising
    empty = np.full(int(LINES), ~U0)
    for line, place in lines.reshape(-1, 2):
        empty[line] &= ~(U(3) << (U2 * place + U(10)))
    halves, cells = np.zeros(2 * int(CODES), np.uint64), list_halves()
    for number, half in enumerate(cells):
        halves[sum(cell << 2 * (reach - 1 - i) for i, cell in enumerate(half))] = number
        halves[int(CODES) + sum(cell << 2 * i for i, cell in enumerate(half))] = number
    swaps = [tuple(3 - cell if cell in (1, 2) else cell for cell in half) for half in cells]
    swapped = np.array([cells.index(half) for half in swaps], np.uint64)
    blank = np.array([not {1, 2} & set(half) for half in cells], np.uint64)
    return Windows(lines.reshape(-1), empty, halves, swapped, blank)


def list_halves() -> list[tuple[int, ...]]:
    """List the HALVES halves of a window as cells, nearest first: 0 empty, 1 and 2 stones, 3 off the board."""
    found = []
    for code in range(int(CODES)):
        half = tuple(code >> 2 * i & 3 for i in range(int(REACH)))
        if 3 not in half or set(half[half.index(3) :]) == {3}:
            found.append(half)
    return found
