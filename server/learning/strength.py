"""The strength of a bot in its games with people, as far as this server can know.

People have no rating here. What they reach against the bots of the ladder, whose Elo was measured, says how strong they
are, roughly: each has a prior of 1200 +- 350, and from there on a normal distribution. The bot's Elo in a run of games
is then the likeliest one, given those opponents, as in Glicko: an opponent who is little known counts for less. The
interval takes in both: how few games there are, and how little is known of who played them. It does not take in that
people learn, too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log, pi, sqrt
from typing import NamedTuple

from server.protocol.lines import StrengthPoint

PRIOR, SPREAD = 1200.0, 350.0
A_POINT = 20
"""Games to a point of the curve, at least."""
MOST_POINTS = 12
_Q = log(10) / 400
_STEPS = 50
Z = 1.96


class Person(NamedTuple):
    """How strong somebody is: the mean and the standard deviation, in Elo."""

    elo: float
    spread: float


UNKNOWN = Person(PRIOR, SPREAD)


class BotResult(NamedTuple):
    """A game of a bot's: against whom, and what it got (1, 1/2, 0)."""

    person: str
    points: float


def estimate_people(results: Iterable[tuple[str, float, float, int]]) -> dict[str, Person]:
    """Everybody's strength from results: a person, the Elo of a bot, the points against it, the number of games."""
    against: dict[str, list[tuple[float, float, int]]] = {}
    for person, elo, points, games in results:
        against.setdefault(person, []).append((elo, points, games))
    return {person: _person(played) for person, played in against.items()}


def _person(played: Sequence[tuple[float, float, int]]) -> Person:
    elo = PRIOR
    information = 1 / SPREAD**2
    for _ in range(_STEPS):
        slope, information = (PRIOR - elo) / SPREAD**2, 1 / SPREAD**2
        for bot, points, games in played:
            expected = _expect(elo - bot)
            slope += _Q * (points - games * expected)
            information += _Q**2 * games * expected * (1 - expected)
        elo += max(-200.0, min(200.0, slope / information))
    return Person(elo, sqrt(1 / information))


def compute_curve(games: Sequence[BotResult], known: Mapping[str, Person]) -> list[StrengthPoint]:
    """The points of a bot's curve over the games it had lost; none where there are not enough for two."""
    points = min(MOST_POINTS, len(games) // A_POINT)
    if points < 2:
        return []
    found, lost = [], 0
    for n in range(points):
        some = games[n * len(games) // points : (n + 1) * len(games) // points]
        elo, spread = _bot(some, known)
        found.append(StrengthPoint(lost, len(some), round(elo), round(elo - Z * spread), round(elo + Z * spread)))
        lost += sum(game.points == 0 for game in some)
    return found


def _bot(games: Sequence[BotResult], known: Mapping[str, Person]) -> tuple[float, float]:
    """The likeliest Elo, and its standard deviation; one that always won, or lost, has half a game more to it."""
    weighed = [_weigh(known.get(game.person, UNKNOWN), game.points) for game in games]
    if len({game.points for game in games}) < 2:
        weighed.append((PRIOR, 1.0, 0.5))
    elo, information = PRIOR, 1.0
    for _ in range(_STEPS):
        slope, information = 0.0, 1e-9
        for person, weight, points in weighed:
            expected = _expect(weight * (elo - person))
            slope += _Q * weight * (points - expected)
            information += (_Q * weight) ** 2 * expected * (1 - expected)
        elo += max(-200.0, min(200.0, slope / information))
    # how little is known of an opponent does not grow less with more games against the same one
    shares = Counter(game.person for game in games)
    doubt = sum((n / len(games) * known.get(person, UNKNOWN).spread) ** 2 for person, n in shares.items())
    return elo, sqrt(1 / information + doubt)


def _weigh(who: Person, points: float) -> tuple[float, float, float]:
    """An opponent's Elo, what a game against somebody so little known counts for, and the points."""
    return who.elo, 1 / sqrt(1 + 3 * (_Q * who.spread / pi) ** 2), points


def _expect(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 400)))
