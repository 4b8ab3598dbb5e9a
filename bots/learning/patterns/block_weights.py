"""Weights of the blocking points of a pattern: what is known of the pattern, and what came of that point.

A weight is a whole number that orders points: the greater, the earlier a point is asked about and searched.
"""

from math import log2

UNIT = 8
DOUBT = 2  # as many blocks are believed to have been seen before the first, one of which held


def base(length: int, *, free: bool) -> int:
    """Weight of a blocking point of a pattern that nobody has met yet: the longer the sequence, the heavier.

    ``free``: the attacker has nothing even when it may leave the pattern's cells.
    """
    return UNIT * length * (2 if free else 1)


def weigh_evidence(weight: int, met: int, held: int, blocked: int = 0, withstood: int = 0) -> int:
    """The same after the pattern was met in ``met`` games, ``held`` of which were not lost, and this point of it was
    ``blocked`` in so many, ``withstood`` of which it held.

    What did not lose grows slowly with every time the pattern is met; what always lost counts less and less. The
    point's own share of blocks that held, of which one in two is believed before any is seen, is set against a half:
    it makes the weight up to twice as great, and down to nearly nothing, but never nothing.
    """
    known = weight * (1 + held) / (1 + met) * (1 + log2(1 + met))
    return max(1, round(known * share(blocked, withstood) / share(0, 0)))


def share(blocked: int, withstood: int) -> float:
    """The share of blocks on a point that hold, from 0 to 1: the mean of a beta distribution after what was seen."""
    return (withstood + DOUBT / 2) / (blocked + DOUBT)
