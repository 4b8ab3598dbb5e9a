"""Experience of a bot, from the book of its own games: it varies its openings, and does not lose the same way again.

In a position that the book knows, and that nothing decides which is proven:

- in the opening, one of the alternatives that are not spent is drawn, each with the chance that it is the best on the
  evidence (Thompson's draws), so that openings vary and the better ones come more often;
- later, where choices were searched for more deeply than the player searches, the move that is not spent and expected
  to score most, by the search and the games together;
- elsewhere the search has its way, unless its move is spent: then such an alternative is drawn in its place;
- where all alternatives are spent, what has not been played there yet is, first what a search has found there.

What "spent" and "alternative" mean, `bots.learning.players.book` says. Chance comes from the player's seed, so that a
game can be played again as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Final, NamedTuple, Protocol

from bots.engine import Choice
from bots.learning.players.advisor import AdviceRequest
from bots.learning.players.book import (
    FLOOR,
    MARGIN,
    PRIOR,
    SPENT,
    UNKNOWN,
    Book,
    BookEntry,
    BookGame,
    Choices,
    MoveResults,
    least,
    steps,
)
from bots.search.board.weights import SCALE
from gomoku.board import EMPTY, Board, Color
from gomoku.keys import Keys
from gomoku.symmetry import inverse, maps

OPENING: Final = 8
"""While fewer stones stand, alternatives are drawn where the search's move is good enough, too ..."""
NEARLY: Final = 0.05
"""... of those that are expected to score so little less than the best: at each of these moves."""


class PlayedGame(NamedTuple):
    """A finished game of a bot's; ``winner`` is None for a draw. The first ``start`` moves were nobody's choice.

    ``current``: whether the bot was the version that plays today.
    """

    game: int
    moves: tuple[int, ...]
    color: Color
    winner: Color | None
    person: str
    size: int = 15
    start: int = 0
    current: bool = True

    def to_book_game(self) -> BookGame:
        """What of it goes into a book."""
        score = 0.5 if self.winner is None else float(self.winner is self.color)
        return BookGame(
            self.game, steps(self.size, self.moves, self.color, self.start), score, self.person, self.current
        )


class Looking(Protocol):
    """Looks for choices; `bots.learning.players.alternatives.Chooser` does."""

    def choices(self, size: int, moves: tuple[int, ...]) -> Choices:
        """Those after some moves, which are points; the choices are as the key has them."""
        ...


class Experience:
    """The books of one rule set, by size; it never changes. ``revision`` tells its states apart."""

    def __init__(self, books: Mapping[int, Book] | None = None, revision: int = 0) -> None:
        self.books = books or {}
        self.revision = revision

    def with_more(self, games: Iterable[PlayedGame], chooser: Looking | None = None) -> Experience:
        """One with these games besides, and with the choices that they need, where somebody looks for them."""
        books, given = dict(self.books), list(games)
        for size in {game.size for game in given}:
            here = [game for game in given if game.size == size]
            books[size] = books.get(size, Book()).with_more(game.to_book_game() for game in here)
            if chooser is not None:
                books[size] = books[size].with_choices(look(here, chooser, books[size].looked))
        return Experience(books, self.revision + 1)

    def advise(self, request: AdviceRequest) -> Choice | None:
        """What to play; None for the player's own move."""
        game, own = request.game, request.own
        book = self.books.get(game.size)
        if book is None:
            return None
        key, frames = Keys.of(game.board).frames(game.to_move)
        place = book.at(key)
        if place is None:
            return None
        chance = Random(f"experience:{request.seed}:{game.ply}")
        judged = _Judged(place, least(game.size, own.point, frames))
        if game.board.stones >= OPENING and request.shallow and place.choices:
            order = judged.ranked()
        elif game.board.stones < OPENING or judged.spent(judged.own):
            order = judged.drawn(chance, MARGIN if judged.spent(judged.own) else NEARLY)
        else:
            return None
        for move in order:
            found = _advised(request, move, judged.own, frames, chance)
            if found is not None:
                return None if move == judged.own else found
        if not judged.spent(judged.own):
            return None
        return self._used_up(request, judged, frames, chance)

    def _used_up(self, request: AdviceRequest, judged: _Judged, frames: Sequence[int], chance: Random) -> Choice | None:
        """What is played where no alternative is left, or where nobody has looked for any: what the search would play
        beside all that is spent, unless other moves than those are expected to score more."""
        board, spent = request.game.board, [move for move in judged.tried if judged.spent(move)]
        fresh = request.without([point for move in spent for point in _images(board, move, frames)])
        if judged.place.choices is None:
            if fresh is None:
                return None
            good = _expected(fresh) >= max(FLOOR, _expected(request.own) - MARGIN)
            return _instead(fresh.point, request.own) if good or judged.tried[judged.own].lost else None
        for move in judged.others():
            if move not in judged.tried or fresh is None:
                found = _advised(request, move, judged.own, frames, chance)
                if found is not None:
                    return None if move == judged.own else found
        return None if fresh is None else _instead(fresh.point, request.own)


