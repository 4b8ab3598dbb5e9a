"""The order of moves: its ranks compared with the log-odds of the tree's file, and the file itself."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.engine import Limits
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.board import layout, point_classes
from bots.search.board.network import CUT, HALF
from bots.search.board.order import LOGIT, MOST, format_order, parse_order, read_order
from bots.search.board.weights import SORTS
from gomoku.board import EMPTY, Board, Color
from gomoku.rulesets import ruleset
from tests.bots.search.board.test_network import cut_vector
from tests.bots.search.positions import RULES
from tests.gomoku.positions import streaky_boards

SIZE = 15


def test_a_file_is_read_as_it_was_written() -> None:
    sorts, vector = read_order()
    again = parse_order("# a comment\n" + format_order(sorts, vector))
    assert all(np.array_equal(one, other) for one, other in zip((sorts, vector), again, strict=True))


@pytest.mark.parametrize("line", [0, 100, len(SORTS)])
def test_a_file_without_one_of_its_lines_is_refused(line: int) -> None:
    lines = format_order(*read_order()).splitlines()
    with pytest.raises(ValueError, match="line for each sort"):
        parse_order("\n".join(lines[:line] + lines[line + 1 :]))


@settings(max_examples=12, deadline=None)
@given(streaky_boards(SIZE, 5), st.sampled_from(RULES), st.sampled_from(list(Color)))
def test_ranks_are_the_log_odds_of_the_file(board: Board, rules: str, color: Color) -> None:
    sorts, weights = read_order()
    deepening = Deepening(ruleset(rules), SIZE, 1 << 20)
    deepening.start(board, color, 0, Limits(nodes=1))
    if color == Color.WHITE:
        weights = np.roll(weights, int(HALF))
    for point, cell in enumerate(board.cells):
        if cell != EMPTY:
            continue
        odds = float(cut_vector(board, point) @ weights) / int(CUT)
        for numbers, side in zip(sorts, (color, color.other), strict=True):
            place = (side - 1) * int(layout.CELLS) + point
            kind = int(deepening.position.state[int(layout.CLASS) + place])
            code = int(deepening.position.read_shapes(side)[point])
            sort = tuple(sorted(shape if (shape := code >> 4 * axis & 15) <= 7 else 0 for axis in range(4)))
            if kind == point_classes.FIVE:
                odds += MOST
            elif kind != point_classes.FORBIDDEN:
                odds += numbers[SORTS.index(sort)] - sorts.min()
        assert abs(deepening.rank(point, color) - odds * LOGIT) < 10
