"""Memory of searches: taken from the system as it is filled, and given back to it whole."""

import mmap

import numpy as np

from bots.search.jit import Words

PAGE = 1 << 12
HUGE = 1 << 22  # bytes from which on large pages are worth their while


def table(words: int) -> Words:
    """So many words, all 0. What is large goes back to the system once nobody has it any more, which an allocator that
    keeps it for the next time would not do."""
    if 8 * words < PAGE:
        return np.zeros(words, np.uint64)
    pages = mmap.mmap(-1, 8 * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if 8 * words >= HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        pages.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(pages, np.uint64)


class Workspace:
    """What solvers work in, one search at a time: nothing that one search leaves counts in the next.

    ``entries``, a power of two, bounds what is remembered of refuted positions during a search, eight bytes each, and
    ``positions``, another, the tree of a search for threats.
    """

    def __init__(self, entries: int, positions: int) -> None:
        self.refuted = table(entries)
        self.tree = table(8 * positions)
        self.proofs = table(4 * positions)
        self.solved = table(positions)  # two for every other position: those with the attacker
        self.searches = 0
