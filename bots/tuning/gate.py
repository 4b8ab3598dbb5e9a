"""The match that a new version of the weights must pass before anybody plays with it.

It plays the previous version from balanced openings that occurred in none of its training games, each with both
colours, with the same few nodes per move, alternating between the rule sets. A sequential test ends the match: is the
new version HIGHER Elo above the old, or LOWER?

If all openings are played without a decision, the new version is rejected. The match is played a few pairs at a time
and can be interrupted anywhere: a pair depends only on the two versions and its opening.
"""

import random
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bots.engine import MEMORY, Limits, Numbers, Player
from bots.match.pairing import Pairing
from bots.match.pairing_game import play
from bots.match.rating import Evidence, rate
from bots.match.sequential import SequentialTest
from bots.openings import DRAWN_ON, FREESTYLE, load
from bots.registry import engine
from gomoku.keys import along
from gomoku.ruleset import RuleSet
from gomoku.rulesets import FIVES, ruleset

RULES: Final = tuple(map(ruleset, FIVES))  # a pair of games under each in turn
SIZE: Final = DRAWN_ON
ENGINE: Final = f"search {engine('search').version}"
NODES: Final = 4_000  # per move, as many as the learner's search has
LOWER: Final = -15.0
HIGHER: Final = 5.0  # Elo of the new version above the old
OLD, NEW = "old", "new"


class MatchStanding(NamedTuple):
    """The state of a match: the new version's points in each pair (0 to 2), its Elo above the old with 95 % bounds, and
    the decision.

    ``passed`` is None while undecided.
    """

    points: list[float]
    elo: float
    low: float
    high: float
    passed: bool | None


def openings(seed: int, seen: Collection[int]) -> list[int]:
    """List the indices of the openings in playing order, without those whose position key is in ``seen``."""
    found = [n for n, moves in enumerate(_openings()) if list(along(moves, DRAWN_ON))[-1] not in seen]
    random.Random(seed).shuffle(found)
    return found


def keys(moves: Sequence[int]) -> set[int]:
    """Return the keys of a game's positions that an opening could have reached."""
    longest = max(map(len, _openings()))
    return set(along(list(moves[:longest]), DRAWN_ON))


def go_on(old: Numbers, new: Numbers, order: Sequence[int], points: Sequence[float], pairs: int) -> MatchStanding:
    """Play ``pairs`` more pairs of a match with these points so far."""
    played = list(points)
    left = range(len(played), min(len(order), len(played) + pairs))
    played += [sum(_points(old, new, order[n], n, black) for black in (OLD, NEW)) for n in left]
    return measure_standing(played, len(order))


def measure_standing(points: Sequence[float], most: int) -> MatchStanding:
    """Evaluate a match of at most ``most`` pairs."""
    test = SequentialTest(LOWER, HIGHER)
    decision = test.decide(points)
    passed = decision.accepted if decision.accepted is not None or len(points) < most else False
    counted = list(points[: decision.pairs])
    if not counted:
        return MatchStanding([], 0.0, 0.0, 0.0, passed)
    rating = rate(2, [Evidence(0, 1, each, 2) for each in counted], 1, 0.0)
    elo, within = float(rating.elo[0]), rating.interval(0)
    return MatchStanding(counted, round(elo, 1), round(elo - within, 1), round(elo + within, 1), passed)


def _points(old: Numbers, new: Numbers, opening: int, number: int, black: str) -> float:
    """Play one game and return the new version's points."""
    white = NEW if black == OLD else OLD
    engines = {OLD: engine("search").with_weights(old), NEW: engine("search").with_weights(new)}

    def opened(name: str, rules: RuleSet, size: int, seed: int) -> tuple[Player, Limits]:
        return engines[name].open(rules, size, seed, MEMORY), Limits(nodes=NODES)

    rules, moves = RULES[number % len(RULES)], _openings()[opening]
    played = play(Pairing(number, black, white, opening, 0), rules, DRAWN_ON, moves, opened)
    return 0.5 if played.winner is None else float(played.winner == NEW)


@lru_cache(1)
def _openings() -> tuple[tuple[int, ...], ...]:
    return load(FREESTYLE, RULES[0], DRAWN_ON)
