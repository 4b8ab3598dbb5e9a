"""Memory for large arrays: taken from the system as it is filled, and given back to it whole."""

import mmap

import numpy as np

from bots.search.runtime.jit import Words

PAGE = 1 << 12
HUGE = 1 << 22  # bytes from which on large pages are worth their while


def allocate(words: int) -> Words:
    """So many words, all 0. What is large goes back to the system once nobody has it any more, which an allocator that
    keeps it for the next time would not do."""
    if 8 * words < PAGE:
        return np.zeros(words, np.uint64)
    pages = mmap.mmap(-1, 8 * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if 8 * words >= HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        pages.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(pages, np.uint64)
