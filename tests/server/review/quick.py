"""A study that takes no time, for a background process of the real executor."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import structs

from bots.learning.proofs.verdicts import OpenMove
from bots.learning.study.findings import Study
from gomoku.keys import along
from server.review.study_process import StudyOutcome
from tests.server.learning import examples
from tests.server.store.knowledge.test_proofs import row


def study(
    news: Callable[[tuple[int, int]], None],
    rules: str,
    size: int,
    moves: list[int],
    winner: str | None,
    reason: str,
    nodes: int,
    effort: int,
    db: str,
) -> StudyOutcome[Study]:
    """Return the example study, for a game of any length."""
    news((len(moves), len(moves)))
    return StudyOutcome(
        examples.study(examples.pattern(1, rules), plies=len(moves)), [], list(along(moves, size)), set()
    )


LOST = [140, 141, 125, 126, 110, 111]
"""Moves to a position that `refuting` proves lost."""
NAMED = 5
"""The ply of the one move that it names another for."""


def refuting(news: Callable[[tuple[int, int]], None], *game: Any) -> StudyOutcome[Study]:
    """The same, with a proof about a position of another game."""
    found = study(news, *game)
    found.proven.append(row(LOST, won=False))
    moves = list(found.study.moves)
    moves[NAMED] = structs.replace(moves[NAMED], open=(OpenMove(200, "vct", 9),))
    return replace(found, study=structs.replace(found.study, moves=tuple(moves)))
