"""Findings of a study as values: the studying process makes them, the store keeps them, the pages show them.

Points are those of the board; plies count the moves before. A proof is the raw JSON of `Win.dump`, which `load_win`
parses. Fields that earlier versions of the study did not have are empty, and fields that they named differently are
dropped.
"""

from typing import Final, Literal, TypeVar

from msgspec import Raw, Struct, json
from msgspec.structs import replace

from bots.learning.patterns.cells import LETTERS
from bots.learning.patterns.pattern import Pattern
from bots.learning.proofs.lesson import StoredLastChance, Suspect
from bots.learning.proofs.verdicts import Attack, OpenMove
from gomoku.board import Color

ColorText = Literal["black", "white"]
PROVEN: Final = 10_000
"""The value of a proven win, above every estimate."""
Label = Literal["missed_win", "lost_here", "not_proven_lost", "forced"]
Before = Literal["won", "lost", "held"]
"""The status of a position for the side to move: a proven win; proven loss by every move; or held, where no forced win
of the opponent was found after some moves, with the effort that each of them states."""


class StudiedWin(Struct, frozen=True):
    """A forced win: its method, its longest line, and the tree with every defence."""

    method: str
    line: tuple[int, ...]
    proof: Raw


class LosingMove(Struct, frozen=True):
    """A move proven to lose; ``line`` shows how, starting with the opponent's answer."""

    point: int
    line: tuple[int, ...]


class StudiedMove(Struct, frozen=True, omit_defaults=True):
    """The findings about one move of the game; ``eval`` is the value for black of the position after it.

    ``before``: the status of the position before it, None if a better move is neither named nor ruled out. ``choice``:
    the move of the search behind these values, if no win of the mover was proven. ``forced``: the loss that a pass
    would allow. ``win``: the win the mover could have forced. ``threat``: the opponent's win after a pass, or after the
    move if that loses. ``open``, ``undecided``, ``lost`` and ``forbidden`` are other moves; ``rest`` wins after every
    move that is neither in these lists nor in ``win``, None if unknown.
    """

    label: Label | None = None
    eval: int | None = None
    forced: str | None = None
    win: StudiedWin | None = None
    threat: StudiedWin | None = None
    open: tuple[OpenMove, ...] = ()
    undecided: tuple[int, ...] = ()
    lost: tuple[LosingMove, ...] = ()
    rest: tuple[int, ...] | None = None
    forbidden: tuple[int, ...] = ()
    choice: int | None = None
    before: Before | None = None


class StudiedLesson(Struct, frozen=True, omit_defaults=True):
    """A `Lesson` without its proofs.

    ``last_chance``: the position that lost the game, unless it was lost from its first stone. ``won``: the point where
    the loser could have won by force instead of the mistake.
    """

    winner: ColorText
    entry: int
    method: str = ""
    mistake: int | None = None
    open: tuple[OpenMove, ...] = ()
    undecided: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    led: tuple[int, ...] = ()
    last_chance: StoredLastChance | None = None
    won: int | None = None


class StudiedPattern(Struct, frozen=True):
    """A `Pattern` that the game teaches, and the ply before which it occurred; ``cells`` have the letter of a kind."""

    key: str
    rules: str
    attacker: ColorText | None
    cells: tuple[tuple[int, int, str], ...]
    method: str
    length: int
    blocking: tuple[tuple[int, int, int], ...]
    setup: bool
    win: Raw
    ply: int

    @classmethod
    def of(cls, pattern: Pattern, ply: int) -> "StudiedPattern":
        """Convert a pattern that occurred before a ply."""
        return cls(
            key=pattern.key,
            rules=pattern.rules,
            attacker=None if pattern.attacker is None else text_of(pattern.attacker),
            cells=tuple((dx, dy, LETTERS[kind]) for dx, dy, kind in pattern.cells),
            method=pattern.method,
            length=pattern.length,
            blocking=pattern.blocking,
            setup=pattern.setup,
            win=Raw(json.encode(pattern.win.dump())),
            ply=ply,
        )

    def pattern(self) -> Pattern:
        """Return the pattern; raises BadPattern for invalid data."""
        return Pattern.from_json(json.decode(json.encode(self)))


