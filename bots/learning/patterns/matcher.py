"""The compiled matcher: finds patterns on a board in all orientations, complete or with one stone missing.

A pattern in one orientation is found by keys: small subsets of its stones, chosen so that whichever single stone is
missing, one key is complete. For five stones in reading order, 0 to 4, the keys are

    0 1 2    0 3 4    1 2 3

A key is a word whose letters are the offsets of its stones from the first, and all keys form a trie. The trie is laid
out parents first and walked without a stack: if a node's cell holds no stone, the walk jumps past all nodes below it.
Few stones of any key match, so almost all of the trie is skipped.

An entry is one key of one pattern in one orientation. At the end of a key its entries are tested against a window, the
64 cells that entries use most: two words an entry give its stones and empty cells there, two words an anchor give the
board, and a few bit operations reject all but about one entry in a hundred. Only those are compared cell by cell.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.search.board.layout import LARGEST
from bots.search.runtime.jit import U0, U1, U2, U4, Bytes, U, Words, kernel

Cells = NDArray[np.uint16]

# A grid is a board seen by the attacker, centred in a larger one so that no cell of an entry is outside.
STRIDE: Final = U(64)
MARGIN: Final = LARGEST
GRID: Final = STRIDE * U(3) * LARGEST
EMPTY: Final = U0
ATTACKER: Final = U1
DEFENDER: Final = U2
EDGE: Final = U(3)

# A node in one word: offset of its stone, the node after all those below it, and the number of entries that end before
# it.
OFFSET: Final = U(0xFFFF)
END_AT: Final = U(16)
FIRST_AT: Final = U(40)
COUNT: Final = U(0xFFFFFF)
KEY: Final = U(3)  # most stones of a key

# A cell of an entry: bit v tells whether grid value v matches. Above are the offset plus BIAS, which is never negative.
BIAS: Final = U(2048)
OFFSET_AT: Final = U4
VALUES: Final = U(15)
LACKABLE: Final = U1 << ATTACKER | U1 << EMPTY  # a stone that may be missing, if it is the only one

WINDOW: Final = U(64)  # cells, one bit of a word each

# A match in one word: the entry, the cell of its first stone, and the empty cell that lacks a stone, or 0.
ENTRY: Final = U(0xFFFFFF)
ANCHOR_AT: Final = U(24)
GAP_AT: Final = U(36)
CELL: Final = U(0xFFF)


@kernel
def build_tree(keys: Words, nodes: Words, last: Words) -> np.uint64:
    """Write the trie of sorted keys and one terminating node; return the number of nodes.

    ``keys`` has KEY offsets an entry; the first is 0, and so are unused ones at the end. ``last``, shape (KEY,), is
    working memory: the latest node of each depth.
    """
    depth, at = U0, U0
    for n in range(U(keys.size) // KEY):
        key = np.uint64(n) * KEY
        same = U(n > 0)
        while U0 < same < KEY and keys[key + same] and keys[key + same] == keys[key - KEY + same]:
            same += U1
        for above in range(same, depth):
            nodes[last[above]] |= at << END_AT
        depth = same
        while depth < KEY and (depth == U0 or keys[key + depth]):
            nodes[at] = keys[key + depth] | np.uint64(n) << FIRST_AT
            last[depth] = at
            at += U1
            depth += U1
    for above in range(depth):
        nodes[last[above]] |= at << END_AT
    nodes[at] = (U(keys.size) // KEY) << FIRST_AT
    return at


@kernel
def lay_grid(grid: Bytes, cells: Bytes, size: np.uint64, attacker: np.uint64) -> None:
    """Copy a board's cells, 0 empty, 1 black, 2 white, into a grid of shape (GRID,)."""
    grid[:] = EDGE
    for y in range(size):
        for x in range(size):
            cell = np.uint64(cells[np.uint64(y) * size + np.uint64(x)])
            value = EMPTY if cell == U0 else ATTACKER if cell == attacker else DEFENDER
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
    """Find all entries; return the number of words written to ``whole`` and to ``lacking`` (one stone missing).

    The cells of entry e besides its key are ``others[starts[e] : starts[e + 1]]``. Bit n of ``stones[e]`` tells whether
    the cell at offset ``window[n] - BIAS`` must be a stone, lackable or not; bit n of ``empties[e]`` whether it must be
    empty. Complete patterns are reported only for entries in ``leads``, and each stone is lackable in one entry of its
    pattern, so nothing is reported twice. Matches beyond the size of an output array are dropped.
    """
    end = (nodes[0] >> END_AT) & COUNT
    found, near = U0, U0
    for y in range(size):
        for x in range(size):
            anchor = (MARGIN + np.uint64(y)) * STRIDE + MARGIN + np.uint64(x)
            if grid[anchor] != ATTACKER:
                continue
            node, no_stone, not_empty = U0, U0, U0
            for bit in range(WINDOW):
                value = np.uint64(grid[anchor + window[np.uint64(bit)] - BIAS])
                no_stone |= U(value != ATTACKER) << np.uint64(bit)
                not_empty |= U(value != EMPTY) << np.uint64(bit)
            while node < end:
                word = nodes[node]
                if grid[anchor + (word & OFFSET)] != ATTACKER:
                    node = (word >> END_AT) & COUNT
                    continue
                node += U1
                for n in range(word >> FIRST_AT, nodes[node] >> FIRST_AT):
                    entry = np.uint64(n)
                    lacks = stones[entry] & no_stone
                    if lacks & (lacks - U1) | (lacks | empties[entry]) & not_empty:
                        continue
                    gap = _find_gap(others, starts[entry], starts[entry + U1], grid, anchor)
                    hit = entry | anchor << ANCHOR_AT | gap << GAP_AT
                    if gap == U0 and leads[entry] and found < U(whole.size):
                        whole[found] = hit
                        found += U1
                    elif U0 < gap < GRID and near < U(lacking.size):
                        lacking[near] = hit
                        near += U1
    return found, near


@kernel
def _find_gap(others: Cells, start: np.uint64, end: np.uint64, grid: Bytes, anchor: np.uint64) -> np.uint64:
    """Return the one cell that lacks a stone, 0 when none does, GRID when the cells do not match."""
    gap = U0
    for n in range(start, end):
        other = np.uint64(others[np.uint64(n)])
        cell = anchor + (other >> OFFSET_AT) - BIAS
        value = np.uint64(grid[cell])
        if not (other >> value) & U1:
            return GRID
        if value == EMPTY and other & VALUES == LACKABLE:
            if gap:
                return GRID
            gap = cell
    return gap
