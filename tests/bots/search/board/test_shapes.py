"""The table of shapes, compared with the drawings and with a slow search of the line on `gomoku/` alone."""

import random
from collections import Counter
from functools import cache

import pytest

from bots.search.board.shapes import look_up_shape, shape_table
from bots.search.runtime.jit import U
from gomoku import shapes as plain
from gomoku.board import Color
from tests.bots.search.positions import ENCLOSED, EVEN, RULES
from tests.oracles.line_shapes import EDGE, forbids_overlines, name_shape

NAMES = ["none", "two", "open two", "three", "open three", "four", "open four", "double four", "five", "overline"]
SIDES = [(rules, color) for rules in RULES for color in Color]
OF_EACH_SHAPE = 60
TRIES = 20_000
MOST_EMPTY = 6  # cells of a window, so that the slow search ends


def read(rules: str, window: tuple[int, ...], color: Color) -> tuple[str, frozenset[int]]:
    """Return the shape and answers of the ten cells around a point; answers as offsets from it."""
    key = sum(cell << 2 * i for i, cell in enumerate(window[:5])) | sum(
        cell << 2 * i + 12 for i, cell in enumerate(window[5:])
    )
    word = int(look_up_shape(shape_table(rules), U(key), U(0))) >> (16 if color == Color.WHITE else 0)
    answers = word >> 4 & 1023
    return NAMES[word & 15], frozenset(i - 5 + (i >= 5) for i in range(10) if answers >> i & 1)


def drawing(text: str) -> tuple[int, ...]:
    """Parse a drawing into the ten cells around its p, padded with empty cells."""
    before, after = text.replace(" ", "").split("p")
    before, after = before.rjust(5, ".")[-5:], after.ljust(5, ".")[:5]
    return tuple(".XO#".index(mark) for mark in before + after)


@pytest.mark.parametrize(
    ("text", "rules", "shape", "answers"),
    [
        ("OXXpXXO", "freestyle", "five", set()),
        ("OXXpXXO", "caro", "none", set()),
        ("###XXpXXO", "caro", "five", set()),
        ("OXXpXX.", "caro", "five", set()),
        ("XXXpXX", "freestyle", "five", set()),
        ("XXXpXX", "standard", "none", set()),
        ("XXXpXX", "renju", "overline", set()),
        (".XXpX.", "standard", "open four", set()),
        ("X.XpX.X", "freestyle", "double four", set()),
        ("XX.pX.XX", "standard", "double four", set()),
        ("XX.pX.XX", "renju", "double four", set()),
        ("OXXpX.", "standard", "four", {2}),
        ("OXXpX.", "caro", "four", {2, 3}),
        ("###XXpX.", "caro", "four", {2}),
        ("O.XXpX.O", "caro", "four", {-3, 2}),
        ("O.XXpX.O", "standard", "open four", set()),
        ("OXX.p", "freestyle", "three", set()),
        (".XXpX.X", "renju", "four", {-3}),
        (".XXpX.X", "freestyle", "open four", set()),
        (".XXp..", "renju", "open three", set()),
        (".X.Xp.", "renju", "open three", set()),
        ("O.XXp.O", "renju", "three", set()),
        ("OXXp..", "freestyle", "three", set()),
        ("..Xp..", "freestyle", "open two", set()),
        ("OXp...", "freestyle", "two", set()),
        ("OXpO", "freestyle", "none", set()),
    ],
)
def test_drawings(text: str, rules: str, shape: str, answers: set[int]) -> None:
    assert read(rules, drawing(text), Color.BLACK) == (shape, frozenset(answers))
    assert read(rules, drawing(text)[::-1], Color.BLACK) == (shape, frozenset(-answer for answer in answers))


def test_white_may_make_six_in_renju() -> None:
    six = tuple(2 if cell == 1 else cell for cell in drawing("XXXpXX"))
    assert read("renju", six, Color.WHITE) == ("five", frozenset())


def window(chance: random.Random, color: Color) -> tuple[int, ...]:
    """Draw ten cells, most of them the colour's own or empty, with an edge on either side, on both or on none."""
    cells = chance.choices([0, int(color), int(color.other)], [3, 4, 1], k=10)
    left, right = chance.choice([0, 0, 1, 2, 3, 4, 5]), chance.choice([0, 0, 1, 2, 3, 4])
    edged = (*[EDGE] * left, *cells[left : 10 - right], *[EDGE] * right)
    return edged[:: chance.choice([1, -1])]


