"""Plans of a measurement, from a smoke test to the full size."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

RULES: Final = "freestyle"
SIZE: Final = 15


@dataclass(frozen=True, slots=True)
class Plan:
    """One size of the measurement.

    Training lasts until the last of ``marks`` lost games, with ``seeds`` seeds; the learner is measured at each mark.
    ``home``: starts trained on, besides the empty board; ``away``: starts never trained on; ``mistakes``: further
    starts of each kind, some plies before a mistake. From each start the learner plays ``draws`` games with each colour
    against each attacker. ``people``: persons with fixed habits for each training attacker; a game is played against
    each of them when they return.

    ``nodes`` bounds a search of the learner's; ``more`` one of the control, which gets the time of what is learned;
    ``attacker`` one of the plain attacker; ``study`` each proof of a study; ``settling`` one in a rehearsal. ``again``
    lost games are repeated; ``rematches`` pairs of opening and colour are played ten times. After a lost game there are
    at most ``practice`` games, those of one test alone where it is 20, and ``rehearsals``.
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
    attacker: int
    study: int
    again: int
    rematches: int
    practice: int
    rehearsals: int
    settling: int

    def terms(self) -> Mapping[str, object]:
        """Return the parameters that determine the games, as plain data."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


TOY: Final = Plan("toy", 1, (1, 2), 0, 1, 1, 1, 1, 50, 60, 600, 300, 1, 1, 20, 1, 400)
SHORT: Final = Plan("short", 2, (10, 25), 4, 16, 2, 1, 3, 4_000, 4_700, 8_000, 2_000, 25, 8, 70, 10, 200_000)
QUICK: Final = Plan("quick", 2, (50, 100), 4, 16, 2, 6, 3, 4_000, 4_700, 8_000, 2_000, 25, 8, 20, 10, 200_000)
LONG: Final = Plan(
    "long", 3, (25, 50, 100, 200, 400), 4, 16, 2, 6, 3, 4_000, 4_700, 8_000, 2_000, 25, 8, 20, 10, 200_000
)
MEDIUM: Final = Plan(
    "medium", 3, (25, 50, 100, 200), 12, 30, 4, 1, 4, 4_000, 4_700, 8_000, 2_000, 25, 16, 160, 10, 200_000
)
FULL: Final = Plan(
    "full", 3, (25, 50, 100, 200, 400), 30, 60, 10, 2, 5, 4_000, 4_700, 8_000, 5_000, 25, 30, 160, 10, 200_000
)
PLANS: Final = {plan.name: plan for plan in (TOY, SHORT, QUICK, LONG, MEDIUM, FULL)}
