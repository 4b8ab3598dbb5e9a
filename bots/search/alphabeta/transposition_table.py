"""The transposition table: bounded, with old and shallow entries replaced first.

A bucket of four entries fills one cache line. An entry is two words: the key, exclusive-or the second word, which packs
score, depth, bound, best move and age. Threads share the table without a lock: an entry of which two threads wrote one
word each belongs to no key (Hyatt and Mann 2002).
"""

from typing import Final

import numpy as np

from bots.search.runtime.instructions import prefetch
from bots.search.runtime.jit import U0, U1, U2, U4, U, Words, kernel

BUCKET: Final = U(8)  # words

Entries = Words
"""The table, shape (a power of two,); all 0 when empty."""

NO_MOVE: Final = U(511)
LOWER: Final = U1  # the score is a lower bound
UPPER: Final = U2  # the score is an upper bound
EXACT: Final = U(3)

PROVEN: Final = np.int64(127)  # depth of a score that no deeper search can change
AGES: Final = U(63)
OFFSET: Final = np.int64(1 << 15)  # added to a score to make it unsigned


@kernel
def prepare(entries: Entries, key: np.uint64) -> None:
    """Begin to load the bucket of a position that will be probed."""
    prefetch(entries, (key & U(entries.size // 8 - 1)) * BUCKET)


@kernel
def probe(entries: Entries, key: np.uint64) -> np.uint64:
    """Return the packed word of a position, or 0 when it is not stored."""
    at = (key & U(entries.size // 8 - 1)) * BUCKET
    for _ in range(U4):
        word = np.uint64(entries[at + U1])
        if entries[at] ^ word == key:
            return word
        at += U2
    return U0


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
    """Store a position over its own entry, or over the oldest and shallowest of its bucket; ``depth`` is 0 to 127."""
    at = (key & U(entries.size // 8 - 1)) * BUCKET
    place, least = at, np.int64(1 << 20)
    for _ in range(U4):
        word = entries[at + U1]
        if entries[at] ^ word == key:
            place = at
            if move == NO_MOVE:
                move = move_of(word)
            break
        value = (
            depth_of(word) - np.int64(8) * np.int64((age - (word >> U(34))) & AGES) if word else np.int64(-(1 << 20))
        )
        if value < least:
            place, least = at, value
        at += U2
    word = np.uint64(score + OFFSET) | move << U(16) | bound << U(25) | np.uint64(depth) << U(27) | age << U(34)
    entries[place] = key ^ word
    entries[place + U1] = word


@kernel
def score_of(word: np.uint64) -> np.int64:
    """Return the score in a packed word."""
    return np.int64(word & U(0xFFFF)) - OFFSET


@kernel
def move_of(word: np.uint64) -> np.uint64:
    """Return the best move in a packed word, or NO_MOVE."""
    return (word >> U(16)) & U(511)


@kernel
def bound_of(word: np.uint64) -> np.uint64:
    """Return the bound in a packed word: LOWER, UPPER or EXACT."""
    return (word >> U(25)) & U(3)


@kernel
def depth_of(word: np.uint64) -> np.int64:
    """Return the depth in a packed word."""
    return np.int64((word >> U(27)) & U(127))
