from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from bots.classic.double_threat import Made, Rank, look_up, on_line, places
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.lines import AXES, star
from gomoku.symmetry import maps
from tests.bots.classic.golden import answer
from tests.bots.positions import game_with, games

Cell = tuple[int, int]

# two stones on a line through the crossing at 0: beside it, with gaps, and on either side
TWOS = [(1, 2), (1, 3), (2, 3), (-1, -2), (-1, -3), (-2, -3), (-1, 1), (-1, 2), (-2, 1)]
ASIDE = [(0, 0), (14, 14), (0, 14)]  # own stones without effect
OFFSETS = [(7, 7), (5, 6), (10, 4)]


def crossings() -> list[tuple[Cell, list[Cell]]]:
    """List crossings with the four stones of their two twos; the other pairs of axes are images of these."""
    row, column, falling, rising = AXES
    found = []
    for (x, y), (one, other) in product(OFFSETS, [(row, column), (row, falling), (falling, rising)]):
        for here, there in product(TWOS, TWOS):
            lines = [(x + k * one[0], y + k * one[1]) for k in here]
            lines += [(x + k * other[0], y + k * other[1]) for k in there]
            if all(0 <= a < 15 and 0 <= b < 15 for a, b in lines):
                found.append(((x, y), lines))
    return found


def wins_next(game: Game, board: Board, point: int, color: Color) -> bool:
    """Tell whether a stone on the point wins, or would win in two ways at the next move."""
    board.place(point, color)
    ways = 0
    if game.rules.winning_line(board, point):
        ways = 2
    for near in star(15, 4)[point]:
        if ways < 2 and not board[near]:
            board.place(near, color)
            ways += game.rules.winning_line(board, near) is not None
            board.remove(near)
    board.remove(point)
    return ways >= 2


def falls_to(game: Game, answered: int, crossing: int) -> bool:
    """Tell whether the opponent, taking the crossing after this answer, wins whatever the reply; fours aside."""
    if answered == crossing:
        return False
    board = game.board.copy()
    board.place(answered, Color.BLACK)
    board.place(crossing, Color.WHITE)
    around = star(15, 4)[crossing]
    attacks = [point for point in around if not board[point] and wins_next(game, board, point, Color.WHITE)]
    replies = {point for attack in attacks for point in (attack, *star(15, 4)[attack]) if not board[point]}
    for reply in replies:
        board.place(reply, Color.BLACK)
        holds = not any(not board[p] and wins_next(game, board, p, Color.WHITE) for p in attacks)
        board.remove(reply)
        if holds:
            return False
    return bool(attacks)


