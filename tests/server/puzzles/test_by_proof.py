"""Moves of a puzzle judged by its proof: as the solver judges them, and without it."""

import pytest

from gomoku.board import Color
from gomoku.point import name
from server.puzzles.by_proof import judge_by_proof, solve_by_proof
from server.puzzles.judge import judge, solve
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question, Solved
from tests.server.puzzles.test_judge import FOUR_THREE, asked

MOVES = (67, 66, 68, 0, 69, 14, 100, 28, 115, 210)
FOURS = Question("win", "vcf", "freestyle", 15, 9, MOVES, (70,), "k11[l11k10]")
# the same stones, white to hold: h11, i11, j11 are three with one end closed, k9 and k8 two of a column
HOLD = Question("defence", "vct", "freestyle", 15, 9, (*MOVES, 7), (70,), "-(k11[l11k10])[k10k11[l11k12]]")


def test_the_proof_is_played_to_the_four_that_nothing_stops() -> None:
    assert judge_by_proof(FOURS, [70]) == AttemptVerdict(right=True, reply=71)
    assert judge_by_proof(FOURS, [70, 85]) == AttemptVerdict(right=True, done=True, line=(55,))
    assert judge_by_proof(FOURS, [70, 85, 3]) == AttemptRejected("wrong_line")


@pytest.mark.parametrize("moves", [[3], [85], [70, 3]])
def test_what_the_proof_does_not_have_is_for_the_solver(moves: list[int]) -> None:
    assert judge_by_proof(FOURS, moves) is None
    assert judge_by_proof(Question("win", "vcf", "freestyle", 15, 9, MOVES), [70]) is None


@pytest.mark.parametrize("moves", [[67], [70, 71], [70, 70]])
def test_what_may_not_be_played_is_refused(moves: list[int]) -> None:
    assert judge_by_proof(FOURS, moves) == AttemptRejected("occupied")


def test_a_defence_holds_or_is_shown_what_it_loses_to() -> None:
    assert judge_by_proof(HOLD, [70]) == AttemptVerdict(right=True, done=True)
    assert judge_by_proof(HOLD, [85]) == AttemptVerdict(right=False, line=(70, 71, 55))
    assert judge_by_proof(HOLD, [3]) == AttemptVerdict(right=False, line=(70, 71, 85))


def test_the_solution_is_the_proof_as_data() -> None:
    assert solve_by_proof(FOURS) == Solved((70,), [70, None, 71, [85]])
    assert solve_by_proof(HOLD) == Solved((70,), [0, [70, None, 71, [85]], 85, [70, None, 71, [55]]])
    assert solve_by_proof(Question("win", "vcf", "freestyle", 15, 9, MOVES)) is None


def test_without_a_proof_the_solver_finds_a_solution_and_with_one_it_says_the_same_of_its_moves() -> None:
    question, at = asked("win", *FOUR_THREE, to_move=Color.BLACK)
    found = solve(lambda _: None, question)
    assert isinstance(found, Solved)
    assert found.answers == (at["a"],)
    first, second, third = (name(at[mark], 15).lower() for mark in "abc")
    proven = Question(*_asked(question), found.answers, f"{first}[{second}{third}]")
    for moves in ([at["a"]], [at["a"], at["c"]], [at["b"]]):
        without, by_proof = judge(lambda _: None, question, moves), judge(lambda _: None, proven, moves)
        assert isinstance(without, AttemptVerdict)
        assert isinstance(by_proof, AttemptVerdict)
        assert (without.right, without.done, without.reply) == (by_proof.right, by_proof.done, by_proof.reply)


def _asked(question: Question) -> tuple[str, str, str, int, int, tuple[int, ...]]:
    return question.kind, question.method, question.rules, question.size, question.nodes, question.moves
