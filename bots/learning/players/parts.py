"""Parts of a learning player beside its search; each part can be left out, to play as before or to be measured."""

from enum import Flag, auto


class Parts(Flag):
    """``ASKING``: at every move the solver is asked what the opponent threatens, and what loses is not played.
    ``PATTERNS``: learned patterns order search and questions, and explain the answer. ``PROVEN``: proven positions, and
    moves that have lost. ``EXPERIENCE``: the book of stored games. ``WEIGHTS``: learned weights of the evaluation.
    """

    ASKING = auto()
    PATTERNS = auto()
    PROVEN = auto()
    EXPERIENCE = auto()
    WEIGHTS = auto()


NOTHING = Parts(0)
LEARNED = Parts.PATTERNS | Parts.PROVEN | Parts.EXPERIENCE | Parts.WEIGHTS
"""What changes with the games that are played."""
EVERYTHING = Parts.ASKING | LEARNED
