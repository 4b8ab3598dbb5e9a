import numpy as np

from bots.search.runtime.instructions import trailing_zeros


def test_outside_of_kernels_zeros_are_counted_as_inside() -> None:
    for bit in (0, 1, 31, 63):
        assert trailing_zeros(np.uint64(2**63 | 1 << bit)) == bit
