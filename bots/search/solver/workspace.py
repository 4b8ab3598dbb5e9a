"""Memory that solvers work in, which several of them may share."""

from bots.search.runtime.memory import allocate


class Workspace:
    """What solvers work in, one search at a time: nothing that one search leaves counts in the next.

    ``entries``, a power of two, bounds what is remembered of refuted positions during a search, eight bytes each, and
    ``positions``, another, the tree of a search for threats.
    """

    def __init__(self, entries: int, positions: int) -> None:
        self.refuted = allocate(entries)
        self.tree = allocate(8 * positions)
        self.proofs = allocate(4 * positions)
        self.solved = allocate(positions)  # two for every other position: those with the attacker
        self.searches = 0
