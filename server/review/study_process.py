"""Entry points of studies in the background process. They import numba, which the server does not."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from bots.learning.proofs.proven_positions import Proofs, Row
from bots.learning.study.check import ScoreQuestion
from bots.learning.study.findings import FirstFindings, PositionScore, Study
from bots.learning.study.statements import Move
from bots.workers.background_work import Progress
from gomoku.keys import along
from server.store.knowledge import proofs

Findings = TypeVar("Findings", bound=FirstFindings)


@dataclass(frozen=True, slots=True)
class StudyOutcome(Generic[Findings]):
    """A study, its new proofs, and keys: of the game's positions by ply, and around the new proofs."""

    study: Findings
    proven: list[Row]
    positions: list[int]
    around: set[tuple[str, int, int]]


@dataclass(frozen=True, slots=True)
class MovesChecked:
    """The moves after which no win was found, the new proofs, and the keys around these."""

    withstood: list[Move]
    proven: list[Row]
    around: set[tuple[str, int, int]]


@dataclass(frozen=True, slots=True)
class PositionScored:
    """An answer of the check of a study, the new proofs, and the keys around these."""

    answer: PositionScore
    proven: list[Row]
    around: set[tuple[str, int, int]]


def study(
    news: Progress[tuple[int, int]],
    rules: str,
    size: int,
    moves: Sequence[int],
    winner: str | None,
    reason: str,
    nodes: int,
    effort: int,
    db: str,
) -> StudyOutcome[Study]:
    """Study a game with `bots.learning.study`, using the proofs of the database. ``news`` gets the moves done and their
    number.

    A file without an end counts as an aborted game.
    """
    from bots.learning.study.study import study as study_game  # noqa: PLC0415 - imports numba

    with _proving(rules, size, db) as (stored, known):
        ended = "aborted" if reason == "unfinished" else reason
        found = study_game(
            rules, size, list(moves), winner, ended, nodes, lambda done, all: news((done, all)), known, effort
        )
        known.before(lambda keys: stored.standing(rules, size, keys))
    return _sum_up(found, size, moves, known)


def find_lesson(
    news: Progress[FirstFindings],
    rules: str,
    size: int,
    moves: Sequence[int],
    winner: str,
    reason: str,
    nodes: int,
    db: str,
) -> StudyOutcome[FirstFindings]:
    """Return the first findings of a study, as of `study.first`; ``news`` gets the lesson without the patterns."""
    from bots.learning.study.study import first  # noqa: PLC0415 - as above

    with _proving(rules, size, db) as (_, known):
        found = first(rules, size, list(moves), winner, reason, nodes, news, known)
    return _sum_up(found, size, moves, known)


def recheck(
    news: Progress[tuple[int, int]],
    rules: str,
    size: int,
    moves: Sequence[int],
    named: Sequence[Move],
    nodes: int,
    db: str,
) -> MovesChecked:
    """Recheck named moves of a game with `study.recheck`; ``news`` gets the moves done and their number."""
    from bots.learning.study.recheck import recheck as recheck_moves  # noqa: PLC0415 - as above

    with _open_proofs(db) as stored:
        withstood, known = recheck_moves(
            rules, size, list(moves), named, nodes, lambda done, all: news((done, all)), stored
        )
        known.before(lambda keys: stored.standing(rules, size, keys))
    proven = list(known.fresh.values())
    return MovesChecked(withstood, proven, proofs.list_keys_around(proven))


def check(
    news: Progress[tuple[int, int]],
    rules: str,
    size: int,
    moves: Sequence[int],
    question: ScoreQuestion,
    nodes: int,
    proof_nodes: int,
    db: str,
) -> PositionScored:
    """PositionScore a question of the check of a study with `recheck.answer`."""
    from bots.learning.study.recheck import answer  # noqa: PLC0415 - as above

    with _open_proofs(db) as stored:
        found, known = answer(rules, size, moves, ScoreQuestion(*question), nodes, proof_nodes, stored)
        known.before(lambda keys: stored.standing(rules, size, keys))
    proven = list(known.fresh.values())
    return PositionScored(found, proven, proofs.list_keys_around(proven))


def be_ready() -> None:
    """Load everything that `find_lesson` needs, in a second or two, so that nobody waits for it."""
    from bots.learning.study.study import first  # noqa: PLC0415 - as above

    first("freestyle", 15, _SHORT, "black", "five", 100, lambda _: None)


_SHORT = [112, 0, 113, 2, 114, 4, 115, 6, 116]
"""A game that is lost at once."""


@contextmanager
def _proving(rules: str, size: int, db: str) -> Iterator[tuple[proofs.StoredProofs, Proofs]]:
    """Yield the stored proofs, and the proofs to query and extend."""
    from bots.learning.study.study import STUDY_STEPS, solver  # noqa: PLC0415 - as above

    with _open_proofs(db) as stored:
        yield stored, Proofs(solver(rules, size), stored, STUDY_STEPS)


@contextmanager
def _open_proofs(db: str) -> Iterator[proofs.StoredProofs]:
    stored = proofs.StoredProofs(db)
    try:
        yield stored
    finally:
        stored.close()


def _sum_up(found: Findings, size: int, moves: Sequence[int], known: Proofs) -> StudyOutcome[Findings]:
    proven = list(known.fresh.values())
    return StudyOutcome(found, proven, list(along(moves, size)), proofs.list_keys_around(proven))
