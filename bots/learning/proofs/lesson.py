"""Lessons: how a decided game was lost, as far as it is proven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from bots.learning.proofs.verdicts import Attack, OpenMove
from gomoku.board import Color

if TYPE_CHECKING:  # patterns are read where no kernels are, and the solver brings numba
    from bots.learning.proofs.defence_search import DefenceResult


class Suspect(Struct, frozen=True):
    """A loser's move after which, too, no forced win was found, but the game was lost later and nobody knows where."""

    ply: int
    point: int
    method: str
    nodes: int


class StoredLastChance(Struct, frozen=True, omit_defaults=True):
    """A `LastChance` as it is stored: ``cells`` are a text of digits, 0 for an empty point."""

    cells: str
    color: Literal["black", "white"]
    lost: int
    open: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """The forced end of a game; plies are numbers of moves played, so ``moves[ply]`` is what was played there.

    ``entry``: from this position on the winner's win is proven. ``mistake``: the loser's move that led there, when
    another move withstood all that was asked of it, else None. ``open``: those moves, with how hard it was looked for a
    win after them. ``undecided``: other moves before the entry that are not proven to lose, and did not withstand as
    much. ``line``: the proven attack from the entry on. ``led``: the loser's moves from there on. ``attacks``: what
    wins, if need be after the loser has passed, in each proven position from the entry on, and in the one before it
    where something threatened already. ``defence`` is that of the position before the entry.
    """

    winner: Color
    entry: int
    mistake: int | None
    open: tuple[OpenMove, ...]
    undecided: tuple[int, ...]
    line: tuple[int, ...]
    led: tuple[int, ...]
    attacks: Mapping[int, Attack]
    defence: DefenceResult | None = field(default=None, compare=False, repr=False)
