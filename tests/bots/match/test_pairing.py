from itertools import combinations

import pytest

from bots.errors import ArenaError
from bots.match.pairing import schedule

PLAYERS = ("a", "b", "c", "d")


def test_every_two_players_meet_over_each_of_their_openings_once_with_either_colour() -> None:
    matches = schedule(PLAYERS, 50, 20, 1)
    assert [match.number for match in matches] == list(range(6 * 20))
    for first, second in zip(matches[::2], matches[1::2], strict=True):
        assert (first.black, first.white, first.opening) == (second.white, second.black, second.opening)
    for pair in combinations(PLAYERS, 2):
        theirs = [match for match in matches if {match.black, match.white} == set(pair)]
        assert len(theirs) == 20
        assert len({(match.black, match.opening) for match in theirs}) == 20


def test_all_openings_can_be_used_and_no_more() -> None:
    assert {match.opening for match in schedule(("a", "b"), 7, 14, 1)} == set(range(7))
    with pytest.raises(ArenaError, match="8 openings, but there are 7"):
        schedule(("a", "b"), 7, 16, 1)


@pytest.mark.parametrize("games", [0, 1, 7, -2])
def test_an_opening_is_never_played_with_one_colour_only(games: int) -> None:
    with pytest.raises(ArenaError, match="not an even number"):
        schedule(PLAYERS, 50, games, 1)


def test_what_two_players_play_follows_from_the_seed_and_their_names() -> None:
    assert schedule(PLAYERS, 50, 20, 1) == schedule(PLAYERS, 50, 20, 1)
    assert schedule(PLAYERS, 50, 20, 1) != schedule(PLAYERS, 50, 20, 2)
    alone = schedule(("d", "b"), 50, 20, 1)
    among = [match for match in schedule(PLAYERS, 50, 20, 1) if {match.black, match.white} == {"b", "d"}]
    assert [(match.opening) for match in alone] == [match.opening for match in among]
    assert len({match.seed for match in alone}) == 20
