import numpy as np
import pytest
from hypothesis import given, settings

from bots.classic.rays import EMPTY, MINE, THEIRS, WALL
from bots.classic.vector import ATTACK, DEFENCE, SHAPES, walk
from bots.engine import Choice, Limits, Stop
from bots.registry import engine
from gomoku.game import Game
from gomoku.lines import AXES
from gomoku.rulesets import ruleset
from tests.bots.classic.golden import best, positions, vectors
from tests.bots.positions import game_with, games, played
from tests.data import PLACES

TEMPERS = {-1: "vector_careful", 0: "vector", 1: "vector_aggressive"}

Cell = tuple[int, int]


def answer(game: Game, seed: int = 0, temper: int = 0) -> Choice:
    return engine(TEMPERS[temper]).open(game.rules, game.size, seed, 0).choose(game, Limits(), Stop())


@pytest.mark.parametrize("place", PLACES)
def test_answers_the_reference_positions_as_published(place: str) -> None:
    for position in positions(place):
        game = Game.replay(ruleset("freestyle"), 15, [y * 15 + x for x, y in position["moves"]])
        expected = {y * 15 + x for x, y in position["vector"]["moves"]}
        assert best(game) == (position["vector"]["value"], expected)
        for temper in TEMPERS:
            choice = answer(game, 3, temper)
            assert choice.score == position["vector"]["value"]
            assert choice.point in expected


def at(game: Game, cell: Cell) -> tuple[list[int], list[int], int]:
    """Return the sums of a cell's lines for both sides, and its worth."""
    seen, point = vectors(game), cell[1] * game.size + cell[0]
    worth = int(np.maximum(seen.attack, seen.defence)[:, point].sum())
    return seen.mine[:, point].tolist(), seen.theirs[:, point].tolist(), worth


def test_blocking_two_open_ones_and_extending_one_own_is_worth_seven() -> None:
    game = game_with(15, [(8, 7)], [(7, 6), (6, 6)])
    assert at(game, (7, 7)) == ([2, 0, 0, 0], [0, 2, 2, 0], 2 * 2 + 3 * 1)


# one direction as the tutorial names it, in cells outwards
SIDES = {
    "none": [],
    "closed1": [MINE, THEIRS],
    "open1": [MINE],
    "closed2": [MINE, MINE, THEIRS],
    "open2": [MINE, MINE],
    "closed3": [MINE, MINE, MINE, THEIRS],
    "open3": [MINE, MINE, MINE],
}
COMBINED = {
    ("none", "none"): "none",
    ("none", "closed1"): "closed_one",
    ("none", "open1"): "open_one",
    ("none", "closed2"): "closed_two",
    ("closed1", "open1"): "closed_two",
    ("none", "open2"): "open_two",
    ("open1", "open1"): "open_two",
    ("none", "closed3"): "closed_three",
    ("closed1", "open2"): "closed_three",
    ("closed2", "open1"): "closed_three",
    ("none", "open3"): "open_three",
    ("open1", "open2"): "open_three",
    ("closed1", "open3"): "closed_four",
    ("closed2", "open2"): "closed_four",
    ("closed3", "open1"): "closed_four",
    ("open2", "open2"): "open_four",
    ("open1", "open3"): "open_four",
    ("closed1", "closed1"): "none",
    ("closed1", "closed2"): "none",
    ("closed2", "closed2"): "none",
    ("closed1", "closed3"): "none",
}


@pytest.mark.parametrize(("one", "other"), COMBINED)
@pytest.mark.parametrize("axis", range(4))
def test_combines_opposite_directions_as_the_table_says(one: str, other: str, axis: int) -> None:
    dx, dy = AXES[axis]
    for here, there in ((one, other), (other, one)):
        mine: list[Cell] = []
        theirs: list[Cell] = []
        for sense, side in ((-1, here), (1, there)):
            for step, cell in enumerate(SIDES[side], 1):
                (mine if cell == MINE else theirs).append((7 + sense * step * dx, 7 + sense * step * dy))
        sums, _, _ = at(game_with(15, mine, theirs), (7, 7))
        assert SHAPES[sums[axis]] == COMBINED[one, other]


