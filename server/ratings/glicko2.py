"""Glicko-2: a rating, how sure it is, and how steady; one game is one update.

After M. E. Glickman, "Example of the Glicko-2 system" (2022), with fractional periods: a deviation grows with the days
that passed before a game, and not once more at the game. Ratings and deviations are on the scale of Elo's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
"""Points of rating in one unit of the method."""
CENTRE = 1500.0
PERIODS_A_DAY = 0.21436
"""A deviation of 60 is back at 110 after a year without a game."""

STEADY = 1e-6
"""The logarithm of the variance is known so well."""
MOST_STEPS = 1_000


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """``value`` is given up to ``deviation``, one standard error; ``volatility`` says how erratic the results are."""

    value: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class RatedResult:
    """``score`` is 1 for a win, 0.5 for a draw and 0 for a loss against an ``opponent``.

    ``advantage`` is what the first move was worth: points that count as if this side's rating were higher by them.
    """

    opponent: PlayerRating
    score: float
    advantage: float = 0.0


@dataclass(frozen=True, slots=True)
class RatingSystem:
    """What may be chosen: ``tau`` bounds the change of volatility over time, the others bound what comes out.

    ``grows``: an update is a period of its own, as in the original, in which the deviation grows. No game changes a
    rating by more than ``largest_change``. Where a strength does not change, no ``periods_a_day`` pass.
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
"""For who always plays alike, and was measured before: known well from the start, and no less for not having played. An
even game moves such a rating by less than three points at first, and by a third of one in the end."""
PROVISIONAL = 110.0
"""From this deviation on a rating is said with a question mark."""


def find_system(anchor: bool | int | None) -> RatingSystem:
    """The numbers by which somebody is rated."""
    return ANCHORED if anchor else OURS


def is_provisional(rating: PlayerRating) -> bool:
    """Whether too little is known of a player for the rating to say much."""
    return rating.deviation >= PROVISIONAL


def grow(rating: PlayerRating, days: float, system: RatingSystem = OURS) -> PlayerRating:
    """The rating ``days`` later, without a game: less sure. ValueError for days before."""
    if days < 0:
        raise ValueError("time does not run backward")
    phi = sqrt((rating.deviation / SCALE) ** 2 + days * system.periods_a_day * rating.volatility**2)
    return PlayerRating(rating.value, min(phi * SCALE, system.most_deviation), rating.volatility)


def expect(rating: PlayerRating, opponent: PlayerRating, advantage: float = 0.0) -> float:
    """The score that is expected against an opponent, 0 to 1; that the own rating is not sure counts in the update."""
    return _share(weigh(opponent) * (rating.value + advantage - opponent.value) / SCALE)


def update(rating: PlayerRating, results: Sequence[RatedResult], system: RatingSystem = OURS) -> PlayerRating:
    """The rating after the games of a period, one as a rule, all played with the ratings as they were before it.

    `grow` comes before it. Without games nothing changes.
    """
    if not results:
        return rating
    phi = rating.deviation / SCALE
    known = surprise = 0.0  # 1 / v, and the sum of the differences from what was expected
    for each in results:
        weight, share = weigh(each.opponent), expect(rating, each.opponent, each.advantage)
        known += weight * weight * share * (1 - share)
        surprise += weight * (each.score - share)
    if known == 0.0:  # nobody doubted how it would end
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
    """How much a result against an opponent says: the less, the less sure that rating is. Above 0, below 1."""
    phi = opponent.deviation / SCALE
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _share(x: float) -> float:
    """The logistic function, also where one side is far ahead."""
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))


def _volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """The volatility after results that differ by ``delta`` from what was expected, whose variance is ``v``.

    The root of Glickman's equation for the logarithm of the variance, found by the Illinois method.
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
