"""The generalised sequential probability ratio test over pairs of games, which ends a match once it is decided.

Two hypotheses about the Elo of the first player above the second are compared by the ratio of their likelihoods, each
maximised under its constraint on the mean score (Van den Bergh, "A practical introduction to the GSPRT"). The unit is
the pair of games over one opening with the colours swapped, whose sum has five values.
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
"""Pseudo-count of each of the five results, so that one that never came has some likelihood."""
RESULTS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""Share of the points of a pair."""
STEPS = 60  # bisection steps

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Decision:
    """The state of a test after so many ``pairs``: the log-likelihood ratio, and the hypothesis accepted.

    ``accepted``: True for the greater Elo, False for the smaller, None for neither yet.
    """

    pairs: int
    ratio: float
    accepted: bool | None


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A test of ``higher`` against ``lower`` Elo of the first player above the second."""

    lower: float
    higher: float

    def decide(self, points: Sequence[float]) -> Decision:
        """Find the first decision in ``points``, the first player's points (0 to 2) in each pair, in their fixed order.

        Later pairs change nothing, so a match played by several processes has the same result in any order.
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
    """Return the log-likelihood ratios of mean score ``higher`` to ``lower``, shape (cases,).

    ``counts``, shape (cases, 5), tells how often each of RESULTS came.
    """
    ratios: Floats = (counts * (np.log(_likeliest(counts, higher)) - np.log(_likeliest(counts, lower)))).sum(axis=1)
    return ratios


def _likeliest(counts: Floats, mean: float) -> Floats:
    """Return the most likely probabilities of RESULTS with this mean: n / N / (1 + t (result - mean)), t chosen to fit
    it."""
    apart = RESULTS - mean
    low, high = np.full(len(counts), -1 / apart[-1]), np.full(len(counts), -1 / apart[0])
    for _ in range(STEPS):
        t = (low + high) / 2
        rising = (counts * apart / (1 + t[:, None] * apart)).sum(axis=1) > 0  # the remaining mean falls with t
        low, high = np.where(rising, t, low), np.where(rising, high, t)
    found: Floats = counts / counts.sum(axis=1, keepdims=True) / (1 + t[:, None] * apart)
    return found


def _score(elo: float) -> float:
    """Return the expected score of a player this much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))
