"""Plans of a measurement: from a toy that shows that it runs to all of it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

RULES: Final = "freestyle"
SIZE: Final = 15


@dataclass(frozen=True, slots=True)
class Plan:
    """One size of the measurement.

    Training goes on until the last of ``marks`` lost games, with so many ``seeds``; what was learned is measured at
    each mark. ``home``: starts trained on, besides the empty board; ``away``: starts never trained on; ``mistakes``:
    more starts of each of the two, some plies before a mistake in a game of others. A game is played from each start,
    with each colour, against each attacker, so often as ``draws`` says; ``people`` have the habits of each attacker
    that trains, and a game against each of them is played where they come again.

    ``nodes`` bound a search of the learner's, ``more`` that of the arm which has the time of the questions for it,
    ``slightly`` that of the one which has the time that experience takes, and
    ``attacker`` one of the plain attacker's; ``study`` each proof of a study. ``again`` lost games are repeated,
    ``rematches`` pairs of openings and colours are met ten times.
    """

    name: str
    seeds: int
    marks: tuple[int, ...]
    home: int
    away: int
    mistakes: int
    draws: int
    people: int
    nodes: int
    more: int
    slightly: int
    attacker: int
    study: int
    again: int
    rematches: int

    def terms(self) -> Mapping[str, object]:
        """What decides the games, as plain data."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


TOY: Final = Plan("toy", 1, (1, 2), 0, 1, 1, 1, 1, 50, 100, 60, 600, 300, 1, 1)
QUICK: Final = Plan("quick", 2, (25, 50, 100), 4, 16, 2, 1, 3, 500, 7_000, 1_000, 800, 2_000, 25, 8)
LONG: Final = Plan("long", 3, (25, 50, 100, 200, 400), 4, 16, 2, 1, 3, 500, 7_000, 1_000, 800, 2_000, 25, 8)
MEDIUM: Final = Plan("medium", 3, (25, 50, 100, 200), 12, 30, 4, 1, 4, 500, 7_000, 1_000, 800, 2_000, 25, 16)
FULL: Final = Plan("full", 3, (25, 50, 100, 200, 400), 30, 60, 10, 2, 5, 500, 7_000, 1_000, 800, 5_000, 25, 30)
PLANS: Final = {plan.name: plan for plan in (TOY, QUICK, LONG, MEDIUM, FULL)}