@pytest.mark.parametrize("symmetry", range(8))
def test_answers_every_crossing_of_two_twos_that_the_wins_array_loses_to(symmetry: int) -> None:
    image = maps(15)[symmetry]
    lost = 0
    for (x, y), stones in crossings():
        turned = [image[b * 15 + a] for a, b in stones]
        game = game_with(15, ASIDE, [(point % 15, point // 15) for point in turned])
        crossing = image[y * 15 + x]
        if falls_to(game, answer("wins_array", game).point, crossing):
            lost += 1
            choice = answer("double_threat", game)
            assert choice.tell()["place"] == "block_double"
            assert not falls_to(game, choice.point, crossing), turned
    assert lost >= 100


def test_prevents_double_threats_wherever_two_twos_cross() -> None:
    for (x, y), stones in crossings():
        game = game_with(15, ASIDE, stones)
        assert not falls_to(game, answer("double_threat", game).point, y * 15 + x), stones


LINES = {
    "....XXX..": "three",  # the article's, read outwards from the cell
    "....XX...": "nothing",
    "....X.XX.": "three",
    "..XXX....": "three",
    "...XXX...": "three",
    "..X.XX...": "three",
    "....XXXO.": "nothing",
    "...OXXX..": "nothing",
    "O..XXX.O.": "three",
    ".O.XXX.O.": "nothing",  # no room for a straight four
    "....X..XX": "nothing",
    "....XXXX.": "open_four",
    "...OXXXX.": "four",
    "....XXXXO": "four",
    "....X.XXX": "four",
    "..XXX.X..": "four",
    "X.XXX.X..": "open_four",  # two ways to five nevertheless
    "....XXXXX": "five",
    "..XXXXX..": "five",
    ".XXXXXX..": "five",
    "OXXXXO...": "nothing",
}


@pytest.mark.parametrize("line", LINES)
def test_reads_the_line_around_a_stone(line: str) -> None:
    cells = bytes(".XO".index(cell) for cell in line)
    assert on_line(cells) is Made[LINES[line].upper()]
    assert on_line(cells[::-1]) is Made[LINES[line].upper()]


# what a stone at each of these cells makes; the pictures lie in separate corners of the board
FOUR_AT_TOP = [(4, 0), (5, 0), (6, 0), (7, 0)]
FOUR_AT_FOOT = [(4, 14), (5, 14), (6, 14), (7, 14)]
THREE = [(2, 5), (3, 5), (4, 5)]
OTHER_THREE = [(10, 10), (11, 10), (12, 10)]
CROSS = [(11, 2), (12, 2), (10, 3), (10, 4)]  # crosses at (10, 2)
OTHER_CROSS = [(3, 10), (4, 10), (2, 11), (2, 12)]  # crosses at (2, 10)
FOUR_THREE = [(3, 10), (4, 10), (2, 11), (2, 12), (2, 13)]  # its four is closed by the stone at (2, 14)


def place_of(mine: list[Cell], theirs: list[Cell]) -> tuple[str, Cell, object, object]:
    choice = answer("double_threat", game_with(15, mine, theirs))
    why = choice.tell()
    return str(why["place"]), (choice.point % 15, choice.point // 15), why["shape"], why["kind"]


@pytest.mark.parametrize(
    ("mine", "theirs", "place", "kind", "shape", "cells"),
    [
        (FOUR_AT_TOP, FOUR_AT_FOOT, "own_five", "win", "five", {(3, 0), (8, 0)}),
        (THREE, FOUR_AT_FOOT, "block_five", "block", "five", {(3, 14), (8, 14)}),
        (THREE, OTHER_THREE, "own_open_four", "attack", "open_four", {(1, 5), (5, 5)}),
        (CROSS, OTHER_THREE, "block_open_four", "defend", "open_four", {(9, 10), (13, 10)}),
        ([*CROSS, (2, 14)], FOUR_THREE, "block_open_four", "defend", "four_three", {(2, 10)}),
        (CROSS, OTHER_CROSS, "own_double", "attack", "double_three", {(10, 2)}),
        ([], OTHER_CROSS, "block_double", "defend", "double_three", {(2, 10)}),
    ],
)
def test_keeps_the_order_of_the_places(
    mine: list[Cell], theirs: list[Cell], place: str, kind: str, shape: str, cells: set[Cell]
) -> None:
    found = place_of(mine, theirs)
    assert (found[0], found[2], found[3]) == (place, shape, kind)
    assert found[1] in cells


def test_says_where_the_lines_run() -> None:
    choice = answer("double_threat", game_with(15, [], OTHER_CROSS))
    assert choice.tell()["directions"] == ["row", "column"]
    assert choice.score == 1_000_000 + max(int(str(choice.tell()[side])) for side in ("threat", "own"))


@settings(max_examples=40, deadline=None)
@given(games())
def test_is_the_wins_array_among_the_cells_of_the_highest_place(game: Game) -> None:
    choice, plain = answer("double_threat", game), answer("wins_array", game)
    cells = np.frombuffer(game.board.cells, np.uint8)
    me = game.to_move
    placed = places(*look_up(cells == me, cells == me.other, game.size))
    assert placed[choice.point] == placed[cells == 0].max()
    if placed[plain.point] == placed[choice.point]:
        assert (choice.point, choice.tell()["threat"], choice.tell()["own"]) == (
            plain.point,
            plain.tell()["threat"],
            plain.tell()["own"],
        )


@settings(max_examples=15, deadline=None)
@given(games(["freestyle"]))
def test_reads_every_line_of_a_board(game: Game) -> None:
    cells, size = game.board.cells, game.size
    stones = np.frombuffer(cells, np.uint8)
    mine, theirs = look_up(stones == Color.BLACK, stones == Color.WHITE, size)
    for point in range(0, size * size, 3):
        if cells[point]:
            continue
        for axis, (dx, dy) in enumerate(AXES):
            for table, color in ((mine, Color.BLACK), (theirs, Color.WHITE)):
                line = bytearray()
                for k in range(-4, 5):
                    x, y = point % size + k * dx, point // size + k * dy
                    inside = 0 <= x < size and 0 <= y < size
                    cell = cells[y * size + x] if inside else color.other
                    line.append(0 if not cell else 1 if cell == color else 2)
                line[4] = 1
                assert table[axis, point] == on_line(bytes(line))


def test_places_that_block() -> None:
    assert [place.name for place in Rank if place.blocks] == ["BLOCK_DOUBLE", "BLOCK_OPEN_FOUR", "BLOCK_FIVE"]
