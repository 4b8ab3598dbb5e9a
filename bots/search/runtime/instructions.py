"""Operations of kernels that Python lacks, one instruction each; the compiler knows them."""

import numpy as np
from numpy.typing import NDArray


def trailing_zeros(word: np.uint64) -> np.uint64:
    """Return the number of zero bits below the lowest set one, for a word other than 0."""
    return np.uint64((int(word) & -int(word)).bit_length() - 1)


def prefetch(words: NDArray[np.uint64], at: np.uint64) -> None:
    """Begin to load the cache line of a word that will be read soon; nothing that a program can see."""