def _advised(request: AdviceRequest, move: int, own: int, frames: Sequence[int], chance: Random) -> Choice | None:
    """The choice of a move, on one of the points that it may be; None where none of them is allowed."""
    if move == own:
        return request.own
    points = _images(request.game.board, move, frames)
    chance.shuffle(points)
    return next((_instead(point, request.own) for point in points if request.allowed(point)), None)


class _Judged:
    """The moves of a position, the player's own among them, by what is known of them."""

    def __init__(self, place: BookEntry, own: int) -> None:
        self.place = place
        self.own = own
        self.tried = {tried.move: tried for tried in place.tried}
        choices = place.choices or ()
        self._prior = dict(choices)
        self._unlooked = min(self._prior.values(), default=UNKNOWN)
        self._best = max(self._prior.values(), default=UNKNOWN)

    def expected(self, move: int) -> float:
        """What a move scores, by the search and the games together."""
        prior = self._of_search(move)
        return prior if move not in self.tried else self.tried[move].expected(prior)

    def _of_search(self, move: int) -> float:
        return self._prior.get(move, self._unlooked)

    def spent(self, move: int) -> bool:
        """Whether a move is not to be played again while an alternative is left."""
        return move in self.tried and (self.tried[move].lost or self.expected(move) < SPENT * self._of_search(move))

    def drawn(self, chance: Random, margin: float) -> list[int]:
        """The alternatives within a margin that are left, the best first, as they are drawn."""
        floor = max(FLOOR, self._best - margin)
        good = [move for move, expected in self._prior.items() if expected >= floor and not self.spent(move)]
        return [move for _, move in sorted(((self._draw(move, chance), move) for move in good), reverse=True)]

    def ranked(self) -> list[int]:
        """The alternatives that are left and what was played beside them, the most promising first."""
        floor = max(FLOOR, self._best - MARGIN)
        good = {move for move, expected in self._prior.items() if expected >= floor}
        good.update(move for move, tried in self.tried.items() if tried.score > 0)
        return sorted((move for move in good if not self.spent(move)), key=lambda move: (-self.expected(move), move))

    def others(self) -> list[int]:
        """All that is left besides: what may score most first, and what has lost before last."""

        def hope(move: int) -> tuple[bool, float, int]:
            return move in self.tried and self.tried[move].lost, -self.expected(move), move

        return sorted({*self._prior, self.own}, key=hope)

    def _draw(self, move: int, chance: Random) -> float:
        """What a move may be worth: drawn from what the search and the games together leave open."""
        prior = self._of_search(move)
        tried = self.tried.get(move, MoveResults(move, 0.0, 0.0, lost=False))
        won = PRIOR * prior + tried.score
        return chance.betavariate(won, max(PRIOR + tried.weight - won, 0.01))


def look(games: Iterable[PlayedGame], chooser: Looking, known: Callable[[int], bool]) -> dict[int, Choices]:
    """The choices, by key, at the own moves of these games, but for the keys where they are ``known``: at all moves
    where the bot lost, and in the opening where it did not."""
    found: dict[int, Choices] = {}
    for game in games:
        lost = game.winner is game.color.other
        for step in reversed(steps(game.size, game.moves, game.color, game.start)):
            wanted = step.ply > 0 and (lost or step.ply < OPENING)
            if wanted and step.key not in found and not known(step.key):
                found[step.key] = chooser.choices(game.size, game.moves[: step.ply])
    return found


def expectation(score: int) -> float:
    """What a position is expected to score, 0 to 1, by a score of the search's."""
    return 1 / (1 + exp(max(-20.0, min(20.0, -score / SCALE))))


def _expected(choice: Choice) -> float:
    return UNKNOWN if choice.score is None else expectation(choice.score)


def _images(board: Board, move: int, frames: Collection[int]) -> list[int]:
    """The empty points that a move may be on a board."""
    if not 0 <= move < len(board.cells):  # what was stored may be damaged
        return []
    found = {maps(board.size)[inverse(by)][move] for by in frames}
    return sorted(point for point in found if board[point] == EMPTY)


def _instead(point: int, own: Choice) -> Choice:
    """The choice of another point, with the other candidates after it."""
    scores = dict(own.candidates)
    score = scores.pop(point, None)
    candidates = ((point, score), *scores.items())[: max(1, len(own.candidates))]
    return Choice(point, score, candidates, {"kind": "experience"})
