"""Verdicts: whether a side has a forced win, as far as proven, and by which method."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from bots.search.solver.proof import Win

if TYPE_CHECKING:  # patterns are read without kernels, and the solver imports numba
    from bots.search.solver.solver import Method

METHODS: Final[tuple[Method, ...]] = ("vcf", "vct", "fukumi")
"""Victory by continuous fours, by continuous threats, and by threats and quiet moves: weakest first."""
QUICK: Final = METHODS[:2]
"""Methods used for every question. The last of METHODS takes many times the stones and is for moves to be named."""

PRESSURE: Final = 10
"""Factor on the nodes of a proof for a move to be named, where fewer nodes leave it undecided."""


class Standing(Enum):
    """The proven status of a position for the winner of the game."""

    WON = "won"  # the winner, to move, has a forced win; or every defence of the loser, to move, loses to one
    OPEN = "open"  # all attacks of the methods asked fail, or some defence leaves no forced win
    UNKNOWN = "unknown"  # not decided within the limits


@dataclass(frozen=True, slots=True)
class Attack:
    """A proven forced win, its method, and the stones it took to find where known.

    Here "vct" means any win in which every move makes a four or threatens another proven win.
    """

    method: str
    win: Win
    nodes: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the side to move has a forced win: WON with the attack, else OPEN or UNKNOWN by the strongest method
    asked.

    ``refuted``: the strongest method whose attacks were all tried and failed, None if not even the first was decided.
    ``nodes``: the stones it took. ``pressed``: the nodes with which the strongest method of all also found no win, None
    if not asked.
    """

    standing: Standing
    attack: Attack | None = None
    refuted: str | None = None
    nodes: int = field(default=0, compare=False)
    pressed: int | None = None

    def withstands(self, method: str) -> bool:
        """Tell whether all attacks of this method or a stronger one were tried and failed."""
        if self.standing is Standing.WON or self.refuted is None:
            return False
        return METHODS.index(self.refuted) >= METHODS.index(method)


class OpenMove(Struct, frozen=True, omit_defaults=True):
    """A move after which no forced win was found, with the strongest method and most ``nodes`` tried.

    This is no proof that there is none: more nodes or quieter attacks may win. ``score`` is what the search gave the
    move, for its side, with ``searched`` nodes; None if it has not looked.
    """

    point: int
    method: str
    nodes: int
    searched: int = 0
    score: int | None = None
