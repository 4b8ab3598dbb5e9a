"""Lessons: how a decided game was lost, as far as it is proven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from bots.search.proof import Win
from gomoku.board import Color

if TYPE_CHECKING:  # patterns are read where no kernels are, and the solver brings numba
    from bots.learning.siege import Siege
    from bots.search.solver import Method

METHODS: Final[tuple[Method, ...]] = ("vcf", "vct", "fukumi")
"""Victory by continuous fours, by continuous threats, by those and quiet moves: the weakest first."""
QUICK: Final = METHODS[:2]
"""Those that every question is put to; the last takes many times the stones, and is for moves that are to be named."""


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


class OpenMove(NamedTuple):
    """A move after which no forced win was found, looked for up to a method and with at most so many ``nodes``.

    That is no proof that there is none: more nodes, or quieter attacks, may win.
    """

    point: int
    method: str
    nodes: int


class Suspect(NamedTuple):
    """A loser's move after which, too, no forced win was found, but the game was lost later and nobody knows where."""

    ply: int
    point: int
    method: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """The forced end of a game; plies are numbers of moves played, so ``moves[ply]`` is what was played there.

    ``entry``: from this position on the winner's win is proven. ``mistake``: the loser's move that led there, when
    another move withstood all that was asked of it, else None. ``open``: those moves, with how hard it was looked for a
    win after them. ``undecided``: other moves before the entry that are not proven to lose, and did not withstand as
    much. ``line``: the proven attack from the entry on. ``led``: the loser's moves from there on. ``attacks``: what
    wins, if need be after the loser has passed, in each proven position from the entry on, and in the one before it
    where something threatened already. ``siege`` is that of the position before the entry.
    """

    winner: Color
    entry: int
    mistake: int | None
    open: tuple[OpenMove, ...]
    undecided: tuple[int, ...]
    line: tuple[int, ...]
    led: tuple[int, ...]
    attacks: Mapping[int, Attack]
    siege: Siege | None = field(default=None, compare=False, repr=False)
