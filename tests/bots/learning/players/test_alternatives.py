"""Alternatives of a position: each has its own score, none is proven to lose, and images have the same ones."""

import pytest

from bots.learning.players.alternatives import MOST, Chooser
from bots.learning.players.book import least
from gomoku.board import Board
from gomoku.game import Game
from gomoku.keys import Keys
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps

RULES = ruleset("freestyle")
QUIET = (112, 98, 114, 100, 140)
LATER = (*QUIET, 0, 224, 14)
FOUR = (112, 0, 113, 2, 114, 4, 115, 111)  # black wins on 116
CLOSED = (112, 111, 113, 2, 114, 4, 115)  # white must block


@pytest.fixture(scope="module")
def chooser() -> Chooser:
    return Chooser(RULES, 300, 600)


def names(moves: tuple[int, ...], *points: int) -> list[int]:
    """Return the canonical names of points in the position after some moves."""
    board = Board.from_stones(15, moves[::2], moves[1::2])
    _, frames = Keys.of(board).frames(Game.replay(RULES, 15, moves).to_move)
    return [least(15, point, frames) for point in points]


def test_the_best_few_come_with_what_they_may_score(chooser: Chooser) -> None:
    found = chooser.choices(15, QUIET)
    assert len(found) == MOST == len({move for move, _ in found})
    expected = [each for _, each in found]
    assert expected == sorted(expected, reverse=True)
    assert all(0 < each < 1 for each in expected)
    assert found == chooser.choices(15, QUIET)


def test_a_longer_search_settles_a_position_by_one_move_and_by_several_in_the_opening(chooser: Chooser) -> None:
    longer = Chooser(RULES, 600, 1)
    assert chooser.settle(15, QUIET) == longer.choices(15, QUIET)
    (later,) = chooser.settle(15, LATER)
    assert later in longer.choices(15, LATER)


def test_what_wins_or_has_to_be_played_stands_alone(chooser: Chooser) -> None:
    assert chooser.choices(15, FOUR) == ((names(FOUR, 116)[0], 1.0),)
    assert [move for move, _ in chooser.choices(15, CLOSED)] == names(CLOSED, 116)


def test_where_all_moves_lose_there_is_no_choice(chooser: Chooser) -> None:
    open_four = (112, 0, 113, 2, 114, 4, 115)
    assert chooser.choices(15, open_four) == ()


def test_moves_that_are_images_of_each_other_are_one(chooser: Chooser) -> None:
    found = chooser.choices(15, (112,))
    assert len({move for move, _ in found}) == len(found)
    images = [names((112,), image[98])[0] for image in maps(15)]
    assert len(set(images)) == 1
