"""Patterns in all orientations, as flat arrays for the compiled matcher."""

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
NOWHERE = 1 << 20  # offset of an absent cell, beyond all real offsets

# the grid values that a cell of each kind accepts, as bits
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

# keys by number of stones in reading order: whichever of three or more stones is missing, one key does not contain it
KEYS = {
    1: ((0,),),
    2: ((0, 1),),
    3: ((0, 1), (1, 2), (0, 2)),
    4: ((0, 1, 2), (1, 2, 3), (0, 2, 3), (0, 1, 3)),
    5: ((0, 1, 2), (0, 3, 4), (1, 2, 3)),
}
KEYS_OF_MORE = ((0, 2, 4), (1, 3, 5))

# symmetries as matrices for columns (x, y), shape (8, 2, 2)
TURNS = np.array([(turn_place((1, 0), by), turn_place((0, 1), by)) for by in range(symmetry.COUNT)]).transpose(0, 2, 1)


class Forms(NamedTuple):
    """The matcher's arrays, and for each entry its pattern's number, symmetry and origin.

    ``number`` and ``symmetry`` have shape (entries,). ``origin``, shape (entries, 2), leads from the first stone of the
    key to the pattern's origin.
    """

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
    """Entries in any order: form number, offsets of the key's stones from its first, the first stone's offset from the
    origin, the other cells (NOWHERE for absent ones), and whether this is the form's first entry."""

    form: Numbers
    keys: Numbers
    first: Numbers
    others: Numbers
    leads: NDArray[np.bool_]


def forms(patterns: Sequence[Pattern]) -> Forms:
    """Compile patterns in all distinct orientations.

    Raises ValueError for a pattern without a stone or wider than any board.
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
    used = matcher.build_tree(keys.astype(np.uint64).ravel(), nodes, np.zeros(int(matcher.KEY), np.uint64))
    real = others != NOWHERE
    starts = np.concatenate([[0], real.sum(axis=1).cumsum()])
    y = (first + STRIDE // 2) // STRIDE  # x starts at -STRIDE / 2
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
    """Return the matcher's window, shape (WINDOW,), and the bits of each entry's stones and empty cells in it, shape
    (entries,) each."""
    cells, allowed = others >> int(matcher.OFFSET_AT), others & int(matcher.VALUES)
    wanted = (allowed == STONE) | (allowed == LACKABLE) | (allowed == EMPTY)
    often = np.bincount(cells[wanted], minlength=2 * int(matcher.BIAS))
    window = np.argsort(-often, kind="stable")[: int(matcher.WINDOW)]
    window[often[window] == 0] = int(matcher.BIAS)  # the offset of a key's first stone, where no other cell lies
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
    """Stack the cells of all patterns: places (patterns, cells, 2) and kinds (patterns, cells), -1 for absent cells."""
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
    """Mark the symmetries of each pattern whose image no earlier one gave, shape (patterns, 8)."""
    moved = (code - code.min(axis=2, keepdims=True)) * len(Kind) + kinds[:, None]
    signs = np.sort(np.where(code == NOWHERE, NOWHERE, moved), axis=2)
    new = np.ones(signs.shape[:2], np.bool_)
    for by in range(1, symmetry.COUNT):
        new[:, by] = (signs[:, :by] != signs[:, by, None]).any(axis=2).all(axis=1)
    return new


def _entries(code: Numbers, kinds: Numbers) -> Iterator[_Entries]:
    """Yield the entries of forms by number of stones and by key. Stones come first in each row."""
    allowed = np.array([*ALLOWED.values(), 0])[kinds]
    stones = (kinds == Kind.ATTACKER).sum(axis=1)
    yield _Entries(stones[:0], np.zeros((0, int(matcher.KEY)), np.int64), stones[:0], code[:0], stones[:0] > 0)
    column = np.arange(code.shape[1])
    for count in np.unique(stones).tolist():
        form = np.flatnonzero(stones == count)
        in_earlier = column < count  # stones that are in all keys so far
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
