"""A question to the judge of puzzles, and its answers."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Question:
    """A puzzle as the solver needs it; ``moves`` are the points played before it, black's first.

    ``method`` is that of its answer: a defence need not withstand a stronger one. ``answers`` and ``proof``, in the
    form of `bots.puzzles.proof_text`, are those of a supplied puzzle. ``db`` is the database with the proofs, if any.
    """

    kind: str
    method: str
    rules: str
    size: int
    nodes: int
    moves: tuple[int, ...]
    answers: tuple[int, ...] = ()
    proof: str = ""
    db: str = ""


@dataclass(frozen=True, slots=True)
class AttemptVerdict:
    """Verdict on the newest move: whether it is right, and whether it solves the puzzle.

    ``reply`` is the opponent's answer to a right move that is not the last. ``line`` begins after the newest move: how
    a solved puzzle ends in a five, or how a wrong move loses.
    """

    right: bool
    done: bool = False
    reply: int | None = None
    line: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Solved:
    """The solution of a puzzle: the right moves, and a proof in the form of `Win.dump`.

    For a defence the proof's first move has no meaning: the rest holds the threat, and the wins after losing moves.
    """

    answers: tuple[int, ...]
    proof: list[Any]


@dataclass(frozen=True, slots=True)
class AttemptRejected:
    """No verdict, for the reason ``code``: the newest move is illegal, the moves before it are not a correct start
    ("wrong_line"), or the limits were reached ("undecided").
    """

    code: str
