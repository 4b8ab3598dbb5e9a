"""A small network that adds to the static score of a position: it reads the lines through points as wholes.

The window of a line through a point is the four cells on either side of it; there are PAIRS of them, mirrored ones
counted once. Each has a vector of WIDTH numbers, half of them for black and half, those of the window with colours
swapped, for white; a window without a stone has zeros. A point's vector is the sum of those of its four windows. The
sums of these vectors over the empty points, each number cut to 0 to CUT, go through a layer of HIDDEN units. So a stone
changes the vectors of 32 points, and all else is added up again at little cost (Nasu 2018, NNUE; windows of lines as
inputs are those of Rapfi's networks). `lab.tuning.network` fits the numbers. A point's vector also adds to the rank of
a move there (`order`).

The network follows the branch of a search only where its score is asked for: `follow` takes back the stones that the
branch no longer has and puts the new ones.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.search.board.evaluation import MOST, evaluate
from bots.search.board.layout import (
    CELLS,
    KEY,
    LINES,
    POINTS,
    STEP,
    BoardArrays,
    Geometry,
    cell_at,
    cells_after,
    cells_before,
    count_of,
    key_place,
    stone_bits,
    window_shift,
)
from bots.search.board.order import LOGIT, read_order
from bots.search.runtime.jit import U0, U1, U2, U4, I, U, Words, kernel

Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]

HALF: Final = U(16)
WIDTH: Final = U2 * HALF
HIDDEN: Final = U(32)
CUT: Final = I(128)  # one, in the units of the vectors

REACH: Final = U4
HALVES: Final = U(121)  # the cells on one side of a point: empty, black or white, and off the board from some cell on
CODES: Final = U(1 << 8)  # two bits a cell
PAIRS: Final = HALVES * (HALVES + U1) // U2
THREATS: Final = U(5)  # classes of threats, from OPEN_THREE to WINNING_FOUR

# vectors: the number of each half code, for left halves and then for right ones; the vectors of the windows; the
# weights of each unit, for the mover's sums and the other side's; then those of a point's vector in the rank of a move
# there, the mover's half first. The last unit is not cut and goes into the score.
VECTORS: Final = U2 * CODES
ROWS: Final = VECTORS + PAIRS * WIDTH
UNITS: Final = HIDDEN + U1
RANK: Final = ROWS + UNITS * WIDTH
VECTOR_SHORTS: Final = RANK + WIDTH
RANK_BITS: Final = 6  # of the fraction of a rank, with one as the unit of the vectors

# head: the biases of the units for each set of the mover's threats, then for each of the other side's, then the weights
# of the hidden units
OTHERS: Final = UNITS << THREATS
OUT: Final = U2 * OTHERS
HEAD_INTS: Final = OUT + HIDDEN
UNIT_BITS: Final = 16  # of the fraction of a hidden unit, of which CUT has its share
SHORTER: Final = I(8)  # bits that it loses before it is weighed
SCORE_BITS: Final = I(16)  # of the fraction of the score
PLAIN_BITS: Final = I(12)  # of the fraction of the last unit

FAR: Final = I(100)  # outside the window of a search, in units of scores: rarely does the network bring a score back

# track
SPAN: Final = U0  # WIDTH, or 0 where there is no network; not a constant, so that loops become vector instructions
FIRST: Final = U1  # colour of the branch's first stone
DEPTH: Final = U2  # stones of the branch that have been put
TOP: Final = U(3)  # vectors on the stack
PLIES: Final = U(96)
TOUCHED: Final = U(32)  # most points whose vector a stone changes
PATH: Final = U4  # the points of these stones
BEGIN: Final = PATH + PLIES  # per stone: TOP before it
CHANGED: Final = BEGIN + PLIES  # the points of the vectors on the stack
KEYS: Final = CHANGED + PLIES * TOUCHED  # per axis and line: its key, as in the state of a board
TAKEN: Final = KEYS + U4 * LINES  # per point: 1 if it has a stone
TRACK_WORDS: Final = TAKEN + CELLS

# stack: vectors before a stone changed them; per number of stones, the WIDTH sums; then how a stone changes them
SUMS: Final = PLIES * TOUCHED * WIDTH
CHANGE: Final = SUMS + (PLIES + U1) * WIDTH
STACK_SHORTS: Final = CHANGE + WIDTH


class NetworkArrays(NamedTuple):
    """The arrays of a network. Only ``vectors`` and ``head`` are shared, and nothing writes to them.

    ``points``, shape (CELLS * WIDTH,), are the vectors of the points.
    """

    vectors: Shorts
    head: Ints
    track: Words
    points: Shorts
    stack: Shorts

    def copy_for_thread(self) -> "NetworkArrays":
        """Return arrays for another thread, at the same position."""
        return self._replace(track=self.track.copy(), points=self.points.copy(), stack=self.stack.copy())


@kernel
def static_score(
    board: BoardArrays,
    network: NetworkArrays,
    side: np.uint64,
    branch: Words,
    first: np.uint64,
    count: np.uint64,
    alpha: np.int64,
    beta: np.int64,
) -> np.int64:
    """Return the score of a position for ``side``, to move, after the ``count`` stones of a branch from
    branch[first] on: `evaluate` and, unless that is FAR below alpha or above beta, what the network adds, clamped to
    MOST either way."""
    score = evaluate(board, side)
    if not network.track[SPAN] or score <= alpha - FAR or score >= beta + FAR:
        return score
    follow(board, network, branch, first, count)
    return max(-MOST, min(score + added_score(board, network, side), MOST))


@kernel
def set_root(board: BoardArrays, network: NetworkArrays, color: np.uint64) -> None:
    """Make the position of the board, with a colour to move, the one that branches begin at."""
    track, stack = network.track, network.stack
    if not track[SPAN]:
        return
    track[FIRST], track[DEPTH], track[TOP] = color, U0, U0
    network.points[:] = 0
    stack[SUMS : SUMS + WIDTH] = 0
    track[KEYS : KEYS + U4 * LINES] = ~U0
    count = board.geometry[POINTS]
    for n in range(count):
        point = np.uint64(n)
        track[TAKEN + point] = U0
        for axis in range(U4):
            shift = window_shift(board.geometry, point, np.uint64(axis))
            track[_key_at(board.geometry, point, np.uint64(axis))] &= ~stone_bits(U(3), shift)
    for n in range(count):
        point = np.uint64(n)
        if cell_at(board.state, point):
            _put(board.geometry, network, point, cell_at(board.state, point))
            track[DEPTH], track[TOP] = U0, U0
            for i in range(WIDTH):
                stack[SUMS + np.uint64(i)] = stack[SUMS + WIDTH + np.uint64(i)]


@kernel
def follow(board: BoardArrays, network: NetworkArrays, branch: Words, first: np.uint64, count: np.uint64) -> None:
    """Bring the network to the position after the ``count`` stones of a branch from branch[first] on."""
    track = network.track
    same = U0
    while same < track[DEPTH] and same < count and track[PATH + same] == branch[first + same]:
        same += U1
    while track[DEPTH] > same:
        _take_back(board.geometry, network)
    while track[DEPTH] < count:
        _put(board.geometry, network, branch[first + track[DEPTH]], _color_of(track, track[DEPTH]))


@kernel
def added_score(board: BoardArrays, network: NetworkArrays, side: np.uint64) -> np.int64:
    """Return what the network adds to the score for ``side``, to move, in the position that it has followed to."""
    vectors, head, stack = network.vectors, network.head, network.stack
    own = _threats_of(board, side) * UNITS
    other = OTHERS + _threats_of(board, U1 - side) * UNITS
    mine = SUMS + network.track[DEPTH] * WIDTH + side * HALF
    theirs = SUMS + network.track[DEPTH] * WIDTH + (U1 - side) * HALF
    total = I(0)
    for n in range(UNITS):
        unit = np.uint64(n)
        row = ROWS + unit * WIDTH
        value = np.int32(head[own + unit] + head[other + unit])
        for m in range(network.track[SPAN] >> U1):
            i = np.uint64(m)
            value = np.int32(value + stack[mine + i] * vectors[row + i] + stack[theirs + i] * vectors[row + HALF + i])
        if unit < HIDDEN:
            total += (I(max(value, np.int32(0))) >> SHORTER) * I(head[OUT + unit])
        else:
            total += I(value) << (SCORE_BITS - PLAIN_BITS)
    return total >> SCORE_BITS


@kernel
def added_rank(network: NetworkArrays, side: np.uint64, point: np.uint64) -> np.int64:
    """Return what the vector of an empty point adds to the rank of a side's move there."""
    vectors, points = network.vectors, network.points
    mine, theirs = point * WIDTH + side * HALF, point * WIDTH + (U1 - side) * HALF
    total = np.int32(0)
    for n in range(network.track[SPAN] >> U1):
        i = np.uint64(n)
        own, other = max(I(0), min(I(points[mine + i]), CUT)), max(I(0), min(I(points[theirs + i]), CUT))
        total = np.int32(total + own * vectors[RANK + i] + other * vectors[RANK + HALF + i])
    return I(total >> np.int32(RANK_BITS))


