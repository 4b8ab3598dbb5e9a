"""How much a blocking point of a pattern counts."""

from math import log2

UNIT = 8


def base(length: int, *, free: bool) -> int:
    """Weight of a blocking point of a pattern that nobody has met yet: the longer the sequence, the heavier.

    ``free``: the attacker has nothing even when it may leave the pattern's cells.
    """
    return UNIT * length * (2 if free else 1)


def evident(weight: int, met: int, held: int) -> int:
    """The same after the pattern was met in ``met`` games, ``held`` of which were not lost.

    What did not lose grows slowly with every time it is met; what always lost counts less and less.
    """
    return round(weight * (1 + held) / (1 + met) * (1 + log2(1 + met)))
