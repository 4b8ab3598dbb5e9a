"""Memory for large arrays, mapped directly from the system and returned to it whole."""

import mmap

import numpy as np

from bots.search.runtime.jit import Words

PAGE = 1 << 12
HUGE = 1 << 22  # size in bytes from which huge pages pay off


def allocate(words: int) -> Words:
    """Return a zeroed array of ``words`` 64-bit words.

    A large array is its own memory mapping, so freeing it returns the memory to the system; a general allocator would
    keep it.
    """
    if 8 * words < PAGE:
        return np.zeros(words, np.uint64)
    pages = mmap.mmap(-1, 8 * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if 8 * words >= HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        pages.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(pages, np.uint64)
