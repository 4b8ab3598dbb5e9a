"""Weights of a pattern's blocking points, from the pattern itself and from the results of games.

A weight is a whole number that orders points: points with greater weights are searched and asked about first.
"""

from math import log2

UNIT = 8
DOUBT = 2  # pseudo-counts: this many blocks are assumed before the first, half of which held


def base(length: int, *, free: bool) -> int:
    """Return the weight of a blocking point of a pattern that no game has met: the longer the sequence, the greater.

    ``free``: the attacker has no win even when it may leave the pattern's cells.
    """
    return UNIT * length * (2 if free else 1)


def weigh_evidence(weight: int, met: int, held: int, blocked: int = 0, withstood: int = 0) -> int:
    """Update a weight with the results of games.

    The pattern was met in ``met`` games, of which ``held`` were not lost; this point was ``blocked`` in some, and
    ``withstood`` of those were not lost. A pattern that does not lose grows slowly with every meeting; one that always
    loses shrinks. The point's share of blocks that held, relative to the prior of one half, up to doubles the weight or
    reduces it, but never below 1.
    """
    known = weight * (1 + held) / (1 + met) * (1 + log2(1 + met))
    return max(1, round(known * share(blocked, withstood) / share(0, 0)))


def share(blocked: int, withstood: int) -> float:
    """Return the share of blocks on a point that hold, 0 to 1: the mean of a beta distribution with a DOUBT prior."""
    return (withstood + DOUBT / 2) / (blocked + DOUBT)
