"""A bot's experience from the book of its own games: it varies openings and avoids repeating losses.

In a position that is in the book and that no proof decides:

- in the opening, draw among the moves expected to score nearly as much as the best, each with the probability that it
  is the best on the evidence (Thompson sampling), so openings vary and better ones come more often;
- later, where choices were searched more deeply than the player searches, play the move with the highest expected
  score;
- elsewhere play the search's move, unless it is expected to score clearly less than another, or is new here while a
  played move is expected to score clearly more than the search's estimate: a winning move is not abandoned because the
  search, with other weights and patterns, now prefers something else;
- where an unknown move is expected to score more than all played ones, play one that the search finds: among moves that
  all look lost, those never punished come first and those always punished last.

`bots.learning.players.book` defines the expected score. Random draws use the player's seed, so a game can be replayed
exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Final, NamedTuple, Protocol

from bots.engine import Choice
from bots.learning.players.advisor import AdviceRequest
from bots.learning.players.book import PRIOR, UNKNOWN, Book, BookEntry, BookGame, Choices, least, list_images, steps
from bots.reasons import MoveReason
from bots.search.board.weights import SCALE
from gomoku.board import Color
from gomoku.game import Game
from gomoku.keys import Keys

OPENING: Final = 8
"""With fewer stones on the board, alternatives are drawn even when the search's move is good enough."""
NEARLY: Final = 0.05
"""Alternatives in the opening may score this much less than the best, at each move."""
MARGIN: Final = 0.1
"""A difference in expected score above this is clear."""


class PlayedGame(NamedTuple):
    """A finished game of a bot; ``winner`` is None for a draw. Nobody chose the first ``start`` moves.

    ``current``: whether the bot's current version played it.
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
        """Convert to a book game."""
        score = 0.5 if self.winner is None else float(self.winner is self.color)
        return BookGame(
            self.game, steps(self.size, self.moves, self.color, self.start), score, self.person, self.current
        )


class Looking(Protocol):
    """Interface of a source of choices."""

    def choices(self, size: int, moves: tuple[int, ...]) -> Choices:
        """Return the choices after these moves (points), in the orientation of the position's key."""
        ...


class Settling(Looking, Protocol):
    """Interface of a source that also searches longer: `bots.learning.players.alternatives.Chooser`."""

    def settle(self, size: int, moves: tuple[int, ...]) -> Choices:
        """Return what `choices` does, but by longer searches; after the opening one move alone."""
        ...


class Experience:
    """The books of one rule set by board size. Immutable; ``revision`` identifies its state."""

    def __init__(self, books: Mapping[int, Book] | None = None, revision: int = 0) -> None:
        self.books = books or {}
        self.revision = revision

    def with_more(self, games: Iterable[PlayedGame], chooser: Looking | None = None) -> Experience:
        """Return experience with these games added and, given a chooser, with the choices that they need."""
        books, given = dict(self.books), list(games)
        for size in {game.size for game in given}:
            here = [game for game in given if game.size == size]
            books[size] = books.get(size, Book()).with_more(game.to_book_game() for game in here)
            if chooser is not None:
                books[size] = books[size].with_choices(look(here, chooser, books[size].looked))
        return Experience(books, self.revision + 1)

    def knows(self, game: Game) -> bool:
        """Tell whether the position is in the book."""
        return self._find(game)[0] is not None

    def _find(self, game: Game) -> tuple[BookEntry | None, Sequence[int]]:
        """Return the position's entry and the frames of its key; None where the book has none."""
        book = self.books.get(game.size)
        if book is None:
            return None, ()
        key, frames = Keys.of(game.board).frames(game.to_move)
        return book.at(key), frames

    def advise(self, request: AdviceRequest) -> Choice | None:
        """Return the move to play, or None for the player's own."""
        game, own = request.game, request.own
        place, frames = self._find(game)
        if place is None:
            return None
        chance = Random(f"experience:{request.seed}:{game.ply}")
        judged = _Judged(place, least(game.size, own.point, frames))
        deeper = request.shallow and place.choices is not None
        if game.board.stones >= OPENING and deeper:
            order = judged.ranked()
        elif (game.board.stones < OPENING and place.choices is not None) or judged.clearly_less() or judged.leaves():
            order = judged.drawn(chance)
        else:
            return None
        for move in order:
            found = _advise(request, move, judged.own, frames, chance)
            if found is not None:
                return None if move == judged.own else found
        return None if judged.own not in judged.tried else self._fresh(request, judged, frames)

    def _fresh(self, request: AdviceRequest, judged: _Judged, frames: Sequence[int]) -> Choice | None:
        """Return the search's best move that was never played here; without choices, only if it scores about as
        well."""
        board = request.game.board
        fresh = request.without([point for move in judged.tried for point in list_images(board, move, frames)])
        if fresh is None:
            return None
        lost = judged.place.choices is not None or judged.tried[judged.own].expected == 0
        good = lost or _expect(fresh) >= _expect(request.own) - MARGIN
        return _instead(fresh.point, request.own) if good else None


