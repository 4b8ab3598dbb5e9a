from random import Random

import pytest

from bots.openings.offer_table import WITHIN, draw_pattern, offer_table, share_of_black
from gomoku.openings.patterns import find_pattern, list_patterns
from gomoku.openings.rules import MOST_DECLARED
from gomoku.point import parse
from lab.openings.make_offer_table import value_offers


def test_it_has_a_share_for_each_pattern_and_number_and_more_offers_are_never_better() -> None:
    table = offer_table()
    assert sorted(table) == sorted(str(find_pattern(stones, 15)) for stones in list_patterns())
    for shares in table.values():
        assert len(shares) == MOST_DECLARED
        assert all(0 <= share <= 1 for share in shares)
        assert list(shares) == sorted(shares, reverse=True)


def test_a_pattern_is_known_wherever_it_is_turned_to() -> None:
    kagetsu, turned = ([parse(name, 15) for name in names.split()] for names in ("H8 H9 I9", "H8 I8 I7"))
    assert share_of_black(kagetsu, 15, 3) == share_of_black(turned, 15, 3) == offer_table()["D4"][2]
    assert share_of_black(kagetsu, 15, 40) == offer_table()["D4"][-1]
    with pytest.raises(KeyError):
        share_of_black([0, 40, 80], 15, 1)


@pytest.mark.parametrize("offers", [0, 2, 5])
def test_what_is_drawn_is_as_even_as_there_is(offers: int) -> None:
    for seed in range(20):
        stones = draw_pattern(Random(seed), 15, offers, lambda _: True)
        shares = [share_of_black(stones, 15, n) for n in ([offers] if offers else range(1, MOST_DECLARED + 1))]
        assert min(abs(share - 0.5) for share in shares) <= WITHIN


def test_what_may_not_lie_is_not_drawn() -> None:
    only = {draw_pattern(Random(seed), 15, 2, lambda stones: find_pattern(stones, 15) == "I13") for seed in range(9)}
    assert {find_pattern(stones, 15) for stones in only} == {"I13"}


@pytest.mark.slow
def test_a_row_is_worked_out_and_falls() -> None:
    shares = value_offers(40, list_patterns()[3])
    assert len(shares) == MOST_DECLARED
    assert shares == sorted(shares, reverse=True)