@kernel
def _threats_of(board: BoardArrays, side: np.uint64) -> np.uint64:
    """Return the set of the classes of threats that a side has."""
    found = U0
    for n in range(THREATS):
        if count_of(board.state, side, np.uint64(n) + U1):
            found |= U1 << np.uint64(n)
    return found


@kernel
def _color_of(track: Words, depth: np.uint64) -> np.uint64:
    """Return the colour of a stone of the branch."""
    return np.uint64((track[FIRST] + depth + U1) % U2 + U1)


@kernel
def _key_at(geometry: Geometry, point: np.uint64, axis: np.uint64) -> np.uint64:
    return np.uint64(key_place(geometry, point, axis) - KEY + KEYS)


@kernel
def _vector_at(vectors: Shorts, key: np.uint64, shift: np.uint64) -> np.uint64:
    """Return the place of the vector of a window, whose first cell within reach is at bit ``shift`` of its line key."""
    left = np.uint64(vectors[(key >> shift) & (CODES - U1)])
    right = np.uint64(vectors[CODES + ((key >> (shift + U(10))) & (CODES - U1))])
    low, high = min(left, right), max(left, right)
    return VECTORS + (((high * (high + U1)) >> U1) + low) * WIDTH


@kernel
def _put(geometry: Geometry, network: NetworkArrays, point: np.uint64, color: np.uint64) -> None:
    track, points, stack, vectors = network.track, network.points, network.stack, network.vectors
    depth, top, span = track[DEPTH], track[TOP], track[SPAN]
    track[PATH + depth], track[BEGIN + depth] = point, top
    # 1. The point itself is no longer empty.
    track[TAKEN + point] = U1
    at = point * WIDTH
    for n in range(span):
        i = np.uint64(n)
        stack[CHANGE + i] = -max(I(0), min(I(points[at + i]), CUT))
    # 2. The empty points whose windows contain it.
    for number in range(U4):
        axis = np.uint64(number)
        shift, before = window_shift(geometry, point, axis), min(REACH, cells_before(geometry, point, axis))
        place = _key_at(geometry, point, axis)
        old = track[place]
        new = old ^ stone_bits(color, shift)
        track[place] = new
        cell = point - before * geometry[STEP + axis]
        shift += U2 - U2 * before
        for _ in range(before + min(REACH, cells_after(geometry, point, axis)) + U1):
            if not track[TAKEN + cell]:
                without, with_it = _vector_at(vectors, old, shift), _vector_at(vectors, new, shift)
                at, saved = cell * WIDTH, top * WIDTH
                track[CHANGED + top] = cell
                top += U1
                # the compiler makes vector instructions of loops over few arrays
                for n in range(span):
                    i = np.uint64(n)
                    stack[saved + i] = points[at + i]
                for n in range(span):
                    i = np.uint64(n)
                    points[at + i] += vectors[with_it + i] - vectors[without + i]
                for n in range(span):
                    i = np.uint64(n)
                    cut, before_it = min(I(points[at + i]), CUT), min(I(stack[saved + i]), CUT)
                    stack[CHANGE + i] += max(I(0), cut) - max(I(0), before_it)
            cell += geometry[STEP + axis]
            shift += U2
    # 3. The sums over the empty points.
    here = SUMS + depth * WIDTH
    for n in range(span):
        i = np.uint64(n)
        stack[here + WIDTH + i] = stack[here + i] + stack[CHANGE + i]
    track[TOP], track[DEPTH] = top, depth + U1


