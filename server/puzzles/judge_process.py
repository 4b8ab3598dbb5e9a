"""The judge of puzzles as a process for background work runs it.

What is imported for it, numba, the server does without.
"""

from collections.abc import Callable, Sequence

from bots.learning.proofs.proven_positions import Row
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question, Solved


def judge(
    news: Callable[[list[Row]], None], question: Question, moves: Sequence[int]
) -> AttemptVerdict | AttemptRejected:
    """What `server.puzzles.judge` says of the newest of the player's ``moves``."""
    from server.puzzles.judge import judge as judge_move  # noqa: PLC0415 - imports numba

    return judge_move(news, question, moves)


def solve(news: Callable[[list[Row]], None], question: Question) -> Solved | AttemptRejected:
    """The solution of a puzzle that has no proof of its own."""
    from server.puzzles.judge import solve as solve_puzzle  # noqa: PLC0415 - imports numba

    return solve_puzzle(news, question)
