"""Means over training seeds and openings with 95 % intervals, where both are random.

Outcomes form a table, a row for each seed and a column for each opening. Outcomes of one seed are correlated, and so
are those of one opening. The variance of the mean is clustered both ways (Cameron, Gelbach and Miller, "Robust
inference with multiway clustering", 2011): that over seeds, plus that over openings, minus that over single cells. Each
of the first two has the factor n / (n - 1) for its number of clusters. Results of a single seed contain no information
about seeds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log2, sqrt

import numpy as np
from numpy.typing import NDArray

from bots.match.rating import NORMAL_95

Table = NDArray[np.float64]
"""Shares of the points, shape (seeds, openings)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half the width of its interval: a share of the points, or a difference of two shares."""

    value: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + self.margin

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % ± {100 * self.margin:.1f}"


def estimate(table: Table) -> Estimate:
    """Estimate the mean of a table; a single opening gives an infinite margin. Raises ValueError for an empty table."""
    seeds, openings = table.shape
    if not table.size:
        raise ValueError("no outcomes")
    mean = float(table.mean())
    if openings == 1:
        return Estimate(mean, inf)
    apart = table - mean
    of_openings = float((apart.mean(axis=0) ** 2).sum()) / (openings * (openings - 1))
    if seeds == 1:
        return Estimate(mean, NORMAL_95 * sqrt(of_openings))
    of_seeds = float((apart.mean(axis=1) ** 2).sum()) / (seeds * (seeds - 1))
    of_cells = float((apart**2).sum()) / table.size**2
    return Estimate(mean, NORMAL_95 * sqrt(max(of_openings + of_seeds - of_cells, of_openings, of_seeds)))


def gain(one: Table, other: Table) -> Estimate:
    """Estimate ``one`` minus ``other`` over the same openings; a table with a single seed is compared with all
    seeds."""
    return estimate(one - other)


def slope(tables: Mapping[int, Table]) -> Estimate:
    """Estimate the effect of doubling the lost games, by least squares over tables at two or more numbers of them."""
    marks = sorted(tables)
    doublings = np.array([log2(mark) for mark in marks])
    apart = doublings - doublings.mean()
    shares = apart / (apart**2).sum()
    return estimate(np.tensordot(shares, np.array([tables[mark] for mark in marks]), 1))


def table(cells: Mapping[tuple[int, int], Sequence[float]], seeds: Sequence[int], openings: Sequence[int]) -> Table:
    """Build the table of mean points by (seed, opening); raises KeyError for a missing cell."""
    return np.array([[np.mean(cells[seed, opening]) for opening in openings] for seed in seeds])


def share_interval(part: int, whole: int) -> tuple[float, float]:
    """Return the ends of the Wilson interval of a share of independent cases."""
    z = NORMAL_95**2 / whole
    middle, half = part / whole + z / 2, NORMAL_95 * sqrt(part * (whole - part) / whole**3 + z / (4 * whole))
    return (middle - half) / (1 + z), (middle + half) / (1 + z)
