"""The record of practice after one lost game, as plain data: what comes next, what it showed, and what the book keeps.

A *test* is a number of games during which nothing is learned. One comes before the practice and one after it, so that
its figures compare a learner that has not practised with one that has. Nothing here imports numba.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from bots.learning.players.book import BookGame, Choices, steps
from bots.learning.study.findings import Study
from gomoku.board import Color

BEFORE: Final = range(2, 9)
"""Plies between the start of a practice game and the mistake."""
TEST: Final = 20
"""Games of a test."""
RECENT: Final = 20
ENOUGH: Final = 0.8
"""Share of the RECENT games that a learner must not lose to know the position."""
MOST_GAMES: Final = 160
"""Games after one lost game, both tests included."""
LONGEST: Final = 40
"""Plies after which a practice game is broken off, as held."""
LEARNED: Final = 8
"""The learner's moves from the start of a practice game that are learned from it."""
MOST_KEPT: Final = 32
"""Practice games of one lost game that the book keeps, besides its rehearsals."""
REHEARSALS: Final = 10
"""Rehearsals after one lost game."""
PERSON: Final = "practice"
"""The opponent of practice games in the book, which weighs one person's results at a move as a few games."""
_NUMBERS: Final = 1_000  # of the practice games and, from the middle on, of the rehearsals of one lost game

End = Literal["holds", "lost", "games", "time"]


class PractisedLoss(Struct, frozen=True):
    """A lost game: ``color`` is the learner's, which lost it by its move ``mistake``, a ply; nobody chose the first
    ``laid`` stones."""

    rules: str
    size: int
    moves: tuple[int, ...]
    color: Literal["black", "white"]
    mistake: int
    laid: int = 0

    @property
    def learner(self) -> Color:
        """The learner's colour."""
        return Color[self.color.upper()]

    def starts(self) -> list[int]:
        """List the plies at which practice games start, from the nearest to the mistake to the farthest."""
        return list(dict.fromkeys(max(self.laid, self.mistake - before, 0) for before in BEFORE))

    @property
    def first(self) -> int:
        """The ply at which rehearsals start: the game's first choice, but for that of the first stone."""
        return max(self.laid, 1)

    def start(self, number: int) -> int:
        """Return the ply at which a practice game starts; each comes equally often."""
        starts = self.starts()
        order = Random(f"start:{number // len(starts)}").sample(starts, len(starts))
        return order[number % len(starts)]


class PracticeGame(Struct, frozen=True):
    """A practice game: all its moves, the lost game's first ones included, and the learner's points. A rehearsal that
    ends before its game has the least points that were expected in it."""

    moves: tuple[int, ...]
    points: float


