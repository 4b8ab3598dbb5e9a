import json
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.search.board.position import Position
from gomoku.board import EMPTY, Board, Color
from gomoku.point import parse
from gomoku.rulesets import ruleset
from tests.bots.search.positions import RULES, board_of, position_of
from tests.gomoku.positions import crowded_boards, streaky_boards
from tests.oracles.line_shapes import forbids_overlines

RENJU = ruleset("renju")


def forbidden(position: Position, board: Board, color: Color) -> set[int]:
    return {p for p, cell in enumerate(board.cells) if cell == EMPTY and position.is_forbidden(p, color)}


@settings(max_examples=300)
@given(st.sampled_from([15, 19, 20]).flatmap(lambda size: crowded_boards(size) | streaky_boards(size, 4)))
def test_forbidden_points_are_those_of_the_rules_and_the_state_is_left_alone(board: Board) -> None:
    position = position_of(board, RENJU)
    before = position.state.copy()
    assert forbidden(position, board, Color.BLACK) == set(RENJU.forbidden_points(board, Color.BLACK))
    assert forbidden(position, board, Color.WHITE) == set()
    assert np.array_equal(position.state, before)


@given(crowded_boards())
def test_nothing_is_forbidden_where_the_rules_forbid_nothing(board: Board) -> None:
    for rules in RULES:
        for color in Color:
            if not forbids_overlines(rules, color):
                assert forbidden(position_of(board, ruleset(rules)), board, color) == set()


def test_boards_of_the_files_have_exactly_their_forbidden_points(data: Path) -> None:
    rows = [json.loads(line) for line in (data / "renju_forbidden.jsonl").read_text().splitlines()]
    for row in rows:
        board = board_of(row)
        expected = {parse(name, 15) for name in row["forbidden"]}
        assert forbidden(position_of(board, RENJU), board, Color.BLACK) == expected, row["id"]
