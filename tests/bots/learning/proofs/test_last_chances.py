"""Lost positions are recognised in all orientations, and nothing else is."""

import pytest
from msgspec import json

from bots.learning.proofs.last_chances import NOTHING, LastChance, Memory
from bots.learning.proofs.lesson import StoredLastChance
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.symmetry import maps
from tests.bots.learning.lost import LOSING, MOVES, before_the_mistake, learned


def last_chance() -> LastChance:
    found = LastChance.of(15, MOVES + LOSING, learned())
    assert found is not None
    return found


@pytest.mark.parametrize("by", range(symmetry.COUNT))
def test_a_lost_position_is_known_in_every_orientation(by: int) -> None:
    recalled = Memory([last_chance()]).recall(before_the_mistake(by).board, Color.BLACK)
    assert recalled.lost == (maps(15)[by][LOSING[0]],)
    assert recalled.open == tuple(maps(15)[by][move.point] for move in learned().open)


def test_another_position_and_the_other_colour_are_not_known() -> None:
    memory, board = Memory([last_chance()]), before_the_mistake().board.copy()
    assert memory.recall(board, Color.WHITE) == NOTHING
    board.remove(MOVES[-1])
    assert memory.recall(board, Color.BLACK) == NOTHING
    assert Memory().recall(board, Color.BLACK) == NOTHING


def test_what_two_games_lost_in_one_position_is_joined() -> None:
    one = last_chance()
    free = one.cells.index(0)
    other = LastChance(one.cells, one.color, one.open[0], (one.lost, free))
    for positions in ([one, other], [other, one]):
        memory = Memory(positions)
        assert len(memory) == 1
        known = memory.recall(Board.from_stones(15, *stones(one.cells)), one.color)
        assert set(known.lost) == {one.lost, one.open[0]}
        assert set(known.open) == {*one.open[1:], free}  # a move that has lost is not open


def test_the_boards_that_are_lost_have_the_stone_that_lost() -> None:
    one = last_chance()
    boards, winners = Memory([one]).won(15)
    assert boards.shape == (8, 225)
    assert winners.tolist() == [Color.WHITE] * 8
    expected = bytearray(one.cells)
    expected[one.lost] = Color.BLACK
    images = {bytes(expected[turn[point]] for point in range(225)) for turn in maps(15)}
    assert {bytes(board) for board in boards} == images
    assert Memory([one]).won(20)[0].shape == (0, 400)
    assert Memory().won(15)[0].shape == (0, 225)


def test_plain_data_gives_the_same_position() -> None:
    assert LastChance.of_stored(last_chance().to_stored()) == last_chance()


def test_a_game_that_was_lost_from_its_first_stone_on_has_no_last_chance() -> None:
    lesson = learned()
    early = type(lesson)(**{name: getattr(lesson, name) for name in lesson.__slots__} | {"entry": 0})
    assert LastChance.of(15, MOVES, early) is None


def stones(cells: bytes) -> tuple[list[int], list[int]]:
    black, white = ([point for point, cell in enumerate(cells) if cell == color] for color in Color)
    return black, white


def test_what_earlier_studies_believed_to_hold_is_dropped() -> None:
    earlier = json.encode({"cells": "1" + "0" * 224, "color": "white", "lost": 3, "saving": [4]})
    one = LastChance.of_stored(json.decode(earlier, type=StoredLastChance))
    assert (one.lost, one.open) == (3, ())
