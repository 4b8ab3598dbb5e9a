import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings

from gomoku import forbidden
from gomoku.board import EMPTY, Board, Color
from gomoku.errors import ForbiddenReason
from gomoku.point import parse
from gomoku.rulesets import RULESETS
from gomoku.symmetry import maps
from tests.data import OWN
from tests.gomoku.positions import crowded_boards, drawn
from tests.oracles.federation import Federation

RENJU = RULESETS["renju"]
OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = ForbiddenReason


def names(rows: list[str]) -> list[int]:
    return [parse(name, 15) for name in rows]


def test_every_board_of_the_files_has_exactly_its_forbidden_points(data: Path) -> None:
    rows = [json.loads(line) for line in (data / "renju_forbidden.jsonl").read_text().splitlines()]
    checked = [row for row in rows if row.get("independent_checkers_agree", True)]
    assert len(checked) == (60 if data == OWN else 79)
    for row in checked:
        board = Board.from_stones(15, names(row["black"]), names(row["white"]))
        expected = {parse(name, 15): reason for name, reason in row["forbidden"].items()}
        assert RENJU.forbidden_points(board, Color.BLACK) == expected, row["id"]


def test_every_public_probe_agrees(shared_data: Path) -> None:
    rows = [r for r in json.loads((shared_data / "renju_forbidden_probes.json").read_text()) if r["match"]]
    assert len(rows) == 58
    for row in rows:
        board = Board.from_stones(15, names(row["black"]), names(row["white"]))
        reason = RENJU.forbidden(board, parse(row["probe"], 15), Color.BLACK)
        assert (reason is not None) == row["forbidden"], row
        assert reason == row["mine"], row


@settings(max_examples=300)
@given(crowded_boards())
def test_points_agree_with_the_definitions(board: Board) -> None:
    federation = Federation(board)
    found = forbidden.points(board)
    near = {p for p, cell in enumerate(board.cells) if cell == EMPTY and any(board.cells[q] for q in around(p))}
    expected = {p: reason for p in sorted(near) if (reason := federation.reason(p)) is not None}
    assert found == expected
    assert list(found) == sorted(found)


def around(point: int) -> list[int]:
    x, y = point % 15, point // 15
    cells = product(range(max(0, x - 2), min(15, x + 3)), range(max(0, y - 2), min(15, y + 3)))
    return [b * 15 + a for a, b in cells]


@given(crowded_boards())
def test_no_point_away_from_black_stones_is_overlooked(board: Board) -> None:
    every = {p: forbidden.reason(board, p) for p, cell in enumerate(board.cells) if cell == EMPTY}
    assert forbidden.points(board) == {p: reason for p, reason in every.items() if reason is not None}


@given(crowded_boards())
def test_points_turn_with_the_board_and_the_board_is_left_alone(board: Board) -> None:
    before = board.copy()
    found = forbidden.points(board)
    for image in maps(15):
        turned = Board(15)
        for point, cell in enumerate(board.cells):
            if cell:
                turned.place(image[point], Color(cell))
        assert forbidden.points(turned) == {image[point]: reason for point, reason in found.items()}
    assert board == before


@given(crowded_boards())
def test_white_is_never_forbidden_anything(board: Board) -> None:
    assert RENJU.forbidden_points(board, Color.WHITE) == {}
    for point in forbidden.points(board):
        assert RENJU.forbidden(board, point, Color.WHITE) is None


DRAWN = {
    "an overline": (OVERLINE, ["XXX*XX"]),
    "a very long overline": (OVERLINE, ["XXXX*XXXX"]),
    "five and an overline at once: five comes first": (None, ["XXX*XX", "...X", "...X", "...X", "...X"]),
    "five and two fours at once": (None, ["XXXX*", "...X.X", "..X...X", ".X.....X"]),
    "two fours across": (DOUBLE_FOUR, ["OXXX*", "....X", "....X", "....X"]),
    "two fours on one line, a stone apart": (DOUBLE_FOUR, ["X.X*X.X"]),
    "two fours on one line, two stones each side": (DOUBLE_FOUR, ["XX.*X.XX"]),
    "two fours on one line, three stones each side": (DOUBLE_FOUR, ["XXX.*.XXX"]),
    "a straight four is one four": (None, [".XX*X."]),
    "a four that only an overline completes is none": (None, ["XX.*XX", "...X", "...X", "...X"]),
    "without the overline it is one": (DOUBLE_FOUR, [".X.*XX", "...X", "...X", "...X"]),
    "a four blocked on both ends is none": (None, ["OXXX*O", "....X", "....X", "....X"]),
    "a four and a three": (None, ["OXXX*", "....X", "....X", "....."]),
    "two open threes": (DOUBLE_THREE, ["..*XX", "..X", "..X"]),
    "two open threes with gaps": (DOUBLE_THREE, ["..*X.X", "...", "..X", "..X"]),
    "three open threes": (DOUBLE_THREE, ["..*XX", "..XX", "..X.X"]),
    "a three blocked at one end": (None, [".O*XX", "..X", "..X"]),
    "a three with too little room": (None, ["O.*XX.O", "..X", "..X"]),
    "a three that only overlines complete": (None, ["X..*XX..X", "...X", "...X"]),
    "a three whose straight four is a double four": (
        None,
        [".....X..", ".....X..", ".....X..", "O.*XX...", "..X.....", "..X....."],
    ),
    "the same three without the second four": (
        DOUBLE_THREE,
        [".....X..", "........", ".....X..", "O.*XX...", "..X.....", "..X....."],
    ),
    "a three whose straight four is an overline elsewhere": (
        None,
        [".....X..", ".....X..", ".....X..", "O.*XX...", "..X..X..", "..X..X.."],
    ),
    "a three whose straight four makes five": (
        None,
        [".....X..", ".....X..", ".....X..", ".....X..", "O.*XX...", "..X.....", "..X....."],
    ),
}


@pytest.mark.parametrize("case", DRAWN)
def test_drawn_positions(case: str) -> None:
    expected, rows = DRAWN[case]
    board, marks = drawn(*rows)
    assert Federation(board).reason(marks["*"]) == expected
    assert RENJU.forbidden(board, marks["*"], Color.BLACK) == expected


def test_a_three_is_false_when_its_straight_four_is_a_double_three() -> None:
    rows = [".......X", "......X.", "O.*XXa..", "..X..X..", "..X..X.."]
    board, marks = drawn(*rows)
    assert RENJU.forbidden(board, marks["*"], Color.BLACK) is None
    board.place(marks["*"], Color.BLACK)
    assert RENJU.forbidden(board, marks["a"], Color.BLACK) is DOUBLE_THREE

    board, marks = drawn(".......O", *rows[1:])
    assert RENJU.forbidden(board, marks["*"], Color.BLACK) is DOUBLE_THREE
    board.place(marks["*"], Color.BLACK)
    assert RENJU.forbidden(board, marks["a"], Color.BLACK) is None


def test_forbidden_points_in_the_corner() -> None:
    board = Board.from_stones(15, [1, 2, 15, 30], [])
    assert forbidden.reason(board, 0) is None, "the edge closes both threes"
    board = Board.from_stones(15, [1, 2, 3, 15, 30, 45], [])
    assert forbidden.reason(board, 0) is DOUBLE_FOUR
