import numpy as np
import pytest
from hypothesis import given, settings

from bots.classic.live_rush import side_scores
from gomoku.game import Game
from tests.bots.classic.golden import answer, differences
from tests.bots.positions import game_with, games, played
from tests.data import PLACES


@pytest.mark.parametrize("place", PLACES)
def test_answers_the_reference_positions_as_published(place: str) -> None:
    assert differences("live_rush", place) == []


@pytest.mark.parametrize("size", [15, 19, 20])
def test_an_empty_board_scores_alike_everywhere_and_the_first_cell_is_taken(size: int) -> None:
    choice = answer("live_rush", played("freestyle", size))
    assert (choice.point, choice.tell()["threat"], choice.tell()["own"]) == (0, 8, 8)


def score(stones: list[tuple[int, int]], cell: tuple[int, int]) -> int:
    board = np.zeros((15, 15), np.bool_)
    for x, y in stones:
        board[y, x] = True
    return int(side_scores(board.ravel(), 15).reshape(15, 15)[cell[1], cell[0]])


@pytest.mark.parametrize(("neighbours", "row"), [(1, 500), (2, 1000), (3, 5000), (4, 110_000), (5, 110_000)], ids=str)
def test_scores_by_the_length_of_the_row(neighbours: int, row: int) -> None:
    stones = [(x, 7) for x in range(4, 4 + neighbours)]
    assert score(stones, (3, 7)) == row + 3 * 2


def test_six_or_more_are_worth_less_than_exactly_five() -> None:
    stones = [(x, 7) for x in (1, 2, 3, 5, 6)]
    assert score(stones, (4, 7)) == 100_000 + 3 * 2


def test_stones_below_are_worth_more_than_stones_above() -> None:
    assert score([(7, 8), (7, 9)], (7, 7)) == 1000 + 500 + 3 * 2
    assert score([(7, 5), (7, 6)], (7, 7)) == 1000 + 3 * 2
    assert score([(7, y) for y in range(8, 11)], (7, 7)) == 5000 + 500 + 3 * 2
    assert score([(7, y) for y in range(8, 12)], (7, 7)) == 110_000 + 500 + 5000 + 3 * 2


def test_attacks_when_both_bests_are_equal() -> None:
    choice = answer("live_rush", game_with(15, [(10, 10), (11, 10)], [(3, 4), (4, 4)]))
    assert choice.tell()["threat"] == choice.tell()["own"]
    assert choice.point == 10 * 15 + 9


def scanned(game: Game) -> tuple[int, int, int]:
    """Run the published scan, cell by cell."""
    size, cells = game.size, game.board.cells

    def holds(x: int, y: int, color: int) -> bool:
        return 0 <= x < size and 0 <= y < size and cells[y * size + x] == color

    def cell(x: int, y: int, color: int) -> int:
        total = 0
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for sense in (1, -1):
                for step in range(1, 5):
                    if not holds(x + sense * step * dx, y + sense * step * dy, color):
                        break
                    run += 1
            total += {1: 2, 2: 500, 3: 1000, 4: 5000, 5: 110_000}.get(run, 100_000)
        if holds(x, y + 1, color):
            total += 500 * holds(x, y + 2, color)
            total += 5000 * all(holds(x, y + step, color) for step in (2, 3, 4))
        return total

    bests = []
    for color in (game.to_move, game.to_move.other):
        best, at = -1, 0
        for x in range(size):
            for y in range(size):
                if not cells[y * size + x] and cell(x, y, color) > best:
                    best, at = cell(x, y, color), y * size + x
        bests.append((best, at))
    (own, here), (threat, there) = bests
    return (here if own >= threat else there), threat, own


@settings(max_examples=40, deadline=None)
@given(games())
def test_equals_the_scan_cell_by_cell(game: Game) -> None:
    choice = answer("live_rush", game)
    assert (choice.point, choice.tell()["threat"], choice.tell()["own"]) == scanned(game)
    assert choice.candidates[0] == (choice.point, choice.score)
