"""Patterns in all their orientations, as flat arrays for the compiled matcher."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.learning.patterns import matcher
from bots.learning.patterns.cells import Kind, turn_place
from bots.learning.patterns.pattern import Pattern
from bots.search.runtime.jit import Bytes, Words
from gomoku import symmetry

Numbers = NDArray[np.int64]
Small = NDArray[np.int8]

STRIDE = int(matcher.STRIDE)
WIDEST = int(matcher.MARGIN)
NOWHERE = 1 << 20  # an offset beyond all others: that of no cell

# which values of the matcher's grid a cell of a kind may have, as bits
EMPTY, STONE, DEFENDER, EDGE = (
    1 << int(value) for value in (matcher.EMPTY, matcher.ATTACKER, matcher.DEFENDER, matcher.EDGE)
)
LACKABLE = int(matcher.LACKABLE)
ALLOWED = {
    Kind.ATTACKER: STONE,
    Kind.EMPTY: EMPTY,
    Kind.NOT_ATTACKER: EMPTY | DEFENDER | EDGE,
    Kind.DEFENDER: DEFENDER,
}

# keys by the number of stones, which are in reading order: whichever of three or more is missing, a key is without it
KEYS = {
    1: ((0,),),
    2: ((0, 1),),
    3: ((0, 1), (1, 2), (0, 2)),
    4: ((0, 1, 2), (1, 2, 3), (0, 2, 3), (0, 1, 3)),
    5: ((0, 1, 2), (0, 3, 4), (1, 2, 3)),
}
KEYS_OF_MORE = ((0, 2, 4), (1, 3, 5))

# the symmetries as matrices for columns (x, y): shape (8, 2, 2)
TURNS = np.array([(turn_place((1, 0), by), turn_place((0, 1), by)) for by in range(symmetry.COUNT)]).transpose(0, 2, 1)


class Forms(NamedTuple):
    """What the matcher reads, and for each entry the pattern's number, its symmetry, and the way from the first stone
    of the key to the pattern's origin: shapes (entries,), (entries,), (entries, 2)."""

    nodes: Words
    window: Words
    stones: Words
    empties: Words
    starts: Words
    leads: Bytes
    others: matcher.Cells
    number: NDArray[np.int32]
    symmetry: Small
    origin: Small


class _Entries(NamedTuple):
    """Entries in any order: the number of the form, the offsets of the key from its first stone, where that is from the
    origin, the other cells, NOWHERE for those that are not there, and whether it is the first entry of its form."""

    form: Numbers
    keys: Numbers
    first: Numbers
    others: Numbers
    leads: NDArray[np.bool_]


