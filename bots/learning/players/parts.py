"""Parts of a learning player beside its search. Each can be left out, for comparison or measurement."""

from enum import Flag, auto


class Parts(Flag):
    """A set of parts, all of which change with the games played.

    ``PROVEN``: proven positions, and moves that have lost. ``EXPERIENCE``: the book of stored games. ``WEIGHTS``:
    learned weights of the evaluation.
    """

    PROVEN = auto()
    EXPERIENCE = auto()
    WEIGHTS = auto()


NOTHING = Parts(0)
EVERYTHING = Parts.PROVEN | Parts.EXPERIENCE | Parts.WEIGHTS
