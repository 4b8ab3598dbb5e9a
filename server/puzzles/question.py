"""A puzzle as the judge is asked about it, and what it answers."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Question:
    """A puzzle as far as the solver needs it; ``moves`` are the points played before it, black's first.

    ``method`` is that of its answer: a defence need not withstand a stronger one. ``answers`` and ``proof``, as
    `bots.puzzles.proof_text` writes it, are those of a puzzle of the tree. ``db``: the database that is asked for what
    is proven, if any.
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
    """About the newest move: whether it is right, and whether the puzzle is done with it.

    ``reply`` is the opponent's answer to a right move that is not the last. ``line`` begins after the newest move: how
    a solved puzzle ends in five, or what a wrong move runs into.
    """

    right: bool
    done: bool = False
    reply: int | None = None
    line: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Solved:
    """The solution of a puzzle: the moves that are right, and a proof as `Win.dump` gives it.

    Of a defence the proof's own move says nothing: it has what is threatened, and what wins after moves that lose.
    """

    answers: tuple[int, ...]
    proof: list[Any]


@dataclass(frozen=True, slots=True)
class AttemptRejected:
    """No verdict, for the reason ``code``.

    The newest move may not be played; the moves before it are no right beginning ("wrong_line"); or the limits ran out
    ("undecided").
    """

    code: str
