import pytest
from hypothesis import given, settings

from bots.classic.wins_array import line_table
from gomoku.game import Game
from tests.bots.classic.golden import answer, differences
from tests.bots.positions import game_with, games, played
from tests.data import PLACES


@pytest.mark.parametrize("place", PLACES)
def test_answers_the_reference_positions_as_published(place: str) -> None:
    assert differences("wins_array", place) == []


@pytest.mark.parametrize("size", [15, 19, 20])
def test_one_stone_in_the_corner_is_answered_below_it(size: int) -> None:
    choice = answer("wins_array", played("freestyle", size, (0, 0)))
    assert choice.point == size  # (0, 1)
    assert (choice.tell()["threat"], choice.tell()["own"]) == (200, 0)
    assert choice.score == 200


def test_has_572_lines() -> None:
    assert line_table(15).shape == (572, 5)


@pytest.mark.parametrize(("size", "centre"), [(15, (7, 7)), (19, (9, 9)), (20, (9, 9))])
def test_plays_the_centre_of_an_empty_board(size: int, centre: tuple[int, int]) -> None:
    choice = answer("wins_array", played("freestyle", size))
    assert choice.point == centre[1] * size + centre[0]
    assert choice.tell()["kind"] == "centre"


def test_plays_nearest_the_centre_when_every_line_is_dead() -> None:
    empty = {(1, 2), (13, 9), (6, 10), (12, 12)}
    cells = [(x, y) for x in range(15) for y in range(15) if (x, y) not in empty]
    black = [(x, y) for x, y in cells if (x + 2 * y) % 4 < 2]
    white = [(x, y) for x, y in cells if (x + 2 * y) % 4 >= 2]
    choice = answer("wins_array", game_with(15, black, white))
    assert choice.point == 10 * 15 + 6
    assert (choice.score, choice.tell()["kind"]) == (0, "centre")


def test_wins_rather_than_blocks() -> None:
    four = [(x, 3) for x in range(3, 7)]
    other = [(x, 9) for x in range(3, 7)]
    choice = answer("wins_array", game_with(15, four, other))
    assert choice.point in {3 * 15 + 2, 3 * 15 + 7}
    assert choice.tell()["kind"] == "win"


def test_says_when_it_blocks() -> None:
    choice = answer("wins_array", game_with(15, [(2, 3)], [(x, 3) for x in range(3, 7)]))
    assert (choice.point, choice.tell()["kind"]) == (3 * 15 + 7, "block")


THREAT, OWN = [0, 200, 400, 2000, 10000], [0, 220, 420, 2220, 20000]


def scanned(game: Game) -> tuple[int, int, int]:
    """Run the published scan, cell by cell."""
    size, cells, me = game.size, game.board.cells, game.to_move
    threat = [[0] * size for _ in range(size)]
    own = [[0] * size for _ in range(size)]
    for x in range(size):
        for y in range(size):
            if cells[y * size + x]:
                continue
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                for back in range(5):
                    line = [(x + (k - back) * dx, y + (k - back) * dy) for k in range(5)]
                    if not all(0 <= a < size and 0 <= b < size for a, b in line):
                        continue
                    stones = [cells[b * size + a] for a, b in line]
                    mine, theirs = stones.count(me), stones.count(me.other)
                    if not mine:
                        threat[x][y] += THREAT[theirs]
                    if not theirs:
                        own[x][y] += OWN[mine]
    best, u, v = 0, 0, 0
    for x in range(size):
        for y in range(size):
            if cells[y * size + x]:
                continue
            for lead, other in ((threat, own), (own, threat)):
                if lead[x][y] > best or (lead[x][y] == best and other[x][y] > other[u][v]):
                    u, v = x, y
                    best = max(threat[x][y], own[x][y])
    return v * size + u, threat[u][v], own[u][v]


@settings(max_examples=60, deadline=None)
@given(games())
def test_equals_the_scan_cell_by_cell(game: Game) -> None:
    point, threat, own = scanned(game)
    if max(threat, own) > 0:
        choice = answer("wins_array", game)
        assert (choice.point, choice.tell()["threat"], choice.tell()["own"]) == (point, threat, own)
        assert choice.candidates[0] == (choice.point, choice.score)
        assert choice.score == max(score for _, score in choice.candidates if score is not None)