def changed(chance: random.Random, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Change one cell of the window."""
    i = chance.choice([i for i, cell in enumerate(cells) if cell != EDGE])
    return (*cells[:i], (cells[i] + chance.choice([1, 2])) % 3, *cells[i + 1 :])


@cache
def sample(rules: str, color: Color) -> tuple[tuple[int, ...], ...]:
    """Sample equally many windows of each shape by the table, and as many that differ in one cell."""
    chance, of = random.Random(f"{rules} {color}"), Counter[str]()
    found = []
    for _ in range(TRIES):
        cells = window(chance, color)
        name, _ = read(rules, cells, color)
        if of[name] < OF_EACH_SHAPE and cells.count(0) <= MOST_EMPTY:
            of[name] += 1
            found += [cells, changed(chance, cells)]
    names = NAMES if forbids_overlines(rules, color) else NAMES[:-1]
    assert of == dict.fromkeys(names, OF_EACH_SHAPE)
    return tuple(found)


@pytest.mark.parametrize(("rules", "color"), SIDES)
def test_table_agrees_with_a_slow_search_of_the_line(rules: str, color: Color) -> None:
    for cells in sample(rules, color):
        assert read(rules, cells, color)[0] == name_shape(rules, (*cells[:5], int(color), *cells[5:]), color, 5)


@pytest.mark.parametrize(("rules", "color"), SIDES)
def test_answers_are_the_stones_that_leave_no_five(rules: str, color: Color) -> None:
    several = 0
    for cells in sample(rules, color):
        shape, answers = read(rules, cells, color)
        leaving = set()
        for i, cell in enumerate(cells):
            if cell == 0:
                against = (*cells[:i], int(color.other), *cells[i + 1 :])
                if read(rules, against, color)[0] not in ("four", "open four", "double four"):
                    leaving.add(i - 5 + (i >= 5))
        assert answers == (leaving if shape == "four" else set())
        several += len(answers) > 1
    assert bool(several) == (rules in ENCLOSED)  # where a stone that encloses the five answers too


def test_black_of_renju_sees_the_fours_and_threes_of_the_rules() -> None:
    for cells in sample("renju", Color.BLACK):
        shape, _ = read("renju", cells, Color.BLACK)
        edged = [2 if cell == EDGE else cell for cell in cells]
        expected = plain.shape(bytes((*edged[:5], 0, *edged[5:])))
        assert (shape == "five") == (expected.row == 5)
        assert (shape == "overline") == (expected.row > 5)
        if expected.row < 5:
            assert {"four": 1, "open four": 1, "double four": 2}.get(shape, 0) == expected.fours
            assert (shape == "open three") == bool(expected.straight)


@pytest.mark.parametrize(("rules", "color"), SIDES)
def test_a_line_reads_the_same_from_both_ends(rules: str, color: Color) -> None:
    for cells in sample(rules, color):
        shape, answers = read(rules, cells, color)
        assert read(rules, cells[::-1], color) == (shape, frozenset(-answer for answer in answers))


@pytest.mark.parametrize("rules", EVEN)
def test_a_table_is_the_same_for_both_colours_where_the_rules_are(rules: str) -> None:
    for cells in sample(rules, Color.BLACK):
        swapped = tuple({1: 2, 2: 1}.get(cell, cell) for cell in cells)
        assert read(rules, cells, Color.BLACK) == read(rules, swapped, Color.WHITE)


@pytest.mark.parametrize("rules", RULES)
def test_a_stone_five_cells_away_matters_where_six_are_no_five(rules: str) -> None:
    chance, differ = random.Random(rules), 0
    for _ in range(TRIES):
        window = [chance.choices((0, 1, 2), (2, 4, 1))[0] for _ in range(10)]
        other = [chance.randrange(3), *window[1:9], chance.randrange(3)]
        differ += sum(read(rules, tuple(window), color) != read(rules, tuple(other), color) for color in Color)
    assert (differ > 0) == (rules != "freestyle")
