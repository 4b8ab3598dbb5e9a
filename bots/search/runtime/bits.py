"""Bit operations on 64-bit words, and sets of points: bit p & 63 of word p >> 6 of a set stands for point p."""

import numpy as np

from bots.search.runtime.instructions import trailing_zeros
from bots.search.runtime.jit import U1, U, Words, kernel


@kernel
def lowest_bit(word: np.uint64) -> np.uint64:
    """Return the index of the lowest set bit of a word other than 0."""
    return trailing_zeros(word)


@kernel
def without_lowest(word: np.uint64) -> np.uint64:
    """Return the word with its lowest set bit cleared."""
    return word & (word - U1)


@kernel
def lowest_point(n: np.uint64, word: np.uint64) -> np.uint64:
    """Return the first point in word ``n`` of a set; the word must not be 0."""
    return (n << U(6)) + lowest_bit(word)


@kernel
def add_point(words: Words, first: np.uint64, point: np.uint64) -> None:
    """Add a point to the set whose first word is at ``first``."""
    words[first + (point >> U(6))] |= U1 << (point & U(63))


@kernel
def toggle_point(words: Words, first: np.uint64, point: np.uint64) -> None:
    """Toggle a point in the set whose first word is at ``first``."""
    words[first + (point >> U(6))] ^= U1 << (point & U(63))


@kernel
def unpack_point(points: np.uint64, n: np.uint64) -> np.uint64:
    """Return the ``n``-th of up to four points packed into a word, sixteen bits each."""
    return (points >> (U(16) * n)) & U(0xFFFF)