class StudiedPuzzle(Struct, frozen=True, omit_defaults=True):
    """A position to solve, after ``ply`` moves of the game.

    ``solution`` is the line of a win, whose proof is with its move, or the moves that withstand.
    """

    kind: Literal["win", "defence"]
    ply: int
    method: str
    solution: tuple[int, ...] = ()


class PositionScore(Struct, frozen=True, omit_defaults=True):
    """The score that the search gave after ``ply`` moves, for the side to move: of the move ``point``, or without one
    of the best move other than the one played, which ``best`` is. A proven win or loss is PROVEN or -PROVEN."""

    ply: int
    point: int | None
    score: int
    best: int | None = None


class TurningPoint(Struct, frozen=True, omit_defaults=True):
    """The loser's last move in a position that the search did not score as lost, and the moves ``open`` instead of it
    that the search did not score as lost either. ``score`` is that of the position, for the loser."""

    ply: int
    open: tuple[OpenMove, ...]
    score: int


class Check(Struct, frozen=True, omit_defaults=True):
    """The word of the strongest search on a study, with ``nodes`` for each answer; 0 if the host wants no check.

    Once it is ``done``, the study names only moves that withstood, and ``turn`` is where the game was lost as far as
    the search sees, None if it saw no such move. ``again`` tells that an earlier study of the game had its check.
    """

    nodes: int
    answers: tuple[PositionScore, ...] = ()
    done: bool = False
    turn: TurningPoint | None = None
    again: bool = False


class FirstFindings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first findings of a study: how the game was lost, or a suspect, and the patterns of the loss."""

    lesson: StudiedLesson | None = None
    suspect: Suspect | None = None
    patterns: tuple[StudiedPattern, ...] = ()


class Study(FirstFindings, frozen=True, kw_only=True, omit_defaults=True):
    """All findings, a `StudiedMove` a ply; ``nodes`` bounded each search, with ``effort`` times the usual number.
    ``check`` is None until the strongest search has begun to look at what they name."""

    version: int
    nodes: int
    effort: int = 1
    moves: tuple[StudiedMove, ...] = ()
    puzzles: tuple[StudiedPuzzle, ...] = ()
    check: Check | None = None

    @property
    def checked(self) -> Check | None:
        """The check once it is done; None also if the host wants none."""
        return self.check if self.check is not None and self.check.done and self.check.nodes else None


Findings = TypeVar("Findings", bound=FirstFindings)


def without_opening(found: Findings, laid: int) -> Findings:
    """Return the findings without mistakes among the first ``laid`` stones, which an opening rule dictated."""
    lesson, suspect = found.lesson, found.suspect
    if lesson is not None and lesson.mistake is not None and lesson.mistake < laid:
        lesson = replace(lesson, mistake=None, open=(), undecided=(), last_chance=None, won=None)
    if suspect is not None and suspect.ply < laid:
        suspect = None
    found = replace(found, lesson=lesson, suspect=suspect)
    if isinstance(found, Study):
        moves = tuple(StudiedMove(eval=each.eval) if ply < laid else each for ply, each in enumerate(found.moves))
        found = replace(found, moves=moves, puzzles=tuple(each for each in found.puzzles if each.ply >= laid))
    return found


def win_of(attack: Attack) -> StudiedWin:
    """Convert an attack to the form of a study."""
    return StudiedWin(attack.method, tuple(attack.win.longest()), Raw(json.encode(attack.win.dump())))


def text_of(color: Color) -> ColorText:
    """Return the name of a colour."""
    return "black" if color is Color.BLACK else "white"
