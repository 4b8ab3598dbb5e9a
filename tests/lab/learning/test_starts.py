import pytest

from bots.learning.proofs.lesson import Lesson
from gomoku.board import Board, Color
from gomoku.game import Outcome, Reason
from gomoku.symmetry import canonical_stones, maps
from lab.learning.decided_games import DecidedGame
from lab.learning.plan import PLANS, SIZE, Plan
from lab.learning.starts import (
    AWAY,
    ELSEWHERE,
    HOME,
    REGULARS,
    Start,
    apart,
    before_mistake,
    deck,
    draw_starts,
    find_passed,
)


def stones(start: Start) -> object:
    board = Board.from_stones(SIZE, start.moves[::2], start.moves[1::2])
    return canonical_stones([(point, color) for point, color in enumerate(board.cells) if color], SIZE)[0]


def turned(start: Start, by: int) -> Start:
    return Start(tuple(maps(SIZE)[by][point] for point in start.moves))


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS.keys())
def test_no_start_is_in_two_regimes_however_it_is_turned(plan: Plan) -> None:
    found = draw_starts(plan, [])
    assert [len(found[name]) for name in (HOME, ELSEWHERE, AWAY)] == [plan.home + 1, plan.home + 1, plan.away]
    assert found[HOME][0].moves == ()
    assert found[REGULARS] == found[HOME]
    every = [stones(start) for name in (HOME, ELSEWHERE, AWAY) for start in found[name]]
    assert len(set(map(repr, every))) == len(every)


def test_a_turned_opening_is_no_other_and_neither_is_one_that_is_passed() -> None:
    first, second, third = deck()[:3]
    assert apart([turned(first, 5), second], [first, third]) == [second]
    longer = Start((*second.moves, next(p for p in range(SIZE * SIZE) if p not in second.moves)))
    assert apart([turned(second, 3)], [longer]) == []
    assert list(find_passed([turned(longer, 6).moves], [first, second])) == [second]


def test_mistakes_are_dealt_out_to_home_and_away() -> None:
    mistakes = [Start((112, 113 + n, 98, 0), (Color.BLACK,)) for n in range(4)]
    found = draw_starts(PLANS["quick"], mistakes)
    assert found[HOME][-2:] == (mistakes[0], mistakes[2])
    assert found[AWAY][:2] == (mistakes[1], mistakes[3])
    assert found[HOME][-1].colors == (Color.BLACK,)


def test_a_start_lies_before_the_mistake_and_is_its_makers() -> None:
    moves = tuple(range(0, 40))
    game = DecidedGame("one", SIZE, moves, Outcome(Color.BLACK, Reason.FIVE))
    for mistake in (3, 11, 31):
        lesson = Lesson(Color.BLACK, mistake + 1, mistake, (), (), (), (), {})
        start = before_mistake(game, lesson)
        assert start is not None
        assert 2 <= mistake - len(start.moves) <= 10
        assert start == (moves[: len(start.moves)], (Color.WHITE,))
    assert before_mistake(game, Lesson(Color.BLACK, 2, 1, (), (), (), (), {})) is None
    assert before_mistake(game, Lesson(Color.BLACK, 9, None, (), (), (), (), {})) is None
