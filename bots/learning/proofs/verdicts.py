"""Verdicts: whether a side has a forced win, as far as it is proven, and by which method it was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from bots.search.solver.proof import Win

if TYPE_CHECKING:  # patterns are read where no kernels are, and the solver brings numba
    from bots.search.solver.solver import Method

METHODS: Final[tuple[Method, ...]] = ("vcf", "vct", "fukumi")
"""Victory by continuous fours, by continuous threats, by those and quiet moves: the weakest first."""
QUICK: Final = METHODS[:2]
"""Those that every question is put to; the last takes many times the stones, and is for moves that are to be named."""

PRESSURE: Final = 10
"""So many times the nodes of a proof for a move that is to be named, where fewer leave it undecided."""


class Standing(Enum):
    """What is proven of a position for the winner of the game."""

    WON = "won"  # the winner, to move, has a forced win; or, the loser to move, every defence loses to one
    OPEN = "open"  # every attack of the methods asked was tried and none wins, or some defence leaves no such win
    UNKNOWN = "unknown"  # not decided within the limits


@dataclass(frozen=True, slots=True)
class Attack:
    """A proven forced win, the method it was found by, and the stones that it took to find where that is known.

    Here a "vct" is any win every move of which makes a four or threatens another proven win.
    """

    method: str
    win: Win
    nodes: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a side to move has a forced win: WON with the attack, else OPEN or UNKNOWN by the strongest method asked.

    ``refuted`` is the strongest method all attacks of which were tried and none wins, None where not even the first one
    was decided. ``nodes`` are the stones that it took. ``pressed``: no win was found by the strongest method of all
    either, with so many nodes; None where that was not asked.
    """

    standing: Standing
    attack: Attack | None = None
    refuted: str | None = None
    nodes: int = field(default=0, compare=False)
    pressed: int | None = None

    def withstands(self, method: str) -> bool:
        """Whether all attacks of a method, or of a stronger one, were tried and none wins."""
        if self.standing is Standing.WON or self.refuted is None:
            return False
        return METHODS.index(self.refuted) >= METHODS.index(method)


class OpenMove(Struct, frozen=True):
    """A move after which no forced win was found, looked for up to a method and with at most so many ``nodes``.

    That is no proof that there is none: more nodes, or quieter attacks, may win.
    """

    point: int
    method: str
    nodes: int
