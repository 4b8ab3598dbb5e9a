"""The table of transpositions: what the search has found out about positions, bounded, the old making way for the new.

A bucket of four entries fills a line of the processor's cache. An entry is two words: the key, and packed into the
other the score, the depth to which it is true, whether it is exact or a bound, the best move, and the age.
"""

from typing import Final

import numpy as np

from bots.search.board.layout import U
from bots.search.runtime.jit import Words, kernel

BUCKET: Final = U(8)  # words

Entries = Words
"""The table, shape (a power of two,), all 0 when it is empty."""

NO_MOVE: Final = U(511)
LOWER: Final = U(1)  # the score is at least this
UPPER: Final = U(2)  # at most
EXACT: Final = U(3)

PROVEN: Final = np.int64(127)  # depth of what no search can change
AGES: Final = U(63)
OFFSET: Final = np.int64(1 << 15)  # of a score, so that it has no sign


@kernel
def probe(entries: Entries, key: np.uint64) -> np.uint64:
    """The packed word of a position, 0 when there is none."""
    at = (key & U(entries.size // 8 - 1)) * BUCKET
    for _ in range(U(4)):
        if entries[at] == key:
            return np.uint64(entries[at + U(1)])
        at += U(2)
    return U(0)


@kernel
def store(
    entries: Entries,
    key: np.uint64,
    score: np.int64,
    depth: np.int64,
    bound: np.uint64,
    move: np.uint64,
    age: np.uint64,
) -> None:
    """Remember a position in the place of itself, or of what is old or shallow; ``depth`` is from 0 to 127."""
    at = (key & U(entries.size // 8 - 1)) * BUCKET
    place, least = at, np.int64(1 << 20)
    for _ in range(U(4)):
        word = entries[at + U(1)]
        if entries[at] == key:
            place = at
            if move == NO_MOVE:
                move = move_of(word)
            break
        value = (
            depth_of(word) - np.int64(8) * np.int64((age - (word >> U(34))) & AGES) if word else np.int64(-(1 << 20))
        )
        if value < least:
            place, least = at, value
        at += U(2)
    entries[place] = key
    entries[place + U(1)] = (
        np.uint64(score + OFFSET) | move << U(16) | bound << U(25) | np.uint64(depth) << U(27) | age << U(34)
    )


@kernel
def score_of(word: np.uint64) -> np.int64:
    """Score in a packed word."""
    return np.int64(word & U(0xFFFF)) - OFFSET


@kernel
def move_of(word: np.uint64) -> np.uint64:
    """Best move in a packed word, or NO_MOVE."""
    return (word >> U(16)) & U(511)


@kernel
def bound_of(word: np.uint64) -> np.uint64:
    """LOWER, UPPER or EXACT."""
    return (word >> U(25)) & U(3)


@kernel
def depth_of(word: np.uint64) -> np.int64:
    """Depth in a packed word."""
    return np.int64((word >> U(27)) & U(127))
