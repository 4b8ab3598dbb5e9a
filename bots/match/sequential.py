"""A match that ends as soon as it has told: the generalised sequential probability ratio test, over pairs of games.

Two hypotheses about the Elo of the first player above the second are weighed by the ratio of their likelihoods, each at
its maximum under the constraint that it puts on the mean score (Van den Bergh, "A practical introduction to the
GSPRT"). The unit is the pair of games over one opening with the colours swapped, whose sum has five values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

ERROR = 0.05
"""Probability of a false decision, for either hypothesis."""
BOUND = log((1 - ERROR) / ERROR)
PRIOR = 1e-3
"""Pairs in which each of the five results is taken to have come up before the first: one that never came has some
likelihood."""
RESULTS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""Share of the points of a pair."""
STEPS = 60  # of halving an interval

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Decision:
    """Where a test stands after so many ``pairs``: the logarithm of the ratio, and which hypothesis is accepted.

    ``accepted``: the greater Elo (True), the smaller (False), neither yet (None).
    """

    pairs: int
    ratio: float
    accepted: bool | None


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Is the first player ``higher`` Elo above the second, or only ``lower``?"""

    lower: float
    higher: float

    def decide(self, points: Sequence[float]) -> Decision:
        """The first decision in a run of pairs, ``points`` (0 to 2) of the first player in each, in their fixed order.

        Pairs after it change nothing, so a match that several processes play ends the same in any order.
        """
        if not points:
            return Decision(0, 0.0, None)
        counts = PRIOR + np.cumsum(np.asarray(points)[:, None] == 2 * RESULTS, axis=0)
        ratios = log_likelihood_ratios(counts, _score(self.lower), _score(self.higher))
        decided = np.flatnonzero(np.abs(ratios) >= BOUND)
        last = int(decided[0]) if len(decided) else len(points) - 1
        ratio = float(ratios[last])
        return Decision(last + 1, ratio, ratio > 0 if len(decided) else None)


def log_likelihood_ratios(counts: Floats, lower: float, higher: float) -> Floats:
    """Of a mean score ``higher`` to one ``lower``, given how often each of RESULTS came, shape (cases, 5); (cases,)."""
    ratios: Floats = (counts * (np.log(_likeliest(counts, higher)) - np.log(_likeliest(counts, lower)))).sum(axis=1)
    return ratios


def _likeliest(counts: Floats, mean: float) -> Floats:
    """The likeliest probabilities of RESULTS with this mean: n / N / (1 + t (result - mean)), t such that it is so."""
    apart = RESULTS - mean
    low, high = np.full(len(counts), -1 / apart[-1]), np.full(len(counts), -1 / apart[0])
    for _ in range(STEPS):
        t = (low + high) / 2
        rising = (counts * apart / (1 + t[:, None] * apart)).sum(axis=1) > 0  # what is left of the mean falls with t
        low, high = np.where(rising, t, low), np.where(rising, high, t)
    found: Floats = counts / counts.sum(axis=1, keepdims=True) / (1 + t[:, None] * apart)
    return found


def _score(elo: float) -> float:
    """Expected score of a player so much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))