@pytest.mark.parametrize(
    ("cells", "worth"),
    [
        ((EMPTY, MINE, MINE, MINE), 0),
        ((THEIRS, MINE, MINE, MINE), 0),
        ((MINE, EMPTY, MINE, MINE), 2),
        ((MINE, MINE, THEIRS, MINE), 3),
        ((MINE, MINE, MINE, MINE), 8),
        ((MINE, MINE, MINE, WALL), 0),
        ((MINE, EMPTY, WALL, WALL), 2),
        ((WALL, WALL, WALL, WALL), 0),
    ],
)
def test_walks_until_something_else_lies_there(cells: tuple[int, ...], worth: int) -> None:
    assert walk(cells) == worth


def test_the_tables() -> None:
    assert ATTACK.tolist() == [0, 1, 3, 2, 4, 5, 85, 1365, 1365]
    assert DEFENCE.tolist() == [0, 1, 2, 3, 4, 5, 21, 341, 341]


def test_sums_above_eight_count_as_eight() -> None:
    row = [(x, 7) for x in (4, 5, 6, 8, 9, 10)]
    assert at(game_with(15, row, []), (7, 7)) == ([8, 0, 0, 0], [0] * 4, 1365)
    assert at(game_with(15, [], row), (7, 7)) == ([0] * 4, [8, 0, 0, 0], 341)
    eight = [(x, 7) for x in range(3, 12) if x != 7]
    assert at(game_with(15, eight, []), (7, 7))[0] == [8, 0, 0, 0]


@pytest.mark.parametrize("size", [15, 19, 20])
def test_draws_from_the_whole_of_an_empty_board(size: int) -> None:
    game = played("freestyle", size)
    assert best(game) == (0, set(range(size * size)))
    choices = [answer(game, seed) for seed in range(30)]
    assert len({choice.point for choice in choices}) > 20
    assert {(choice.score, choice.tell()["kind"]) for choice in choices} == {(0, "random")}


def test_misses_a_five_that_needs_a_walk_off_the_board() -> None:
    game = game_with(15, [(x, 0) for x in (0, 1, 2, 4)], [(9, 9), (10, 9), (11, 9), (3, 12)])
    assert at(game, (3, 0))[0][0] == 2
    assert answer(game).point != 3


@pytest.mark.parametrize(
    ("temper", "drawn"),
    [(-1, {(7, 6)}), (0, {(7, 6), (7, 10), (6, 8), (8, 9)}), (1, {(7, 10), (8, 9)})],
)
def test_temper_breaks_ties_only(temper: int, drawn: set[Cell]) -> None:
    # all four are worth 6: of defence at (7, 6), of attack at (7, 10) and (8, 9), of both at (6, 8)
    game = game_with(15, [(7, 9), (4, 5), (8, 10)], [(6, 7), (7, 5), (7, 4)])
    assert best(game) == (6, {y * 15 + x for x, y in [(7, 6), (7, 10), (6, 8), (8, 9)]})
    choices = [answer(game, seed, temper) for seed in range(60)]
    assert {(choice.point % 15, choice.point // 15) for choice in choices} == drawn
    shares = {
        (choice.point % 15, choice.point // 15): (choice.tell()["own"], choice.tell()["threat"]) for choice in choices
    }
    assert shares == {cell: {(7, 6): (0, 6), (6, 8): (4, 2)}.get(cell, (6, 0)) for cell in drawn}


def scanned(game: Game) -> list[int]:
    """Compute the worth of every cell, direction by direction; -1 on stones."""
    size, cells, me = game.size, game.board.cells, game.to_move

    def direction(x: int, y: int, dx: int, dy: int, color: int) -> int:
        total = 0
        for step in range(1, 5):
            a, b = x + step * dx, y + step * dy
            if not (0 <= a < size and 0 <= b < size):
                return 0
            cell = cells[b * size + a]
            if cell != color:
                return total - 1 if cell and total > 1 else total
            total += 2
        return total

    def index(x: int, y: int, dx: int, dy: int, color: int) -> int:
        one, other = direction(x, y, dx, dy, color), direction(x, y, -dx, -dy, color)
        return 0 if one % 2 and other % 2 else min(one + other, 8)

    return [
        -1
        if cells[y * size + x]
        else sum(
            max(ATTACK[index(x, y, dx, dy, me)], DEFENCE[index(x, y, dx, dy, me.other)])
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )
        for y in range(size)
        for x in range(size)
    ]


@settings(max_examples=25, deadline=None)
@given(games())
def test_equals_the_walk_cell_by_cell(game: Game) -> None:
    worth = scanned(game)
    value, cells = best(game)
    assert (value, cells) == (max(worth), {point for point, here in enumerate(worth) if here == max(worth)})
    choice = answer(game)
    assert choice.point in cells
    assert choice.score == value
