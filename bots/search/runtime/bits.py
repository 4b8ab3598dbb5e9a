"""Bit operations on 64-bit words, and sets of points: bit p & 63 of word p >> 6 of a set stands for point p."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from bots.search.runtime.jit import U1, U, Words, kernel


@intrinsic
def _trailing_zeros(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


_zeros = cast(Callable[[np.uint64], np.uint64], _trailing_zeros)


@kernel
def lowest_bit(word: np.uint64) -> np.uint64:
    """Return the index of the lowest set bit of a word other than 0."""
    return _zeros(word)


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
