"""The effort of a study: its version and its multiple of the usual nodes.

Quick at first, and with many times the nodes when nobody is waiting.
"""

from typing import Final

from bots.learning.proofs.verdicts import PRESSURE
from bots.learning.study.findings import Study
from bots.learning.study.statements import Move, read_looked

VERSION: Final = 9
"""Stored with every study. Raise it with every change that gives a game another study: older studies are repeated."""
EFFORTS: Final = (1, 10, 100)
"""Multiples of the usual nodes."""
ASKING: Final = 20
"""Multiple of those nodes for asking once more about each named move alone; it ranks between the efforts."""

CHECKING: Final = 30
"""Mark of the check by the strongest search, which ranks between them too."""


def harder(study: Study, effort: int) -> int | None:
    """Return the next effort for a studied game: a greater one, ASKING or CHECKING. None for nothing.

    A game is studied again if its mistake is not named, not even by the check, and somebody lost it by play.
    """
    lesson, more = study.lesson, None
    turn = None if study.check is None else study.check.turn
    if turn is None and (study.suspect is not None or (lesson is not None and lesson.mistake is None)):
        more = next((each for each in EFFORTS if each > effort), None)
    for once, wanted in ((ASKING, bool(find_unasked(study))), (CHECKING, not is_checked(study))):
        if wanted and (more is None or more > once):
            return once
    return more


def is_checked(study: Study) -> bool:
    """Tell whether nothing of a study is left for the strongest search to look at."""
    if study.check is not None:
        return study.check.done
    return study.lesson is None and study.suspect is None and not read_looked(study)


def find_unasked(study: Study) -> list[Move]:
    """List the named moves that were not asked about with as many nodes as each gets alone."""
    most = recheck_nodes(study)
    return [move for move, nodes in read_looked(study).items() if nodes < most]


def recheck_nodes(study: Study) -> int:
    """Return the nodes for asking about a named move alone."""
    return ASKING * PRESSURE * (study.nodes // study.effort)
