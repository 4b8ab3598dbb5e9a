"""Plans: which are valid, and what is left of a plan after a move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.errors import BadPlan, IllegalMove
from gomoku.game import Game
from gomoku.plan import MOST_BRANCHES, AnswerPlan, PlannedAnswer
from gomoku.rulesets import RULESETS
from tests.gomoku.test_game import THREE_AND_THREE

SMALL = RULESETS["tictactoe"]


def plan(ply: int, *branches: tuple[int, int, int], first: int | None = None) -> AnswerPlan:
    return AnswerPlan(ply, [PlannedAnswer(*branch) for branch in branches], first)


def fault(found: AnswerPlan, game: Game) -> tuple[int, str]:
    before = game.moves[:]
    with pytest.raises(BadPlan) as error:
        found.check(game)
    assert game.moves == before
    assert game.outcome is None
    return error.value.branch, error.value.why


def test_a_plan_is_followed_to_its_end() -> None:
    whole = plan(1, (0, 1, 2), (0, 3, 4), (1, 5, 6), (2, 7, 8), (1, 9, 10))
    answer, left = whole.follow(1)
    assert (answer, left) == (2, plan(3, (0, 5, 6), (0, 9, 10)))
    assert left is not None
    assert left.follow(9) == (10, None)
    assert left.follow(3) == (None, None)


def test_a_plan_for_after_ones_own_move_waits_for_that() -> None:
    whole = plan(0, (0, 1, 2), first=7)
    assert whole.follow(7) == (None, plan(1, (0, 1, 2)))
    assert whole.follow(1) == (None, None)


def test_what_cannot_be_played_is_named() -> None:
    game = Game.replay(SMALL, 3, [4])
    assert fault(plan(1, (0, 4, 0)), game) == (1, "occupied")
    assert fault(plan(1, (0, 0, 1), (1, 2, 0)), game) == (2, "occupied")
    assert fault(plan(1, (0, 0, 9)), game) == (1, "off_board")
    assert fault(plan(1, (1, 0, 1)), game) == (1, "misplaced")
    assert fault(plan(1, (-1, 0, 1)), game) == (1, "misplaced")
    assert fault(plan(1, (0, 0, 1), (0, 0, 2)), game) == (2, "misplaced")
    assert fault(plan(1, (0, 1, 2), first=4), game) == (0, "occupied")
    winning = plan(1, (0, 0, 1), (1, 2, 7))  # white 0 and 2, black 4, 1, 7
    winning.check(game)
    assert fault(plan(1, *winning.branches, (2, 3, 5)), game) == (3, "game_over")
    assert fault(plan(1, *winning.branches, (0, 3, 5), (2, 3, 5)), game) == (4, "game_over")
    assert fault(plan(1, (0, 0, 8), (1, 2, 7), (2, 1, 3)), game) == (3, "ends_the_game")
    assert fault(plan(1, *[(0, 0, 1)] * (MOST_BRANCHES + 1)), game) == (MOST_BRANCHES + 1, "too_many")


def test_black_cannot_plan_a_forbidden_point_nor_be_expected_to_play_one() -> None:
    renju = RULESETS["renju"]
    black = Game.replay(renju, 15, THREE_AND_THREE[:-1])  # white is to move, to 224
    assert fault(plan(7, (0, 224, 112)), black) == (1, "forbidden_double_three")
    white = Game.replay(renju, 15, THREE_AND_THREE)
    assert fault(plan(8, (0, 112, 1)), white) == (1, "forbidden_double_three")


POINT = st.integers(0, 8)
BRANCHES = st.lists(st.tuples(st.integers(0, 6), POINT, POINT), max_size=7)


def lines_of(found: AnswerPlan) -> dict[tuple[int, ...], int]:
    """Convert a plan to the answer for each line of moves, as an oracle."""
    lines: list[tuple[int, ...]] = [()]
    answers = {}
    for branch in found.branches:
        line = (*lines[branch.after], branch.when)
        answers[line] = branch.answer
        lines.append((*line, branch.answer))
    return answers


@given(start=st.lists(POINT, max_size=4, unique=True), branches=BRANCHES)
def test_a_plan_is_good_when_each_of_its_lines_can_be_played(
    start: list[int], branches: list[tuple[int, int, int]]
) -> None:
    game = Game.replay(SMALL, 3, start)
    found = plan(len(start), *branches)

    def bad() -> tuple[int, str] | None:
        lines: list[tuple[int, ...]] = [()]
        seen = set()
        for number, (after, when, answer) in enumerate(branches, 1):
            if after >= number or (after, when) in seen:
                return number, "misplaced"
            seen.add((after, when))
            line = (*lines[after], when)
            try:
                if Game.replay(SMALL, 3, [*start, *line]).outcome is not None:
                    return number, "ends_the_game"
                Game.replay(SMALL, 3, [*start, *line, answer])
            except IllegalMove as error:
                return number, error.code
            lines.append((*line, answer))
        return None

    if (expected := bad()) is not None:
        assert fault(found, game) == expected
        return
    found.check(game)
    assert game.moves == start
    said = lines_of(found)
    for when in range(9):
        answer, left = found.follow(when)
        assert answer == said.get((when,))
        below = {line[2:]: told for line, told in said.items() if line[:2] == (when, answer) and len(line) > 2}
        assert (lines_of(left) if left else {}) == below
        assert left is None or left.ply == len(start) + 2
