"""Lessons: how a decided game was lost, as far as it is proven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from bots.learning.proofs.verdicts import Attack, OpenMove
from gomoku.board import Color

if TYPE_CHECKING:  # patterns are read without kernels, and the solver imports numba
    from bots.learning.proofs.defence_search import DefenceResult


class Suspect(Struct, frozen=True):
    """A loser's move after which no forced win was found either, in a game lost later at an unknown move."""

    ply: int
    point: int
    method: str
    nodes: int


class StoredLastChance(Struct, frozen=True, omit_defaults=True):
    """The stored form of `LastChance`: ``cells`` is a text of digits, 0 for an empty point."""

    cells: str
    color: Literal["black", "white"]
    lost: int
    open: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """The forced end of a game. Plies count moves played, so ``moves[ply]`` was played in that position.

    ``entry``: the first position from which the winner's win is proven. ``mistake``: the loser's move into it, if
    another move wins by a proof, which ``won`` is, or withstood all attacks asked about, else None. ``open``: the moves
    that withstood, with the effort of the search. ``undecided``: other moves before the entry that are not proven to
    lose and did not withstand as much. ``line``: the proven attack from the entry on. ``led``: the loser's moves from
    there on. ``attacks``: the win in each proven position from the entry on, after a pass of the loser if it is to
    move, and in the position before the entry if there was a threat. ``defence``: the search of the position before
    the entry.
    """

    winner: Color
    entry: int
    mistake: int | None
    open: tuple[OpenMove, ...]
    undecided: tuple[int, ...]
    line: tuple[int, ...]
    led: tuple[int, ...]
    attacks: Mapping[int, Attack]
    won: int | None = None
    defence: DefenceResult | None = field(default=None, compare=False, repr=False)