class PracticeRecord(Struct, frozen=True, omit_defaults=True):
    """Practice so far: its games in their order, the milliseconds of processor time that all of it took, the choices
    that were looked for in lost ones or settled in rehearsals, by key, and these ``rehearsals``, which are no games and
    took ``rehearsed_ms``.

    The last test begins with game ``last``; ``end`` tells why the practice ended before it. ``done``: no more is
    played.
    """

    games: tuple[PracticeGame, ...] = ()
    ms: int = 0
    choices: dict[int, Choices] = {}
    last: int | None = None
    end: End | None = None
    done: bool = False
    rehearsals: tuple[PracticeGame, ...] = ()
    rehearsed_ms: int = 0

    def rehearses(self, most: int = REHEARSALS) -> bool:
        """Tell whether a rehearsal comes next, of ``most``: they follow the first test."""
        return self.learns and len(self.rehearsals) < most

    @property
    def learns(self) -> bool:
        """Whether the next game is learned from as soon as it ends."""
        return len(self.games) >= TEST and self.last is None

    def with_game(self, game: PracticeGame, ms: int) -> PracticeRecord:
        """Return the record with one more game, of so many milliseconds."""
        games = (*self.games, game)
        done = self.last is not None and len(games) == self.last + TEST
        return replace(self, games=games, ms=self.ms + ms, done=done)

    def with_rehearsal(self, game: PracticeGame, settled: Mapping[int, Choices], ms: int) -> PracticeRecord:
        """Return the record with one more rehearsal, of so many milliseconds, and the choices that it settled."""
        rehearsals, choices = (*self.rehearsals, game), {**self.choices, **settled}
        times = {"ms": self.ms + ms, "rehearsed_ms": self.rehearsed_ms + ms}
        return replace(self, rehearsals=rehearsals, choices=choices, **times)

    def with_end(self, end: End) -> PracticeRecord:
        """Return the record with its practice, or its last test, ended. Where nothing was learned there is no test."""
        if self.last is not None:
            return replace(self, done=True)
        return replace(self, end=end, last=len(self.games), done=len(self.games) <= TEST)

    def find_end(self, hopeless: bool, most_ms: int, most_games: int = MOST_GAMES) -> End | None:
        """Return why what is going on ends now, None if it goes on. ``hopeless``: every move that was found has lost.

        Practice leaves the games and the time for its last test.
        """
        test_ms = TEST * (self.ms - self.rehearsed_ms) // max(1, len(self.games)) if self.learns else 0
        if self.ms + test_ms >= most_ms:
            return "time"
        if not self.learns:
            return None
        first, learned = self.first_test, self.games[TEST:]
        if not learned and all(game.points > 0 for game in first):
            return "holds"
        if len(learned) >= RECENT and measure(learned[-RECENT:]) >= ENOUGH:
            return "holds"
        if hopeless:
            return "lost"
        return "games" if len(self.games) >= most_games - TEST else None

    @property
    def first_test(self) -> tuple[PracticeGame, ...]:
        """The games of the first test."""
        return self.games[:TEST]

    @property
    def last_test(self) -> tuple[PracticeGame, ...]:
        """The games of the last test; those of the first where nothing was learned."""
        return self.first_test if self.last is None or self.last <= TEST else self.games[self.last :]


def measure(games: Sequence[PracticeGame]) -> float:
    """Return the share of the games that were not lost."""
    return sum(game.points > 0 for game in games) / max(1, len(games))


def find_mistake(study: Study, loser: Color) -> int | None:
    """Return the loser's ply that lost a game as far as a study knows it: the turning point of its check, the mistake,
    the move before the proven win, or a suspect."""
    turn, lesson = study.checked and study.checked.turn, study.lesson
    named = [
        turn.ply if turn else None,
        lesson.mistake if lesson else None,
        lesson.entry - 1 if lesson else None,
        study.suspect.ply if study.suspect else None,
    ]
    return next((ply for ply in named if ply is not None and ply >= 0 and Color(1 + ply % 2) is loser), None)


def to_book_game(lost: PractisedLoss, number: int, game: PracticeGame, source: int = 0) -> BookGame:
    """Convert a practice game to a book game: its first LEARNED moves of the learner. ``source`` is the number of the
    lost game."""
    start = lost.start(number)
    moves = game.moves[: start + 2 * LEARNED]
    made = steps(lost.size, moves, lost.learner, start)
    return BookGame(-1 - (source * _NUMBERS + number), made, game.points, PERSON)


def rehearsal_to_book_game(lost: PractisedLoss, number: int, game: PracticeGame, source: int = 0) -> BookGame:
    """Convert a rehearsal to a book game. ``source`` is the number of the lost game."""
    made = steps(lost.size, game.moves, lost.learner, lost.first)
    return BookGame(-1 - (source * _NUMBERS + _NUMBERS // 2 + number), made, game.points, PERSON)


def distil(lost: PractisedLoss, record: PracticeRecord, source: int) -> list[BookGame]:
    """List the games that a book keeps: the rehearsals, and the latest practice game of each line with each result."""
    found: dict[tuple[object, ...], BookGame] = {}
    for number, game in enumerate(record.games):
        made = to_book_game(lost, number, game, source)
        line = (*made.steps, made.score)
        found.pop(line, None)
        found[line] = made
    rehearsed = [rehearsal_to_book_game(lost, n, game, source) for n, game in enumerate(record.rehearsals)]
    return [*rehearsed, *list(found.values())[-MOST_KEPT:]]


def select_choices(record: PracticeRecord, kept: Iterable[BookGame]) -> dict[int, Choices]:
    """Return the choices in the positions of the games that a book keeps."""
    keys = {step.key for game in kept for step in game.steps}
    return {key: found for key, found in record.choices.items() if key in keys}
