"""Puzzles of the tree: lines of text in a file that can be read without the solver.

    renju win vcf 3 h9 vcf,four_three h8i9g7... h9[g8h10[...]]

Rules; kind; method; number of tempting moves; right answers, the proof's first; themes; the moves played before; the
proof as `proof_text` writes it. For a defence the proof has the threat, and the win after each move that disturbs the
threat and loses. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import Literal

from bots.errors import BadProof
from bots.puzzles import proof_text
from bots.puzzles.themes import THEMES, Theme
from bots.search.solver.proof import Win
from gomoku import point
from gomoku.board import Board, Color
from gomoku.errors import GomokuError
from gomoku.game import Game
from gomoku.notation import position_string
from gomoku.ruleset import RuleSet
from gomoku.rulesets import FIVES, ruleset

BASE = 500
LEAST, MOST = 600, 2800
LONGEST = 20
MOST_TEMPTING = 10


@dataclass(frozen=True, slots=True)
class Measure:
    """The quantities that the rating depends on."""

    length: int
    size: int
    breadth: float
    tempting: int
    threes: bool


def measure(win: Win, tempting: int, *, lost: bool = False) -> Measure:
    """Measure a proof; ``lost``: the defender is to move, and the move of ``win`` is a placeholder."""
    steps = list(win)
    answered = [len(step.answers) for step in steps if step.answers]
    breadth = sum(answered) / len(answered) if answered else 1.0
    threes = any(step.threat is not None for step in (steps[1:] if lost else steps))
    return Measure(win.length() - lost, len(steps) - lost, breadth, tempting, threes)


def rate(of: Measure) -> int:
    """Compute the rating that a puzzle starts with."""
    found = (
        BASE
        + 70 * min(of.length, LONGEST)
        + 60 * log2(max(1, of.size))
        + 120 * log2(max(1.0, of.breadth))
        + 40 * min(of.tempting, MOST_TEMPTING)
        + 150 * of.threes
    )
    return round(min(MOST, max(LEAST, found)))


PUZZLES = Path(__file__).parent / "puzzles15.txt"
SIZE = 15
FIELDS = 8
NODES = 20_000
"""Most stones on the board for each proof of the generator."""

Kind = Literal["win", "defence"]


class BadPuzzle(ValueError):
    """A line is not a puzzle; the message is one line that says why."""


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A puzzle; ``answers`` are the right moves, and ``win`` proves the first of them.

    In a defence the one answer is the holding move, and ``win`` proves that all others lose: its own move is a
    placeholder, its threat is what they lose to.
    """

    rules: str
    kind: Kind
    method: str
    tempting: int
    answers: tuple[int, ...]
    themes: tuple[Theme, ...]
    moves: tuple[int, ...]
    win: Win

    @property
    def ruleset(self) -> RuleSet:
        """Its rules."""
        return ruleset(self.rules)

    @property
    def color(self) -> Color:
        """The side to move."""
        return Color.WHITE if len(self.moves) % 2 else Color.BLACK

    @property
    def attacker(self) -> Color:
        """The side that wins by the proof."""
        return self.color if self.kind == "win" else self.color.other

    @property
    def measure(self) -> Measure:
        """The quantities that its rating depends on."""
        return measure(self.win, self.tempting, lost=self.kind == "defence")

    @property
    def proof(self) -> str:
        """Its proof as text."""
        return proof_text.dump(self.win, SIZE, lost=self.kind == "defence")

    @property
    def rating(self) -> int:
        """Its first rating."""
        return rate(self.measure)

    def board(self) -> Board:
        """Return the position on a new board."""
        return Game.replay(self.ruleset, SIZE, self.moves).board

    def line(self) -> str:
        """Format the line that `read` parses."""
        return " ".join(
            (
                *(self.rules, self.kind, self.method, str(self.tempting)),
                ",".join(point.name(each, SIZE).lower() for each in self.answers),
                ",".join(self.themes),
                position_string.dump(self.moves, SIZE),
                self.proof,
            )
        )


def read(line: str) -> MadePuzzle:
    """Parse a line; raises BadPuzzle."""
    fields = line.split()
    if len(fields) != FIELDS:
        raise BadPuzzle(f"{len(fields)} fields instead of {FIELDS}")
    rules, kind, method, tempting, answers, named, moves, proof = fields
    themes = tuple(theme for theme in THEMES if theme in named.split(","))
    if rules not in FIVES or method not in ("vcf", "vct") or not tempting.isdigit():
        raise BadPuzzle(f"unknown rules, method or number: {rules} {method} {tempting}")
    if len(themes) < len(named.split(",")) or kind not in ("win", "defence"):
        raise BadPuzzle(f"unknown kind or theme: {kind} {named}")
    try:
        right = tuple(point.parse(each, SIZE) for each in answers.split(","))
        played = position_string.load(moves, SIZE)
        win = proof_text.load(proof, SIZE)
    except (GomokuError, BadProof) as error:
        raise BadPuzzle(str(error)) from error
    asked: Kind = "win" if kind == "win" else "defence"
    return MadePuzzle(rules, asked, method, int(tempting), right, themes, played, win)


def read_all(lines: Iterable[str]) -> Iterator[MadePuzzle]:
    """Yield the puzzles of a file; raises BadPuzzle with the line number."""
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            try:
                yield read(line)
            except BadPuzzle as error:
                raise BadPuzzle(f"line {number}: {error}") from error
