"""The judge of puzzles as a process for background work runs it.

What is imported for it, numba, the server does without.
"""

from collections.abc import Callable, Sequence

from bots.learning.proofs.proven_positions import Row
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question


def judge(
    news: Callable[[list[Row]], None], question: Question, moves: Sequence[int]
) -> AttemptVerdict | AttemptRejected:
    """What `server.puzzles.judge` says of the newest of the player's ``moves``."""
    from server.puzzles.judge import judge as judge_move  # noqa: PLC0415 - imports numba

    return judge_move(news, question, moves)
