"""Working memory that several solvers may share."""

import numpy as np

from bots.search.board.layout import CELLS
from bots.search.runtime.memory import allocate


class Workspace:
    """Working memory of solvers, for one search at a time. Nothing left by one search counts in the next.

    ``entries``, a power of two, bounds the refuted positions remembered during a search, eight bytes each;
    ``positions``, another power of two, bounds the tree of a threat search.
    """

    def __init__(self, entries: int, positions: int) -> None:
        self.refuted = allocate(entries)
        self.tree = allocate(8 * positions)
        self.proofs = allocate(4 * positions)
        self.solved = allocate(positions)  # two words for every other position: those with the attacker to move
        self.path = np.zeros(int(CELLS), np.uint64)
        self.searches = 0
