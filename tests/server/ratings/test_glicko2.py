"""The arithmetic of ratings: the author's example, values worked out apart, and what must hold of any results."""

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.ratings.glicko2 import (
    ANCHORED,
    OURS,
    SCALE,
    PlayerRating,
    RatedResult,
    RatingSystem,
    expect,
    grow,
    is_provisional,
    update,
    weigh,
)

NEW = PlayerRating()
WIDE = RatingSystem(most_deviation=500, largest_change=700)
ORIGINAL = RatingSystem(tau=0.5, least_deviation=0, grows=True)

ratings = st.builds(PlayerRating, st.floats(400, 4_000), st.floats(45, 350), st.floats(0.01, 0.1))
scores = st.sampled_from([0.0, 0.5, 1.0])
results = st.builds(RatedResult, ratings, scores, st.floats(-100, 100))


def test_the_example_of_the_author() -> None:
    games = [
        RatedResult(PlayerRating(1400, 30), 1),
        RatedResult(PlayerRating(1550, 100), 0),
        RatedResult(PlayerRating(1700, 300), 0),
    ]
    found = update(PlayerRating(1500, 200, 0.06), games, ORIGINAL)
    assert found.value == pytest.approx(1464.05, abs=0.005)
    assert found.deviation == pytest.approx(151.52, abs=0.005)
    assert found.volatility == pytest.approx(0.059996, abs=5e-7)


@pytest.mark.parametrize(
    ("rating", "opponent", "score", "value", "deviation", "system"),
    [
        (PlayerRating(1500, 500, 0.09), PlayerRating(1500, 500, 0.09), 1, 1741, 397, WIDE),
        (NEW, NEW, 1, 1662.2, 290.2, OURS),
        (NEW, PlayerRating(1800, 60), 1, 1886.9, 284.6, OURS),
        (NEW, PlayerRating(1800, 60), 0.5, 1658.0, 284.6, OURS),
        (NEW, PlayerRating(1800, 60), 0, 1429.1, 284.6, OURS),
        (PlayerRating(1600, 60), PlayerRating(1500, 60), 1, 1607.2, 59.2, OURS),
        (PlayerRating(1600, 60), PlayerRating(1500, 60), 0.5, 1597.3, 59.2, OURS),
        (PlayerRating(1600, 60), PlayerRating(1500, 60), 0, 1587.4, 59.2, OURS),
    ],
)
def test_values_of_one_game(
    rating: PlayerRating, opponent: PlayerRating, score: float, value: float, deviation: float, system: RatingSystem
) -> None:
    found = update(rating, [RatedResult(opponent, score)], system)
    near = 0.05 if value % 1 else 0.5
    assert found.value == pytest.approx(value, abs=near + 1e-9)
    assert found.deviation == pytest.approx(deviation, abs=near + 0.05)


def test_what_is_expected() -> None:
    assert expect(PlayerRating(1600, 60), PlayerRating(1500, 60)) == pytest.approx(0.638, abs=0.0005)


@pytest.mark.parametrize(("start", "games"), [(NEW, 10), (PlayerRating(1500, 500, 0.09), 11)])
def test_a_rating_says_something_after_so_many_games(start: PlayerRating, games: int) -> None:
    rating, played = start, 0
    while is_provisional(rating):
        rating = update(rating, [RatedResult(PlayerRating(1500, 60), 1 - played % 2)], WIDE)
        played += 1
    assert played == games


@pytest.mark.parametrize(
    ("days", "volatility", "deviation"),
    [(30, 0.06, 65.6), (90, 0.06, 75.5), (180, 0.06, 88.3), (365, 0.06, 110.0), (365, 0.09, 150.7)],
)
def test_who_does_not_play_is_known_less_well(days: float, volatility: float, deviation: float) -> None:
    found = grow(PlayerRating(1500, 60, volatility), days)
    assert (found.value, found.volatility) == (1500, volatility)
    assert found.deviation == pytest.approx(deviation, abs=0.051)


def test_an_anchor_moves_little_and_ever_less_and_time_takes_nothing_from_it() -> None:
    anchor = PlayerRating(1500, ANCHORED.most_deviation)
    steps = []
    for n in range(2_000):
        after = update(grow(anchor, 1, ANCHORED), [RatedResult(PlayerRating(1500, 60), n % 2)], ANCHORED)
        steps.append(abs(after.value - anchor.value))
        anchor = after
    assert max(steps) < 3
    assert steps[-1] < 0.35
    assert anchor.deviation == ANCHORED.least_deviation
    assert grow(anchor, 10_000, ANCHORED) == anchor


