"""Weights of a pattern's blocking points, from the pattern itself and from studies of games.

A weight is a whole number that orders points, the best block first.
"""

UNIT = 8
DOUBT = 2  # pseudo-counts: this many blocks are assumed before the first, half of which held


def base(length: int, *, free: bool) -> int:
    """Return the weight of a blocking point of a pattern that no game has met: the longer the sequence, the greater.

    ``free``: the attacker has no win even when it may leave the pattern's cells.
    """
    return UNIT * length * (2 if free else 1)


def weigh_evidence(weight: int, blocked: int = 0, withstood: int = 0) -> int:
    """Update a weight with the results of ``blocked`` stones on its point, of which ``withstood`` held.

    The share of blocks that held, relative to the prior of one half, up to doubles the weight or reduces it, but never
    below 1.
    """
    return max(1, round(weight * share(blocked, withstood) / share(0, 0)))


def share(blocked: int, withstood: int) -> float:
    """Return the share of blocks on a point that hold, 0 to 1: the mean of a beta distribution with a DOUBT prior."""
    return (withstood + DOUBT / 2) / (blocked + DOUBT)
