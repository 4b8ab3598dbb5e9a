"""Entry points of the judge of puzzles in a background process. They import numba, which the server does not."""

from collections.abc import Sequence

from bots.learning.proofs.proven_positions import Row
from bots.workers.background_work import Progress
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question, Solved


def judge(news: Progress[list[Row]], question: Question, moves: Sequence[int]) -> AttemptVerdict | AttemptRejected:
    """Judge the newest of the player's ``moves`` with `server.puzzles.judge`."""
    from server.puzzles.judge import judge as judge_move  # noqa: PLC0415 - imports numba

    return judge_move(news, question, moves)


def solve(news: Progress[list[Row]], question: Question) -> Solved | AttemptRejected:
    """Return the solution of a puzzle without a proof of its own."""
    from server.puzzles.judge import solve as solve_puzzle  # noqa: PLC0415 - imports numba

    return solve_puzzle(news, question)
