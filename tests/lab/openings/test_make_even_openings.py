"""The even openings are a subset of the balanced ones that the search scores as even."""

import pytest

from bots.openings import EVEN, FREESTYLE, load
from bots.registry import engine
from gomoku.rulesets import ruleset
from lab.openings.make_even_openings import MEMORY, MOST, SIZE, score

RULES = ruleset("freestyle")
ALL, SOME = (load(path, RULES, SIZE) for path in (FREESTYLE, EVEN))


def test_they_are_some_of_the_balanced_ones_in_their_order() -> None:
    assert list(SOME) == [moves for moves in ALL if moves in set(SOME)]
    assert 120 < len(SOME) < len(ALL) / 2


@pytest.mark.parametrize("moves", [*SOME[::70], *[moves for moves in ALL if moves not in SOME][::130]])
def test_the_search_finds_these_even_and_no_others(moves: tuple[int, ...]) -> None:
    player = engine("search").open(RULES, SIZE, 0, MEMORY)
    found = score(player, RULES, moves)
    player.close()
    assert (found is not None and abs(found) <= MOST) == (moves in SOME)
