"""Bits of 64-bit words, and sets of points: bit p & 63 of the word p >> 6 of a set says whether it has the point p."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.extending import intrinsic

from bots.search.runtime.jit import Words, kernel

U = np.uint64


@intrinsic
def _trailing_zeros(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


_zeros = cast(Callable[[np.uint64], np.uint64], _trailing_zeros)


@kernel
def lowest_bit(word: np.uint64) -> np.uint64:
    """Index of the lowest bit that is set in a word other than 0."""
    return _zeros(word)


@kernel
def without_lowest(word: np.uint64) -> np.uint64:
    """The word without its lowest bit that is set."""
    return word & (word - U(1))


@kernel
def lowest_point(n: np.uint64, word: np.uint64) -> np.uint64:
    """First point in word ``n`` of a set; there must be one."""
    return (n << U(6)) + lowest_bit(word)


@kernel
def add_point(words: Words, first: np.uint64, point: np.uint64) -> None:
    """Put a point into the set whose first word is at ``first``."""
    words[first + (point >> U(6))] |= U(1) << (point & U(63))


@kernel
def toggle_point(words: Words, first: np.uint64, point: np.uint64) -> None:
    """Put a point into the set whose first word is at ``first``, or take it out."""
    words[first + (point >> U(6))] ^= U(1) << (point & U(63))


@kernel
def unpack_point(points: np.uint64, n: np.uint64) -> np.uint64:
    """The ``n``-th point in a word of up to four, sixteen bits each."""
    return (points >> (U(16) * n)) & U(0xFFFF)
