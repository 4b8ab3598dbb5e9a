from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from bots.classic.rays import EMPTY, SWAPPED, THEIRS, WALL, ray_codes
from bots.classic.situation import (
    FIGURES,
    FOR_ME,
    FOR_OPPONENT,
    LENGTH,
    PLIES,
    STOP,
    TABLE,
    RunKind,
    near_stones,
    play_out,
    runs,
)
from bots.engine import Choice, Limits, Stop
from bots.registry import engine
from gomoku.board import Board
from gomoku.game import Game
from gomoku.lines import AXES
from tests.bots.positions import game_with, games, played

Cell = tuple[int, int]


def answer(name: str, game: Game, seed: int = 0) -> Choice:
    return engine(name).open(game.rules, game.size, seed, 0).choose(game, Limits(), Stop())


def sides(game: Game) -> tuple[np.ndarray[tuple[int], np.dtype[np.bool_]], np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    cells = np.frombuffer(game.board.cells, np.uint8)
    return cells == game.to_move, cells == game.to_move.other


def best_cells(game: Game, *, empathy: bool) -> set[Cell]:
    """Return row and column, from 1, of the best-scored cells, with or without the opponent's half."""
    mine, theirs = sides(game)
    codes = ray_codes(mine, theirs, game.size)
    worth = FOR_ME[runs(codes)].sum(axis=0)
    if empathy:
        worth += FOR_OPPONENT[runs(SWAPPED[codes])].sum(axis=0)
    worth[mine | theirs | ~near_stones(codes)] = -1
    return {(int(p) // game.size + 1, int(p) % game.size + 1) for p in np.flatnonzero(worth == worth.max())}


def test_without_empathy_it_misses_the_open_three_that_it_finds_with_it() -> None:
    # move 6: the opponent's three is on row 3, columns 4 to 6; our two on row 5, columns 2 and 4
    moves = [(3, 2), (1, 4), (4, 2), (3, 4), (5, 2)]
    game = played("freestyle", 15, *moves)
    assert best_cells(game, empathy=False) == {(5, 3)}
    assert best_cells(game, empathy=True) == {(3, 3), (3, 7)}
    chosen = {answer("situation_flat", game, seed).point for seed in range(20)}
    assert {(point // 15 + 1, point % 15 + 1) for point in chosen} == {(3, 3), (3, 7)}
    choice = answer("situation", game)
    assert (choice.point // 15 + 1, choice.point % 15 + 1) in {(3, 3), (3, 7)}
    assert (choice.tell()["kind"], choice.tell()["shape"], choice.tell()["directions"]) == (
        "defend",
        "open_four",
        ["row"],
    )


@pytest.mark.parametrize("name", ["situation", "situation_flat"])
@pytest.mark.parametrize(("size", "centre"), [(15, 7), (19, 9), (20, 9)])
def test_opens_in_the_centre(name: str, size: int, centre: int) -> None:
    choice = answer(name, played("freestyle", size))
    assert (choice.point, choice.tell()["kind"]) == (centre * size + centre, "centre")


def test_considers_cells_on_rays_out_of_stones_only() -> None:
    game = game_with(15, [(7, 7)], [])
    codes = ray_codes(*sides(game), 15)
    near = {(int(p) % 15, int(p) // 15) for p in np.flatnonzero(near_stones(codes))}
    assert near == {(7 + k * dx, 7 + k * dy) for dx, dy in AXES for k in range(-4, 5) if k}


def test_the_order_of_threats_outranks_any_sum_of_what_stands_behind() -> None:
    groups = [
        [FIGURES[RunKind.FIVE][0]],
        [FIGURES[RunKind.FIVE][1]],
        [FIGURES[RunKind.OPEN_FOUR][0]],
        [FIGURES[RunKind.OPEN_FOUR][1]],
        [figure for run in (RunKind.CLOSED_FOUR, RunKind.OPEN_THREE) for figure in FIGURES[run]],
        [figure for run in (RunKind.CLOSED_THREE, RunKind.OPEN_TWO) for figure in FIGURES[run]],
        list(FIGURES[RunKind.CLOSED_TWO]),
        list(FIGURES[RunKind.ONE]),
    ]
    for number, group in enumerate(groups):
        behind = [figure for later in groups[number + 1 :] for figure in later]
        mine = [own for own, _ in FIGURES.values() if own in behind]
        theirs = [threat for _, threat in FIGURES.values() if threat in behind]
        assert min(group) > 4 * max(mine, default=0) + 4 * max(theirs, default=0)
    assert [FIGURES[run][0] for run in RunKind] == sorted(FIGURES[run][0] for run in RunKind)
    assert 2 * FIGURES[RunKind.OPEN_THREE][1] > FIGURES[RunKind.CLOSED_FOUR][0]


@pytest.mark.parametrize(
    ("stones", "open_sides", "run"),
    [
        (0, 2, RunKind.ONE),
        (1, 2, RunKind.OPEN_TWO),
        (1, 1, RunKind.CLOSED_TWO),
        (2, 2, RunKind.OPEN_THREE),
        (2, 1, RunKind.CLOSED_THREE),
        (3, 2, RunKind.OPEN_FOUR),
        (3, 1, RunKind.CLOSED_FOUR),
        (3, 0, RunKind.NOTHING),
        (0, 0, RunKind.NOTHING),
        (4, 0, RunKind.FIVE),
        (8, 2, RunKind.FIVE),
    ],
)
def test_count_and_both_stops_index_the_table(stones: int, open_sides: int, run: RunKind) -> None:
    closed = (THEIRS, WALL)
    stops = {2: [(EMPTY, EMPTY)], 1: [*product([EMPTY], closed), *product(closed, [EMPTY])], 0: product(closed, closed)}
    assert {RunKind(int(TABLE[stones, left, right])) for left, right in stops[open_sides]} == {run}


def test_reads_how_far_a_ray_runs_and_what_stops_it() -> None:
    code = 0b10_11_01_01  # two of mine, then the wall
    assert (LENGTH[code], STOP[code]) == (2, WALL)
    assert (LENGTH[0b01_01_01_01], STOP[0b00_00_00_10]) == (4, THEIRS)


def test_equal_cells_are_drawn_by_seed_and_ply() -> None:
    game = played("freestyle", 15, (7, 7))
    choices = [answer("situation_flat", game, seed) for seed in range(40)]
    assert choices == [answer("situation_flat", game, seed) for seed in range(40)]
    assert {choice.point for choice in choices} == {7 * 15 + 7 + step for step in (-16, -15, -14, -1, 1, 14, 15, 16)}


def test_cells_worth_nothing_are_drawn_without_a_motive() -> None:
    # a crowded board in which every line through the three empty cells is closed
    empty = {(7, 7), (3, 4), (11, 10)}
    cells = [(x, y) for x in range(15) for y in range(15) if (x, y) not in empty]
    black = [(x, y) for x, y in cells if (x + 2 * y) % 4 < 2]
    game = game_with(15, black, [cell for cell in cells if cell not in black])
    assert best_cells(game, empathy=True) == {(y + 1, x + 1) for x, y in empty}
    choices = [answer("situation_flat", game, seed) for seed in range(20)]
    assert {(choice.score, choice.tell()["kind"]) for choice in choices} == {(0, "random")}
    assert len({choice.point for choice in choices}) == 3


def scores(game_board: Board, me: int) -> list[tuple[int, int]]:
    """Score every cell for the side to move and, as empathy, for the other; line by line, (0, 0) on stones."""
    size, cells = game_board.size, game_board.cells

    def run(point: int, dx: int, dy: int, color: int) -> RunKind:
        stones, shut = 1, 0
        for sign in (1, -1):
            x, y = point % size + sign * dx, point // size + sign * dy
            while 0 <= x < size and 0 <= y < size and cells[y * size + x] == color:
                stones, x, y = stones + 1, x + sign * dx, y + sign * dy
            shut += not (0 <= x < size and 0 <= y < size) or cells[y * size + x] != 0
        if stones >= 5:
            return RunKind.FIVE
        if shut == 2:
            return RunKind.NOTHING
        return [
            RunKind.ONE,
            (RunKind.OPEN_TWO, RunKind.CLOSED_TWO)[shut],
            (RunKind.OPEN_THREE, RunKind.CLOSED_THREE)[shut],
            (RunKind.OPEN_FOUR, RunKind.CLOSED_FOUR)[shut],
        ][stones - 1]

    return [
        (0, 0)
        if cells[point]
        else (
            sum(FIGURES[run(point, dx, dy, me)][0] for dx, dy in AXES),
            sum(FIGURES[run(point, dx, dy, 3 - me)][1] for dx, dy in AXES),
        )
        for point in range(size * size)
    ]


@settings(max_examples=20, deadline=None)
@given(games())
def test_equals_the_reading_line_by_line(game: Game) -> None:
    expected = scores(game.board, game.to_move)
    choice = answer("situation_flat", game)
    assert (choice.tell()["own"], choice.tell()["threat"]) == expected[choice.point]
    if choice.tell()["kind"] != "centre":
        near = near_stones(ray_codes(*sides(game), game.size))
        best = max(sum(pair) for point, pair in enumerate(expected) if near[point] and not game.board[point])
        assert choice.score == best == sum(expected[choice.point])


def total_after(game: Game, point: int) -> int:
    """Compute the lookahead's total for one cell, ply by ply."""
    board, me, sign, total = game.board.copy(), game.to_move, 1, 0
    own = scores(board, me)[point][0]
    board.place(point, me)
    for _ in range(PLIES):
        if own >= FIGURES[RunKind.FIVE][0] or board.full:
            break
        me, sign = me.other, -sign
        pairs = scores(board, me)
        reply = max((p for p in range(len(pairs)) if not board[p]), key=lambda p: sum(pairs[p]))
        own = pairs[reply][0]
        total += sign * sum(pairs[reply])
        board.place(reply, me)
    return total


@settings(max_examples=8, deadline=None)
@given(games(["freestyle"]))
def test_plays_each_cell_out_against_the_same_scoring(game: Game) -> None:
    mine, theirs = sides(game)
    points = np.flatnonzero(~(mine | theirs))[::60]
    totals = play_out(mine, theirs, points, game.size)
    assert totals.tolist() == [total_after(game, int(point)) for point in points]


def test_the_lookahead_prefers_the_best_total_of_equal_cells() -> None:
    narrowed = 0
    for moves in ([(7, 7), (8, 8)], [(7, 7), (7, 8), (9, 9)], [(3, 3), (9, 9), (3, 5), (9, 11)]):
        game = played("freestyle", 15, *moves)
        equal = {15 * (row - 1) + column - 1 for row, column in best_cells(game, empathy=True)}
        totals = {point: total_after(game, point) for point in equal}
        best = {point for point in equal if totals[point] == max(totals.values())}
        choices = [answer("situation", game, seed) for seed in range(20)]
        assert {choice.point for choice in choices} <= best
        assert {choice.tell().get("ahead", totals[choice.point]) for choice in choices} == {max(totals.values())}
        assert {answer("situation_flat", game, seed).point for seed in range(60)} == equal
        narrowed += best < equal
    assert narrowed
