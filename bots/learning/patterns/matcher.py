"""The compiled matcher: where on a board do patterns lie, turned and mirrored, whole or with one stone missing?

A pattern in one orientation is found by keys: a few of its stones, chosen so that whichever single stone is missing,
one of the keys is whole. Of five stones in reading order, 0 to 4, the keys are

    0 1 2    0 3 4    1 2 3

A key is a word whose letters are the offsets of its stones from the first of them, and all words together are a tree in
which words with a common beginning share it. Laid out parents first, the tree is walked without a stack: a node whose
cell holds no stone is followed by the one after all nodes below it. Few stones of any one key lie right, so that nearly
all of the tree is passed over.

What is found for one key of one pattern in one orientation is an entry. Where a word ends, its entries are tried
against a window, the 64 cells that entries ask for most: two words an entry say which of them are to be stones and
which empty, two words an anchor how they are on the board, and few operations on these put aside all but one in a
hundred entries. Only of the rest are the cells looked at one by one.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.search.board.layout import LARGEST, U
from bots.search.runtime.jit import Bytes, Words, kernel

Cells = NDArray[np.uint16]

# A grid is a board as the attacker sees it in the middle of a larger one, so that no cell of an entry is ever outside.
STRIDE: Final = U(64)
MARGIN: Final = LARGEST
GRID: Final = STRIDE * U(3) * LARGEST
EMPTY: Final = U(0)
ATTACKER: Final = U(1)
DEFENDER: Final = U(2)
EDGE: Final = U(3)

# A node in one word: offset of its stone, the node after all that are below it, and how many entries end before it.
OFFSET: Final = U(0xFFFF)
END_AT: Final = U(16)
FIRST_AT: Final = U(40)
COUNT: Final = U(0xFFFFFF)
KEY: Final = U(3)  # stones of a key at most

# A cell of an entry: bit v says whether value v of the grid will do; above are the offset and BIAS, which is no less.
BIAS: Final = U(2048)
OFFSET_AT: Final = U(4)
VALUES: Final = U(15)
LACKABLE: Final = U(1) << ATTACKER | U(1) << EMPTY  # a stone that may be missing, if it is the only one

WINDOW: Final = U(64)  # cells, a bit of a word each

# A match in one word: the entry, the cell of its first stone, and the empty cell that lacks a stone, or 0.
ENTRY: Final = U(0xFFFFFF)
ANCHOR_AT: Final = U(24)
GAP_AT: Final = U(36)
CELL: Final = U(0xFFF)


@kernel
def build_tree(keys: Words, nodes: Words) -> np.uint64:
    """Write the tree of keys, given in ascending order, and one node more that ends it; returns how many nodes.

    ``keys`` has KEY offsets an entry, of which the first is 0 and so is each after the last.
    """
    last = np.zeros(KEY, np.uint64)  # the latest node of each depth
    depth, at = U(0), U(0)
    for n in range(U(keys.size) // KEY):
        key = np.uint64(n) * KEY
        same = U(n > 0)
        while U(0) < same < KEY and keys[key + same] and keys[key + same] == keys[key - KEY + same]:
            same += U(1)
        for above in range(same, depth):
            nodes[last[above]] |= at << END_AT
        depth = same
        while depth < KEY and (depth == U(0) or keys[key + depth]):
            nodes[at] = keys[key + depth] | np.uint64(n) << FIRST_AT
            last[depth] = at
            at += U(1)
            depth += U(1)
    for above in range(depth):
        nodes[last[above]] |= at << END_AT
    nodes[at] = (U(keys.size) // KEY) << FIRST_AT
    return at


@kernel
def lay_grid(grid: Bytes, cells: Bytes, size: np.uint64, attacker: np.uint64) -> None:
    """Lay a board's cells, 0 empty, 1 black, 2 white, into a grid, shape (GRID,)."""
    grid[:] = EDGE
    for y in range(size):
        for x in range(size):
            cell = np.uint64(cells[np.uint64(y) * size + np.uint64(x)])
            value = EMPTY if cell == U(0) else ATTACKER if cell == attacker else DEFENDER
            grid[(MARGIN + np.uint64(y)) * STRIDE + MARGIN + np.uint64(x)] = value


@kernel
def find_matches(
    nodes: Words,
    window: Words,
    stones: Words,
    empties: Words,
    starts: Words,
    leads: Bytes,
    others: Cells,
    grid: Bytes,
    size: np.uint64,
    whole: Words,
    lacking: Words,
) -> tuple[np.uint64, np.uint64]:
    """Find every entry: how many words were written to ``whole`` and to ``lacking``, those that lack a stone.

    The cells of entry e besides its key are ``others[starts[e] : starts[e + 1]]``. Bit n of ``stones[e]`` and of
    ``empties[e]`` tells whether one of them, at the offset ``window[n] - BIAS``, is to be a stone, lackable or not, or
    empty. Whole patterns are reported for entries in ``leads`` only, and each stone is lackable in one of its pattern's
    entries, so that nothing is found twice. What is full takes no more.
    """
    end = (nodes[0] >> END_AT) & COUNT
    found, near = U(0), U(0)
    for y in range(size):
        for x in range(size):
            anchor = (MARGIN + np.uint64(y)) * STRIDE + MARGIN + np.uint64(x)
            if grid[anchor] != ATTACKER:
                continue
            node, no_stone, not_empty = U(0), U(0), U(0)
            for bit in range(WINDOW):
                value = np.uint64(grid[anchor + window[np.uint64(bit)] - BIAS])
                no_stone |= U(value != ATTACKER) << np.uint64(bit)
                not_empty |= U(value != EMPTY) << np.uint64(bit)
            while node < end:
                word = nodes[node]
                if grid[anchor + (word & OFFSET)] != ATTACKER:
                    node = (word >> END_AT) & COUNT
                    continue
                node += U(1)
                for n in range(word >> FIRST_AT, nodes[node] >> FIRST_AT):
                    entry = np.uint64(n)
                    lacks = stones[entry] & no_stone
                    if lacks & (lacks - U(1)) | (lacks | empties[entry]) & not_empty:
                        continue
                    gap = _find_gap(others, starts[entry], starts[entry + U(1)], grid, anchor)
                    hit = entry | anchor << ANCHOR_AT | gap << GAP_AT
                    if gap == U(0) and leads[entry] and found < U(whole.size):
                        whole[found] = hit
                        found += U(1)
                    elif U(0) < gap < GRID and near < U(lacking.size):
                        lacking[near] = hit
                        near += U(1)
    return found, near


@kernel
def _find_gap(others: Cells, start: np.uint64, end: np.uint64, grid: Bytes, anchor: np.uint64) -> np.uint64:
    """The one cell that lacks a stone, 0 when none does, GRID when the cells do not fit."""
    gap = U(0)
    for n in range(start, end):
        other = np.uint64(others[np.uint64(n)])
        cell = anchor + (other >> OFFSET_AT) - BIAS
        value = np.uint64(grid[cell])
        if not (other >> value) & U(1):
            return GRID
        if value == EMPTY and other & VALUES == LACKABLE:
            if gap:
                return GRID
            gap = cell
    return gap