@kernel
def _take_back(geometry: Geometry, network: NetworkArrays) -> None:
    track, points, stack = network.track, network.points, network.stack
    depth = track[DEPTH] - U1
    point, begin = track[PATH + depth], track[BEGIN + depth]
    for number in range(begin, track[TOP]):
        at, saved = track[CHANGED + np.uint64(number)] * WIDTH, np.uint64(number) * WIDTH
        for n in range(track[SPAN]):
            points[at + np.uint64(n)] = stack[saved + np.uint64(n)]
    for number in range(U4):
        axis = np.uint64(number)
        stone = stone_bits(_color_of(track, depth), window_shift(geometry, point, axis))
        track[_key_at(geometry, point, axis)] ^= stone
    track[TAKEN + point] = U0
    track[TOP], track[DEPTH] = begin, depth


def quantize_ranks(weights: NDArray[np.float64]) -> Shorts:
    """Return the weights of vectors in log-odds, shape (WIDTH,), as the kernels read them."""
    return np.round(weights * (LOGIT << RANK_BITS) / CUT).astype(np.int16)


@lru_cache(1)
def read_network() -> tuple[Shorts, Ints]:
    """Read the network's numbers: vectors, shape (VECTOR_SHORTS,), and head, shape (HEAD_INTS,)."""
    _, ranks = read_order()
    with np.load(Path(__file__).with_suffix(".npz"), allow_pickle=False) as kept:
        vectors, head = np.append(kept["vectors"], quantize_ranks(ranks)), kept["head"]
    for numbers in (vectors, head):
        numbers.setflags(write=False)
    return vectors, head


def open_network(*, active: bool = True) -> NetworkArrays:
    """Return the arrays of the tree's network; if not ``active``, of one that adds nothing."""
    track = np.zeros(int(TRACK_WORDS), np.uint64)
    track[int(SPAN)] = WIDTH if active else U0
    points, stack = (np.zeros(int(size), np.int16) for size in (CELLS * WIDTH, STACK_SHORTS))
    return NetworkArrays(*read_network(), track, points, stack)