def test_time_does_not_run_backward() -> None:
    with pytest.raises(ValueError, match="backward"):
        grow(NEW, -1)


def test_without_a_game_nothing_changes() -> None:
    assert update(NEW, []) == NEW


@given(ratings, results)
def test_a_win_takes_no_points_and_a_loss_gives_none(rating: PlayerRating, result: RatedResult) -> None:
    found = update(rating, [result])
    if result.score == 1:
        assert found.value >= rating.value
    elif result.score == 0:
        assert found.value <= rating.value
    assert abs(found.value - rating.value) <= OURS.largest_change + 1e-9
    assert OURS.least <= found.value <= OURS.most


@given(ratings, results)
def test_a_game_never_makes_a_rating_less_sure(rating: PlayerRating, result: RatedResult) -> None:
    found = update(rating, [result])
    assert OURS.least_deviation <= found.deviation <= rating.deviation
    assert 0 < found.volatility <= OURS.most_volatility


@given(ratings, ratings, st.floats(-100, 100))
def test_a_better_result_is_worth_more(rating: PlayerRating, opponent: PlayerRating, advantage: float) -> None:
    lost, drawn, won = (update(rating, [RatedResult(opponent, score, advantage)]).value for score in (0, 0.5, 1))
    assert lost <= drawn <= won


@given(ratings, ratings)
def test_what_two_expect_makes_one_game_where_both_are_known_alike(one: PlayerRating, other: PlayerRating) -> None:
    same = PlayerRating(other.value, one.deviation, other.volatility)
    assert expect(one, same) + expect(same, one) == pytest.approx(1)


@given(ratings, ratings, scores, st.floats(-100, 100))
def test_an_advantage_is_as_good_as_a_weaker_opponent(
    rating: PlayerRating, opponent: PlayerRating, score: float, advantage: float
) -> None:
    weaker = PlayerRating(opponent.value - advantage, opponent.deviation, opponent.volatility)
    with_it = update(rating, [RatedResult(opponent, score, advantage)])
    without = update(rating, [RatedResult(weaker, score)])
    assert with_it.value == pytest.approx(without.value)
    assert with_it.deviation == pytest.approx(without.deviation)


@given(ratings, st.lists(results, min_size=2, max_size=6))
def test_the_order_of_games_in_a_period_does_not_matter(rating: PlayerRating, games: list[RatedResult]) -> None:
    one, other = update(rating, games), update(rating, games[::-1])
    assert one.value == pytest.approx(other.value)
    assert one.deviation == pytest.approx(other.deviation)
    assert one.volatility == pytest.approx(other.volatility, rel=1e-5)


@given(ratings, st.floats(0, 3_000), st.floats(0, 3_000))
def test_time_adds_up(rating: PlayerRating, days: float, more: float) -> None:
    assert grow(grow(rating, days), more).deviation == pytest.approx(grow(rating, days + more).deviation)


@given(ratings, st.lists(results, min_size=1, max_size=3))
def test_the_volatility_solves_the_equation(rating: PlayerRating, games: list[RatedResult]) -> None:
    loose = RatingSystem(most_volatility=1_000, grows=True)
    found = log(update(rating, games, loose).volatility ** 2)
    assert equation(rating, games, loose.tau, found - 1e-5) > 0 > equation(rating, games, loose.tau, found + 1e-5)


def equation(rating: PlayerRating, games: list[RatedResult], tau: float, x: float) -> float:
    """The function of the logarithm of the variance whose root is wanted, as Glickman writes it."""
    known = surprise = 0.0
    for game in games:
        g, e = weigh(game.opponent), expect(rating, game.opponent, game.advantage)
        known += g * g * e * (1 - e)
        surprise += g * (game.score - e)
    phi2, v, delta2, a = (rating.deviation / SCALE) ** 2, 1 / known, (surprise / known) ** 2, log(rating.volatility**2)
    return exp(x) * (delta2 - phi2 - v - exp(x)) / (2 * (phi2 + v + exp(x)) ** 2) - (x - a) / tau**2
