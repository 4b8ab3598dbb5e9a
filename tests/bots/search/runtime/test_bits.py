import numpy as np

from bots.search.runtime.bits import lowest_bit


def test_the_lowest_bit_is_found_in_every_place() -> None:
    for bit in range(64):
        word = np.uint64(2**63 | 1 << bit)
        assert lowest_bit(word) == bit
