"""Lessons: how a decided game was lost, as far as it is proven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bots.search.proof import Win
from gomoku.board import Color


class Standing(Enum):
    """What is proven of a position for the winner of the game."""

    WON = "won"  # the winner, to move, has a forced win; or, the loser to move, every defence loses to one
    HELD = "held"  # no forced win of the methods searched, or some defence leaves none
    UNKNOWN = "unknown"  # not decided within the limits


@dataclass(frozen=True, slots=True)
class Attack:
    """A proven forced win and the method it was found by: "vcf" or "vct"."""

    method: str
    win: Win


@dataclass(frozen=True, slots=True)
class Stage:
    """A position of the game, after ``ply`` moves.

    ``attack`` is the winner's proven win there; where the loser is to move, what wins if the loser passes.
    ``answers`` has, where the loser is to move and lost, what wins after each defence that disturbs it.
    """

    ply: int
    standing: Standing
    attack: Attack | None = None
    answers: Mapping[int, Attack] | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """The forced end of a game; plies are numbers of moves played, so ``moves[ply]`` is what was played there.

    ``entry``: from this position on the winner's win is proven. ``mistake``: the loser's move that led there, when
    another move is proven to hold, else None. ``saving``: those moves, each with the method by which the winner has
    nothing after it. ``undecided``: moves at the mistake of which the limits did not tell. ``line``: the proven attack
    from the entry on. ``led``: the loser's moves after the mistake. ``stages``: the positions from the entry on.
    """

    winner: Color
    entry: int
    mistake: int | None
    saving: tuple[tuple[int, str], ...]
    undecided: tuple[int, ...]
    line: tuple[int, ...]
    led: tuple[int, ...]
    stages: tuple[Stage, ...]
