"""Lessons: how a decided game was lost, as far as it is proven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from bots.search.proof import Win
from gomoku.board import Color

if TYPE_CHECKING:  # patterns are read where no kernels are, and the solver brings numba
    from bots.search.solver import Method

# victory by continuous fours, by continuous threats: the quick method first, the strong one last
METHODS: Final[tuple[Method, ...]] = ("vcf", "vct")


class Standing(Enum):
    """What is proven of a position for the winner of the game."""

    WON = "won"  # the winner, to move, has a forced win; or, the loser to move, every defence loses to one
    HELD = "held"  # no forced win of the methods searched, or some defence leaves none
    UNKNOWN = "unknown"  # not decided within the limits


@dataclass(frozen=True, slots=True)
class Attack:
    """A proven forced win and the method it was found by: "vcf" or "vct".

    Here a "vct" is any win every move of which makes a four or threatens another proven win.
    """

    method: str
    win: Win


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a side to move has a forced win: WON with the attack, else HELD or UNKNOWN by the strongest method.

    ``refuted`` is the strongest method that certainly gives no win, None where not even the first one was decided.
    """

    standing: Standing
    attack: Attack | None = None
    refuted: str | None = None

    def withstands(self, method: str) -> bool:
        """Whether a method, or a stronger one, certainly gives no win."""
        if self.standing is Standing.WON or self.refuted is None:
            return False
        return METHODS.index(self.refuted) >= METHODS.index(method)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The forced end of a game; plies are numbers of moves played, so ``moves[ply]`` is what was played there.

    ``entry``: from this position on the winner's win is proven. ``mistake``: the loser's move that led there, when
    another move is proven to withstand the method that won, else None. ``saving``: those moves, each with the strongest
    method that certainly gives the winner nothing after it. ``undecided``: other moves before the entry of which the
    limits did not tell. ``line``: the proven attack from the entry on. ``led``: the loser's moves from there on.
    ``attacks``: what wins, if need be after the loser has passed, in each proven position from the entry on, and in the
    one before it where something threatened already.
    """

    winner: Color
    entry: int
    mistake: int | None
    saving: tuple[tuple[int, str], ...]
    undecided: tuple[int, ...]
    line: tuple[int, ...]
    led: tuple[int, ...]
    attacks: Mapping[int, Attack]
