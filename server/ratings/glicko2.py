"""Glicko-2: a rating, its deviation and its volatility; each game is one update.

After M. E. Glickman, "Example of the Glicko-2 system" (2022), with fractional periods: a deviation grows with the days
before a game, and not again at the game. Ratings and deviations are on the Elo scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
"""Rating points in one unit of the method."""
CENTRE = 1500.0
PERIODS_A_DAY = 0.21436
"""With this, a deviation of 60 is back at 110 after a year without a game."""

STEADY = 1e-6
"""Tolerance for the logarithm of the variance."""
MOST_STEPS = 1_000


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A rating: ``value`` with the standard error ``deviation``; ``volatility`` says how erratic the results are."""

    value: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A result: ``score`` is 1 for a win, 0.5 for a draw and 0 for a loss against an ``opponent``.

    ``advantage`` is the worth of the first move: points that count as if this side's rating were higher by them.
    """

    opponent: PlayerRating
    score: float
    advantage: float = 0.0


@dataclass(frozen=True, slots=True)
class RatingSystem:
    """Parameters: ``tau`` limits the change of volatility over time, the others limit the results.

    ``grows``: an update is a period of its own, as in the original, in which the deviation grows. No game changes a
    rating by more than ``largest_change``. For a constant strength ``periods_a_day`` is 0.
    """

    tau: float = 0.75
    least: float = 400.0
    most: float = 4_000.0
    least_deviation: float = 45.0
    most_deviation: float = 350.0
    most_volatility: float = 0.1
    largest_change: float = 400.0
    grows: bool = False
    periods_a_day: float = PERIODS_A_DAY


OURS = RatingSystem()
ANCHORED = RatingSystem(least_deviation=10.0, most_deviation=30.0, periods_a_day=0.0)
"""For a player of constant, measured strength: the deviation is small from the start, and does not grow without games.
An even game moves such a rating by less than three points at first, and by a third of one in the end.
"""
PROVISIONAL = 110.0
"""Deviation from which a rating is shown with a question mark."""


def find_system(anchor: bool | int | None) -> RatingSystem:
    """Return the parameters for a player."""
    return ANCHORED if anchor else OURS


def is_provisional(rating: PlayerRating) -> bool:
    """Return whether the deviation is too large for the rating to say much."""
    return rating.deviation >= PROVISIONAL


def grow(rating: PlayerRating, days: float, system: RatingSystem = OURS) -> PlayerRating:
    """Return the rating after ``days`` without a game, with a larger deviation. Raises ValueError for negative days."""
    if days < 0:
        raise ValueError("time does not run backward")
    phi = sqrt((rating.deviation / SCALE) ** 2 + days * system.periods_a_day * rating.volatility**2)
    return PlayerRating(rating.value, min(phi * SCALE, system.most_deviation), rating.volatility)


def expect(rating: PlayerRating, opponent: PlayerRating, advantage: float = 0.0) -> float:
    """Return the expected score against an opponent, 0 to 1; the uncertainty of the own rating enters in the update."""
    return _share(weigh(opponent) * (rating.value + advantage - opponent.value) / SCALE)


def update(rating: PlayerRating, results: Sequence[RatedResult], system: RatingSystem = OURS) -> PlayerRating:
    """Return the rating after the games of a period, usually one, all played with the ratings before it.

    Call `grow` first. Without games nothing changes.
    """
    if not results:
        return rating
    phi = rating.deviation / SCALE
    known = surprise = 0.0  # 1 / v, and the sum of the differences from expectation
    for each in results:
        weight, share = weigh(each.opponent), expect(rating, each.opponent, each.advantage)
        known += weight * weight * share * (1 - share)
        surprise += weight * (each.score - share)
    if known == 0.0:  # the result was certain
        return rating
    sigma = _volatility(rating.volatility, phi, 1 / known, surprise / known, system.tau)
    before = phi * phi + (sigma * sigma if system.grows else 0.0)
    variance = 1 / (1 / before + known)
    change = max(-system.largest_change, min(system.largest_change, variance * surprise * SCALE))
    return PlayerRating(
        value=max(system.least, min(system.most, rating.value + change)),
        deviation=max(system.least_deviation, min(system.most_deviation, sqrt(variance) * SCALE)),
        volatility=min(system.most_volatility, sigma),
    )


def weigh(opponent: PlayerRating) -> float:
    """Return the weight of a result against an opponent, above 0 and below 1: smaller for a larger deviation."""
    phi = opponent.deviation / SCALE
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _share(x: float) -> float:
    """Return the logistic function, stable for large arguments."""
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def _volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Return the volatility after results that differ by ``delta`` from expectation, with variance ``v``.

    It is the root of Glickman's equation for the logarithm of the variance, found by the Illinois method.
    """
    start, spread = log(sigma * sigma), phi * phi + v

    def slope(x: float) -> float:
        e = exp(x)
        return e * (delta * delta - spread - e) / (2 * (spread + e) ** 2) - (x - start) / (tau * tau)

    a = start
    if delta * delta > spread:
        b = log(delta * delta - spread)
    else:
        k = 1
        while slope(a - k * tau) < 0:
            k += 1
        b = a - k * tau
    at_a, at_b = slope(a), slope(b)
    for _ in range(MOST_STEPS):
        if abs(b - a) <= STEADY:
            break
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = slope(c)
        if at_c * at_b <= 0:
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return exp(a / 2)
