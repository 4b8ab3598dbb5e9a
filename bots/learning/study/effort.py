"""The effort of a study: by which version of it, and how hard.

Quickly at first, and with many times the nodes when nobody waits for anything.
"""

from typing import Final

from bots.learning.proofs.verdicts import PRESSURE
from bots.learning.study.findings import Study
from bots.learning.study.statements import Move, read_looked

VERSION: Final = 7
"""Kept with every study, and to be raised with every change by which the same game gives another one: what an older one
has said is found out anew."""
EFFORTS: Final = (1, 10, 100)
"""So many times the usual nodes."""
ASKING: Final = 20
"""So many times those nodes once more for each move that was named, by itself; in the line between the efforts."""


def harder(study: Study, effort: int) -> int | None:
    """What comes next for a game that was studied with this effort: a greater one, or ASKING. None for nothing.

    It is studied again where its mistake is not named and somebody lost it by play.
    """
    lesson, more = study.lesson, None
    if study.suspect is not None or (lesson is not None and lesson.mistake is None):
        more = next((each for each in EFFORTS if each > effort), None)
    return ASKING if find_unasked(study) and (more is None or more > ASKING) else more


def find_unasked(study: Study) -> list[Move]:
    """Moves that a study names and that were not asked about with as many nodes as each is by itself."""
    most = recheck_nodes(study)
    return [move for move, nodes in read_looked(study).items() if nodes < most]


def recheck_nodes(study: Study) -> int:
    """Those nodes."""
    return ASKING * PRESSURE * (study.nodes // study.effort)
