"""Parts of a learning player beside its search. Each can be left out, for comparison or measurement."""

from enum import Flag, auto


class Parts(Flag):
    """A set of parts.

    ``ASKING``: the solver is asked about the opponent's threats at every move, and losing moves are avoided.
    ``PATTERNS``: learned patterns order search and questions, and explain the move. ``PROVEN``: proven positions, and
    moves that have lost. ``EXPERIENCE``: the book of stored games. ``WEIGHTS``: learned weights of the evaluation.
    """

    ASKING = auto()
    PATTERNS = auto()
    PROVEN = auto()
    EXPERIENCE = auto()
    WEIGHTS = auto()


NOTHING = Parts(0)
LEARNED = Parts.PATTERNS | Parts.PROVEN | Parts.EXPERIENCE | Parts.WEIGHTS
"""The parts that change with the games played."""
EVERYTHING = Parts.ASKING | LEARNED
