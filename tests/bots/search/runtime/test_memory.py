import gc
from pathlib import Path

import numpy as np
import pytest

from bots.search.runtime.memory import allocate


def mapped() -> int:
    """Return the number of resident pages of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.parametrize("words", [1, 511, 512, 1 << 20])
def test_a_table_is_empty_and_can_be_written(words: int) -> None:
    found = allocate(words)
    assert found.shape == (words,)
    assert found.dtype == np.uint64
    assert not found.any()
    found[:] = 7
    assert found[-1] == 7


def test_what_nobody_has_any_more_goes_back_to_the_system() -> None:
    tables = [allocate(1 << 21) for _ in range(4)]
    for each in tables:
        each[:] = 1
    before = mapped()
    del tables, each
    gc.collect()
    assert before - mapped() >= 4 * (1 << 12) * 0.9
