"""The class of every empty point, with its sets and counts, compared with trying stones on the board."""

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.search.board import layout, point_classes
from bots.search.runtime.jit import U
from gomoku.board import EMPTY, Board, Color
from gomoku.errors import ForbiddenReason
from gomoku.lines import rays
from gomoku.rulesets import RULESETS, ruleset
from tests.bots.search.positions import RULES, point_set, position_of, thicket
from tests.gomoku.positions import streaky_boards
from tests.oracles.line_shapes import forbids_overlines

SIZES = [9, 15, 20]
BOARDS = 16  # of each size
SETS = [
    (layout.FIVES, [point_classes.FIVE]),
    (layout.FOURS, [point_classes.FOUR, point_classes.FOUR_THREE, point_classes.WINNING_FOUR]),
    (layout.THREES, [point_classes.OPEN_THREE, point_classes.DOUBLE_THREE]),
]


def wins(board: Board, rules: str, point: int, color: Color) -> bool:
    board.place(point, color)
    row = RULESETS[rules].winning_line(board, point)
    board.remove(point)
    return row is not None


@settings(max_examples=60)
@given(st.sampled_from(SIZES).flatmap(lambda size: streaky_boards(size, 6)), st.sampled_from(RULES))
def test_fives_are_those_of_the_rules(board: Board, rules: str) -> None:
    position = position_of(board, ruleset(rules))
    for color in Color:
        fives = {p for p, cell in enumerate(board.cells) if cell == EMPTY and wins(board, rules, p, color)}
        assert point_set(position, layout.FIVES, color) == fives


@cache
def segments(size: int) -> list[list[list[int]]]:
    """Return, for each point, the points within reach on each of its four lines, in order, itself included."""
    return [[[*back[4::-1], point, *forward[:5]] for _, back, forward in axes] for point, axes in enumerate(rays(size))]


def fives_through(board: Board, rules: str, point: int, color: Color, line: list[int]) -> list[int]:
    """List the empty points of a line where a stone of the colour wins by a row through ``point``."""
    found = []
    for five in line:
        if board[five] == EMPTY:
            board.place(five, color)
            if point in (RULESETS[rules].winning_line(board, five) or ()):
                found.append(five)
            board.remove(five)
    return found


def unanswered(board: Board, rules: str, point: int, color: Color, line: list[int]) -> bool:
    """Tell whether a five through ``point`` is left whatever the other side answers on the line."""
    for answer in line:
        if board[answer] == EMPTY:
            board.place(answer, color.other)
            left = fives_through(board, rules, point, color, line)
            board.remove(answer)
            if not left:
                return False
    return True


def open_three(board: Board, rules: str, point: int, color: Color, line: list[int]) -> bool:
    """Tell whether one more stone makes an unanswerable four through ``point``, a straight one where double fours are
    forbidden."""
    for fourth in line:
        if board[fourth] == EMPTY:
            board.place(fourth, color)
            fives = fives_through(board, rules, point, color, line)
            straight = bool(fives) and line.index(fives[-1]) - line.index(fives[0]) == 5
            found = bool(fives) and unanswered(board, rules, point, color, line)
            board.remove(fourth)
            if found and (straight or not forbids_overlines(rules, color)):
                return True
    return False


def kind(board: Board, rules: str, point: int, color: Color) -> U:
    """Return the class of an empty point by trying further stones on the board."""
    if wins(board, rules, point, color):
        return point_classes.FIVE
    if ruleset(rules).forbidden(board, point, color) in (ForbiddenReason.OVERLINE, ForbiddenReason.DOUBLE_FOUR):
        return point_classes.FORBIDDEN
    board.place(point, color)
    fours, threes, winning = 0, 0, False
    for line in segments(board.size)[point]:
        if sum(board[near] == color for near in line) < 3:
            continue
        if fives_through(board, rules, point, color, line):
            fours += 1
            winning |= unanswered(board, rules, point, color, line)
        else:
            threes += open_three(board, rules, point, color, line)
    board.remove(point)
    if winning or fours > 1:
        return point_classes.WINNING_FOUR
    if fours:
        return point_classes.FOUR_THREE if threes else point_classes.FOUR
    return [point_classes.QUIET, point_classes.OPEN_THREE, point_classes.DOUBLE_THREE][min(threes, 2)]


@pytest.mark.parametrize("rules", RULES)
def test_classes_are_what_further_stones_can_do(rules: str) -> None:
    chance, seen = random.Random(rules), {color: Counter[int]() for color in Color}
    for size in SIZES * BOARDS:
        board = thicket(chance, size, chance.randrange(7, 20), chance.randrange(7, 20))
        position = position_of(board, ruleset(rules))
        for color in Color:
            kinds = {p: int(kind(board, rules, p, color)) for p, cell in enumerate(board.cells) if cell == EMPTY}
            start = int(layout.CLASS + U(color - 1) * layout.CELLS)
            assert kinds == {p: int(position.state[start + p]) for p in kinds}
            for points, within in SETS:
                assert point_set(position, points, color) == {p for p, kind in kinds.items() if kind in within}
            first = int(layout.COUNT + U(color - 1) * layout.CLASSES)
            counts = Counter(kinds.values())
            assert position.state[first : first + int(layout.CLASSES)].tolist() == [counts[n] for n in range(16)]
            seen[color] += counts
    for color in Color:
        assert all(seen[color][int(kind)] > 10 for kind in range(int(point_classes.FORBIDDEN)))
        assert bool(seen[color][int(point_classes.FORBIDDEN)]) == forbids_overlines(rules, color)
