"""The state kept stone by stone: against one laid afresh, and against slow looks at the board."""

import random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bots.search import classes, layout
from bots.search.position import Position
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import star
from gomoku.rulesets import RULESETS, ruleset
from gomoku.symmetry import maps
from tests.bots.search.positions import point_set, position_of
from tests.gomoku.positions import streaky_boards

RULES = ["freestyle", "standard", "renju", "caro"]
SIZES = [15, 19, 20]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_random_making_and_unmaking_leaves_what_a_fresh_start_gives(rules: str, size: int) -> None:
    chance = random.Random(size)
    position, board = Position(ruleset(rules), size), Board(size)
    area = [y * size + x for y in range(size) for x in range(size) if (x < 9 or x > size - 3) and y > size - 9]
    stones: list[int] = []
    for n in range(600):
        if stones and (chance.random() < 0.45 or len(stones) == len(area)):
            point = stones.pop(chance.randrange(len(stones)))
            position.unmake(point)
            board.remove(point)
        else:
            point = chance.choice([p for p in area if board[p] == EMPTY])
            color = chance.choice(list(Color))
            stones.append(point)
            position.make(point, color)
            board.place(point, color)
        if n % 40 == 0:
            assert np.array_equal(position.state, position_of(board, ruleset(rules)).state)
    for point in stones:
        position.unmake(point)
    assert np.array_equal(position.state, Position(ruleset(rules), size).state)


def wins(board: Board, rules: str, point: int, color: Color) -> bool:
    board.place(point, color)
    row = RULESETS[rules].winning_line(board, point)
    board.remove(point)
    return row is not None


def winning(board: Board, rules: str, color: Color) -> set[int]:
    return {p for p, cell in enumerate(board.cells) if cell == EMPTY and wins(board, rules, p, color)}


@st.composite
def boards(draw: st.DrawFn) -> Board:
    return draw(streaky_boards(draw(st.sampled_from(SIZES)), 6))


@settings(max_examples=60)
@given(boards(), st.sampled_from(RULES), st.sampled_from(list(Color)))
def test_fives_are_those_of_the_rules(board: Board, rules: str, color: Color) -> None:
    position = position_of(board, ruleset(rules))
    assert point_set(position, layout.FIVES, color) == winning(board, rules, color)


@settings(max_examples=40)
@given(streaky_boards(15, 4), st.sampled_from(RULES), st.sampled_from(list(Color)))
def test_fours_leave_a_five_and_winning_ones_leave_one_after_every_answer(
    board: Board, rules: str, color: Color
) -> None:
    assume(not winning(board, rules, color))
    position = position_of(board, ruleset(rules))
    fours, unanswered = set(), set()
    for point, near in enumerate(star(board.size, 5)):
        if board[point] != EMPTY:
            continue
        board.place(point, color)
        empty = [p for p in near if board[p] == EMPTY]  # nothing further away can matter
        fives = {p for p in empty if wins(board, rules, p, color)}
        if fives:
            fours.add(point)
            if all(any(after(board, rules, five, color, answer) for five in fives - {answer}) for answer in empty):
                unanswered.add(point)
        board.remove(point)
    start = int(layout.CLASS + layout.U(color - 1) * layout.CELLS)
    kinds = position.state[start : start + len(board.cells)].tolist()
    fouls = {p for p in fours if kinds[p] == classes.FOUL}
    assert all(ruleset(rules).forbidden(board, point, color) for point in fouls)
    assert point_set(position, layout.FOURS, color) == fours - fouls
    assert {p for p in fours if kinds[p] == classes.WINNING_FOUR} == unanswered - fouls
    threes = {p for p, kind in enumerate(kinds) if kind in (classes.OPEN_THREE, classes.DOUBLE_THREE)}
    assert point_set(position, layout.THREES, color) == {p for p in threes if board[p] == EMPTY}


def after(board: Board, rules: str, five: int, color: Color, answer: int) -> bool:
    board.place(answer, color.other)
    still = wins(board, rules, five, color)
    board.remove(answer)
    return still


@settings(max_examples=40)
@given(boards(), st.sampled_from(RULES), st.integers(0, 7))
def test_classes_turn_with_the_board(board: Board, rules: str, symmetry: int) -> None:
    image = maps(board.size)[symmetry]
    turned = Board(board.size)
    for point, cell in enumerate(board.cells):
        if cell:
            turned.place(image[point], Color(cell))
    position, other = position_of(board, ruleset(rules)), position_of(turned, ruleset(rules))
    counts = slice(int(layout.COUNT), int(layout.FIVES))
    assert np.array_equal(position.state[counts], other.state[counts])
    for color in Color:
        for points in (layout.FIVES, layout.FOURS, layout.THREES):
            moved = {image[point] for point in point_set(position, points, color)}
            assert moved == point_set(other, points, color)


def test_keys_tell_stones_apart_and_forget_their_order() -> None:
    position = Position(ruleset("freestyle"), 15)
    keys = set()
    for point in range(225):
        for color in Color:
            position.make(point, color)
            keys.add(int(position.state[int(layout.HASH)]))
            position.unmake(point)
    assert len(keys) == 450
    assert position.state[int(layout.HASH)] == 0
    for order in ((3, 100, 50), (50, 3, 100)):
        for point in order:
            position.make(point, Color.BLACK)
        keys.add(int(position.state[int(layout.HASH)]))
        for point in order:
            position.unmake(point)
    assert len(keys) == 451


def test_counts_add_up_to_the_empty_points() -> None:
    position = Position(ruleset("renju"), 19)
    for n, point in enumerate(range(0, 361, 7)):
        position.make(point, Color(n % 2 + 1))
        for side in (0, 1):
            first = int(layout.COUNT) + side * int(layout.CLASSES)
            assert position.state[first : first + int(layout.CLASSES)].sum() == 361 - n - 1
