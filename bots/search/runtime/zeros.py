"""The one operation of kernels that Python lacks; the compiler knows it."""

import numpy as np


def trailing_zeros(word: np.uint64) -> np.uint64:
    """Return the number of zero bits below the lowest set one, for a word other than 0; one instruction in kernels."""
    return np.uint64((int(word) & -int(word)).bit_length() - 1)
