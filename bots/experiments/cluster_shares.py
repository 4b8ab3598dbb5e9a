"""Shares with their 95 % intervals, where outcomes of one game hang together.

The unit of evidence is the cluster, a game: a share is the ratio of two sums over clusters, and its variance that of
the ratio estimator (Cochran, Sampling Techniques, 1977, chapters 6 and 9), by linearisation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from bots.arena.rating import NORMAL_95


@dataclass(frozen=True, slots=True)
class Share:
    """A share of ``count`` trials in ``clusters`` games, or a difference of two; ``margin`` is half the interval."""

    value: float
    margin: float
    count: int
    clusters: int

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % ± {100 * self.margin:.1f}"


def share(outcomes: Sequence[Sequence[float]]) -> Share:
    """Share of a sequence of trials a cluster, each 1 or 0, or -1, 0 or 1 for the difference of two players.

    Raises ValueError without any trial. One cluster says nothing of the margin, which is infinite then.
    """
    sums = [(sum(cluster), len(cluster)) for cluster in outcomes if cluster]
    count, clusters = sum(size for _, size in sums), len(sums)
    if not count:
        raise ValueError("no trials")
    value = sum(total for total, _ in sums) / count
    if clusters == 1:
        return Share(value, float("inf"), count, clusters)
    scatter = sum((total - value * size) ** 2 for total, size in sums) * clusters / (clusters - 1)
    return Share(value, NORMAL_95 * sqrt(scatter) / count, count, clusters)
