"""Strength of a bot in its games with people, estimated from this server's data.

People have no rating here. Their results against the bots of the ladder, whose Elo was measured, give a rough estimate:
each person has a normal prior of 1200 +- 350, updated by these results. The bot's Elo in a run of games is then the
most likely one, given those opponents, as in Glicko: an opponent who is little known counts for less. The interval
covers both the small number of games and the uncertainty about the opponents, but not that people learn, too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log, pi, sqrt
from typing import NamedTuple

from server.protocol.lines import StrengthPoint

PRIOR, SPREAD = 1200.0, 350.0
A_POINT = 20
"""Fewest games of one point of the curve."""
MOST_POINTS = 12
_Q = log(10) / 400
_STEPS = 50
Z = 1.96


class Person(NamedTuple):
    """Strength of a person: mean and standard deviation, in Elo."""

    elo: float
    spread: float


UNKNOWN = Person(PRIOR, SPREAD)


class BotResult(NamedTuple):
    """A game of a bot: the person, and the bot's points (1, 1/2, 0)."""

    person: str
    points: float


def estimate_people(results: Iterable[tuple[str, float, float, int]]) -> dict[str, Person]:
    """Estimate all people from results: person, Elo of a bot, points against it, number of games."""
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
    """Return the points of a bot's curve over its number of lost games; none if there are too few games for two."""
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
    """Return the most likely Elo and its standard deviation. A bot that always won, or always lost, gets an extra draw
    against the prior's mean.
    """
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
    # the uncertainty about an opponent does not shrink with more games against the same one
    shares = Counter(game.person for game in games)
    doubt = sum((n / len(games) * known.get(person, UNKNOWN).spread) ** 2 for person, n in shares.items())
    return elo, sqrt(1 / information + doubt)


def _weigh(who: Person, points: float) -> tuple[float, float, float]:
    """Return an opponent's Elo, the weight of a game against such an uncertain one, and the points."""
    return who.elo, 1 / sqrt(1 + 3 * (_Q * who.spread / pi) ** 2), points


def _expect(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 400)))