def _advise(request: AdviceRequest, move: int, own: int, frames: Sequence[int], chance: Random) -> Choice | None:
    """Build the choice of a book move on one of its allowed images; None where none is allowed."""
    if move == own:
        return request.own
    points = list_images(request.game.board, move, frames)
    chance.shuffle(points)
    return next((_instead(point, request.own) for point in points if request.allowed(point)), None)


class _Judged:
    """The moves of a position by their expected scores, with the player's own move."""

    def __init__(self, place: BookEntry, own: int) -> None:
        self.place = place
        self.own = own
        self.tried = {tried.move: tried for tried in place.tried}
        expected = dict(place.choices or ()) | {tried.move: tried.expected for tried in place.tried}
        self._good = {move: each for move, each in expected.items() if each > place.unnamed}
        self._best = max(self._good.values(), default=place.unnamed)

    def clearly_less(self) -> bool:
        """Tell whether the own move has been played and is expected to score clearly less than another, or no more than
        an unknown one."""
        if self.own not in self.tried:
            return False
        expected = self.tried[self.own].expected
        return expected <= self.place.unnamed or expected < self._best - MARGIN

    def leaves(self) -> bool:
        """Tell whether the own move is new here while a played move is expected to score clearly more than the search's
        best."""
        if self.own in self.tried:
            return False
        best = max((tried.expected for tried in self.tried.values()), default=0.0)
        return best > self.place.searched + MARGIN

    def drawn(self, chance: Random) -> list[int]:
        """Draw an order of the moves that are nearly as good as the best, or as the search's best before any game."""
        floor = min(self._best, self.place.searched) - NEARLY
        good = [move for move, expected in self._good.items() if expected >= floor]
        return [move for _, move in sorted(((self._draw(move, chance), move) for move in good), reverse=True)]

    def ranked(self) -> list[int]:
        """List the moves better than an unknown one, best first."""
        return sorted(self._good, key=lambda move: (-self._good[move], move))

    def _draw(self, move: int, chance: Random) -> float:
        """Sample the value of a move from the beta distribution of search and games."""
        games = PRIOR + (self.tried[move].weight if move in self.tried else 0.0)
        won = games * self._good[move]
        return chance.betavariate(won, max(games - won, 0.01))


def look(games: Iterable[PlayedGame], chooser: Looking, known: Callable[[int], bool]) -> dict[int, Choices]:
    """Search the choices, by key, for the bot's moves in these games, unless ``known``: all moves of lost games, and
    the opening moves of others."""
    found: dict[int, Choices] = {}
    for game in games:
        lost = game.winner is game.color.other
        for step in reversed(steps(game.size, game.moves, game.color, game.start)):
            wanted = step.ply > 0 and (lost or step.ply < OPENING)
            if wanted and step.key not in found and not known(step.key):
                found[step.key] = chooser.choices(game.size, game.moves[: step.ply])
    return found


def expectation(score: int) -> float:
    """Convert a search score to an expected score, 0 to 1."""
    return 1 / (1 + exp(max(-20.0, min(20.0, -score / SCALE))))


def _expect(choice: Choice) -> float:
    return UNKNOWN if choice.score is None else expectation(choice.score)


def _instead(point: int, own: Choice) -> Choice:
    """Build the choice of another point, followed by the other candidates."""
    scores = dict(own.candidates)
    score = scores.pop(point, None)
    candidates = ((point, score), *scores.items())[: max(1, len(own.candidates))]
    return Choice(point, score, candidates, MoveReason("experience"))
