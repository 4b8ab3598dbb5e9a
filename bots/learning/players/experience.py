"""Experience of a bot, from the book of its own games: it varies its openings, and does not lose the same way again.

In a position that the book knows, and that nothing decides which is proven:

- in the opening, one of the moves that are expected to score nearly as much as the best is drawn, each with the chance
  that it is the best on the evidence (Thompson's draws), so that openings vary and the better ones come more often;
- later, where choices were searched for more deeply than the player searches, the move that is expected to score most;
- elsewhere the search has its way, unless its move is expected to score clearly less than another, or has not been
  played here where one that has is expected to score clearly more than the search does: what has won is not left
  because the search, with other weights and other patterns than then, likes something else as well;
- where a move of which nothing is known is expected to score more than all that has been played, such a one, as the
  search finds it: of moves all of which look lost, what has never been punished comes first, and what was always
  punished last.

What is expected of a move, `bots.learning.players.book` says. Chance comes from the player's seed, so that a game can
be played again as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Final, NamedTuple, Protocol

from bots.engine import Choice
from bots.learning.players.advisor import AdviceRequest
from bots.learning.players.book import PRIOR, UNKNOWN, Book, BookEntry, BookGame, Choices, least, steps
from bots.search.board.weights import SCALE
from gomoku.board import EMPTY, Board, Color
from gomoku.keys import Keys
from gomoku.symmetry import inverse, maps

OPENING: Final = 8
"""While fewer stones stand, alternatives are drawn where the search's move is good enough, too ..."""
NEARLY: Final = 0.05
"""... of those that are expected to score so little less than the best: at each of these moves."""
MARGIN: Final = 0.1
"""What is expected to score less than another by more than this is clearly less."""


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
        """What the search would play beside all that was played here; where nobody has looked, if it is as good."""
        board = request.game.board
        fresh = request.without([point for move in judged.tried for point in _images(board, move, frames)])
        if fresh is None:
            return None
        lost = judged.place.choices is not None or judged.tried[judged.own].expected == 0
        good = lost or _expect(fresh) >= _expect(request.own) - MARGIN
        return _instead(fresh.point, request.own) if good else None


def _advise(request: AdviceRequest, move: int, own: int, frames: Sequence[int], chance: Random) -> Choice | None:
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
        expected = dict(place.choices or ()) | {tried.move: tried.expected for tried in place.tried}
        self._good = {move: each for move, each in expected.items() if each > place.unnamed}
        self._best = max(self._good.values(), default=place.unnamed)

    def clearly_less(self) -> bool:
        """Whether the player's own move has been played and is expected to score less than another by the margin, or no
        more than one of which nothing is known."""
        if self.own not in self.tried:
            return False
        expected = self.tried[self.own].expected
        return expected <= self.place.unnamed or expected < self._best - MARGIN

    def leaves(self) -> bool:
        """Whether the player's own move has not been played, where one that has is expected to score more by the margin
        than the search expected here."""
        if self.own in self.tried:
            return False
        best = max((tried.expected for tried in self.tried.values()), default=0.0)
        return best > self.place.searched + MARGIN

    def drawn(self, chance: Random) -> list[int]:
        """The moves that are nearly as good as the best, or as the best was before any game, the best first, as they
        are drawn."""
        floor = min(self._best, self.place.searched) - NEARLY
        good = [move for move, expected in self._good.items() if expected >= floor]
        return [move for _, move in sorted(((self._draw(move, chance), move) for move in good), reverse=True)]

    def ranked(self) -> list[int]:
        """All moves that are better than one of which nothing is known, the best first."""
        return sorted(self._good, key=lambda move: (-self._good[move], move))

    def _draw(self, move: int, chance: Random) -> float:
        """What a move may be worth: drawn from what the search and the games together leave open."""
        games = PRIOR + (self.tried[move].weight if move in self.tried else 0.0)
        won = games * self._good[move]
        return chance.betavariate(won, max(games - won, 0.01))


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


def _expect(choice: Choice) -> float:
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
