"""The worth of the first move is found in games that were generated with it, and not in few games."""

import random
from math import log

import pytest

from server.ratings.first_move import FEWEST, SPREAD, FirstMoveGame, estimate
from server.ratings.glicko2 import PlayerRating, expect


def made(count: int, worth: float, seed: int = 1) -> list[FirstMoveGame]:
    """Games of players between 1200 and 1900, in which the first move is worth so much."""
    chance, games = random.Random(seed), []
    for _ in range(count):
        first, second = (PlayerRating(chance.uniform(1200, 1900), chance.uniform(45, 120)) for _ in range(2))
        games.append(FirstMoveGame(first, second, float(chance.random() < expect(first, second, worth))))
    return games


@pytest.mark.parametrize("worth", [-60.0, 0.0, 60.0, 150.0])
def test_it_is_found_within_its_error(worth: float) -> None:
    found = estimate(made(5_000, worth))
    assert found is not None
    assert abs(found.points - worth) < 3 * found.error
    assert found.error < 10


def test_few_games_say_nothing() -> None:
    games = made(FEWEST, 60)
    assert estimate(games[1:]) is None
    assert estimate(games) is not None


def test_it_is_the_most_likely_one() -> None:
    games = made(FEWEST, 60)
    found = estimate(games)
    assert found is not None

    def likelihood(points: float) -> float:
        shares = [(game.score, expect(game.first, game.second, points)) for game in games]
        return sum(s * log(e) + (1 - s) * log(1 - e) for s, e in shares) - points**2 / (2 * SPREAD**2)

    best = likelihood(found.points)
    assert all(likelihood(found.points + step) < best for step in (-5, -0.5, 0.5, 5))


def test_who_is_seen_from_the_other_side_has_as_much_less() -> None:
    games = [
        game._replace(second=game.second, first=PlayerRating(game.first.value, game.second.deviation))
        for game in made(400, 60)
    ]
    turned = [FirstMoveGame(game.second, game.first, 1 - game.score) for game in games]
    one, other = estimate(games), estimate(turned)
    assert one is not None
    assert other is not None
    assert other.points == pytest.approx(-one.points)
    assert other.error == pytest.approx(one.error)