def forms(patterns: Sequence[Pattern]) -> Forms:
    """The entries of patterns in all orientations; one that is its own image is there once.

    Raises ValueError for a pattern without a stone, and for one wider than any board.
    """
    places, kinds = _stack(patterns)
    there = kinds >= 0
    turned_places = np.einsum("sij,pcj->psci", TURNS, places)
    code = np.where(there[:, None], turned_places[..., 1] * STRIDE + turned_places[..., 0], NOWHERE)
    number, by = np.nonzero(_new(code, kinds))
    code, kinds = code[number, by], kinds[number]
    # stones in reading order, then the other cells
    order = np.argsort(np.where(kinds == Kind.ATTACKER, code, code + NOWHERE), axis=1)
    code, kinds = np.take_along_axis(code, order, 1), np.take_along_axis(kinds, order, 1)

    entries = _Entries(*map(np.concatenate, zip(*_entries(code, kinds), strict=True)))
    order = np.lexsort(entries.keys.T[::-1])
    form, keys, first, others, leads = _Entries._make(column[order] for column in entries)
    nodes = np.zeros(keys.size + 1, np.uint64)
    used = matcher.build_tree(keys.astype(np.uint64).ravel(), nodes)
    real = others != NOWHERE
    starts = np.concatenate([[0], real.sum(axis=1).cumsum()])
    y = (first + STRIDE // 2) // STRIDE  # x is from -STRIDE / 2 on
    return Forms(
        nodes[: int(used) + 1].copy(),
        *_window(others),
        starts.astype(np.uint64),
        leads.astype(np.uint8),
        others[real].astype(np.uint16),
        number[form].astype(np.int32),
        by[form].astype(np.int8),
        -np.stack([first - y * STRIDE, y], axis=1).astype(np.int8),
    )


def _window(others: Numbers) -> tuple[Words, Words, Words]:
    """The matcher's window, shape (WINDOW,), and the stones and empty cells of entries in it, shape (entries,) each."""
    cells, allowed = others >> int(matcher.OFFSET_AT), others & int(matcher.VALUES)
    wanted = (allowed == STONE) | (allowed == LACKABLE) | (allowed == EMPTY)
    often = np.bincount(cells[wanted], minlength=2 * int(matcher.BIAS))
    window = np.argsort(-often, kind="stable")[: int(matcher.WINDOW)]
    window[often[window] == 0] = int(matcher.BIAS)  # a key's first stone, at which no other cell is
    bits = np.zeros((NOWHERE >> int(matcher.OFFSET_AT)) + 1, np.uint64)
    bits[window] = np.uint64(1) << np.arange(len(window), dtype=np.uint64)
    seen = bits[cells]
    empty = allowed == EMPTY
    return (
        window.astype(np.uint64),
        np.bitwise_or.reduce(np.where(wanted & ~empty, seen, np.uint64(0)), axis=1),
        np.bitwise_or.reduce(np.where(empty, seen, np.uint64(0)), axis=1),
    )


def _stack(patterns: Sequence[Pattern]) -> tuple[Numbers, Numbers]:
    """Cells of all patterns: places (patterns, cells, 2), and kinds (patterns, cells), -1 where there is no cell."""
    most = max((len(pattern.cells) for pattern in patterns), default=1)
    places = np.zeros((len(patterns), most, 2), np.int64)
    kinds = np.full((len(patterns), most), -1, np.int64)
    for n, pattern in enumerate(patterns):
        cells = np.array(pattern.cells)
        if not (cells[:, 2] == Kind.ATTACKER).any():
            raise ValueError(f"{pattern.key} has no stone")
        if np.ptp(cells[:, :2], axis=0).max() >= WIDEST:
            raise ValueError(f"{pattern.key} is wider than any board")
        places[n, : len(cells)] = cells[:, :2]
        kinds[n, : len(cells)] = cells[:, 2]
    return places, kinds


def _new(code: Numbers, kinds: Numbers) -> NDArray[np.bool_]:
    """Which symmetries of a pattern give an image that no earlier one gave: shape (patterns, 8)."""
    moved = (code - code.min(axis=2, keepdims=True)) * len(Kind) + kinds[:, None]
    signs = np.sort(np.where(code == NOWHERE, NOWHERE, moved), axis=2)
    new = np.ones(signs.shape[:2], np.bool_)
    for by in range(1, symmetry.COUNT):
        new[:, by] = (signs[:, :by] != signs[:, by, None]).any(axis=2).all(axis=1)
    return new


def _entries(code: Numbers, kinds: Numbers) -> Iterator[_Entries]:
    """Entries of forms by the number of their stones, which come first in each row, and by key."""
    allowed = np.array([*ALLOWED.values(), 0])[kinds]
    stones = (kinds == Kind.ATTACKER).sum(axis=1)
    yield _Entries(stones[:0], np.zeros((0, int(matcher.KEY)), np.int64), stones[:0], code[:0], stones[:0] > 0)
    column = np.arange(code.shape[1])
    for count in np.unique(stones).tolist():
        form = np.flatnonzero(stones == count)
        in_earlier = column < count  # the stones that are in all keys so far
        for turn, key in enumerate(KEYS.get(count, KEYS_OF_MORE)):
            in_key = np.isin(column, key)
            offset = code[form] - code[form, key[0], None]
            keys = np.zeros((len(form), int(matcher.KEY)), np.int64)
            keys[:, : len(key)] = offset[:, in_key]
            bits = np.where(in_earlier & ~in_key, LACKABLE, allowed[form])
            others = (offset + int(matcher.BIAS) << int(matcher.OFFSET_AT)) | bits
            others[(kinds[form] < 0) | in_key] = NOWHERE
            yield _Entries(form, keys, code[form, key[0]], others, np.full(len(form), turn == 0))
            in_earlier = in_earlier & in_key
