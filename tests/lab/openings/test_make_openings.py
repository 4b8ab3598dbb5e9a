import random
from itertools import islice

import pytest

from bots.openings import FREESTYLE, load
from bots.registry import engine
from gomoku import point
from lab.openings import make_openings
from lab.openings.make_openings import FEWEST, MEMORY, MOST, RULES, draw_opening, draw_openings, is_even, quiet


def moves(names: str) -> list[int]:
    return [point.parse(name, 15) for name in names.split()]


def test_draws_distinct_stones_that_hang_together() -> None:
    chance = random.Random(1)
    for _ in range(300):
        stones = [point.xy(move, 15) for move in draw_opening(chance)]
        assert FEWEST <= len(stones) == len(set(stones)) <= MOST
        for ply, (x, y) in enumerate(stones[1:], 1):
            assert any(max(abs(x - a), abs(y - b)) <= 3 for a, b in stones[:ply])


def test_three_in_a_line_that_can_become_five_are_not_quiet() -> None:
    assert quiet(moves("H8 A1 I8 C1 K9"))
    assert not quiet(moves("H8 A1 I8 C1 J8"))
    assert not quiet(moves("H8 A1 I9 C1 L12"))
    assert not quiet(moves("H8 A1 A8 C1 B8 E1"))
    assert quiet(moves("H8 G8 I8 L8 J8"))


def test_the_same_seed_draws_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_openings, "LOOKS", ((2_000, 60),))
    found = list(draw_openings(3, 1))
    assert len(found) == 3
    assert list(islice(draw_openings(600, 1), 3)) == found


def test_an_opening_that_is_almost_won_is_not_even() -> None:
    player = engine("search").open(RULES, 15, 0, MEMORY)
    assert not is_even(player, moves("H8 A1 I9 C1 J8"))
    assert not is_even(player, moves("A1 H8 C1 I9 E1 H10"))


def test_most_stored_ones_are_even_by_the_search_of_today() -> None:
    player = engine("search").open(RULES, 15, 0, MEMORY)
    some = load(FREESTYLE, RULES, 15)[::20]
    assert sum(is_even(player, opening) for opening in some) > 0.7 * len(some)
