import random
from itertools import islice

from bots.openings import FREESTYLE, load
from gomoku import point
from gomoku.rulesets import ruleset
from lab.openings.make_openings import FEWEST, MOST, black_share, draw_opening, draw_openings, quiet


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


def test_the_share_of_black_is_all_or_nothing_with_an_open_four() -> None:
    assert black_share(moves("H8 A1 I8 C1 J8 E1 K8"), 1) == 1
    assert black_share(moves("O15 G8 O1 H8 A1 I8 A15 J8 C3"), 1) == 0


def test_the_same_seed_gives_the_stored_file_again() -> None:
    stored = load(FREESTYLE, ruleset("freestyle"), 15)
    assert tuple(islice(draw_openings(600, 1), 4)) == stored[:4]
