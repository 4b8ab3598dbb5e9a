"""The book of a bot's finished games: its moves in each position, and their results.

Positions are identified by their keys, so images and transpositions are one. Only the bot's own moves are recorded, in
the orientation of the position's key. A book is immutable; a book with other games is rebuilt from all of them, so the
result does not depend on their order. Nothing here imports numba.

The *expected* score of a move is a mean over the answers it has met, weighted by frequency, and the search's estimate,
which counts as PRIOR games. An answer is worth the expected score of the best move after it (UNKNOWN where nobody has
searched `choices`) or the game's score, if higher: a loss caused by a later move with a better alternative is not
blamed on this move, and what has won once can be played again. The search's estimate is capped by the best value met,
which was searched two plies deeper; so a bad result propagates at once to the move that caused it, unless an answer was
survived. If one answer loses and others win, the move is valued by how often opponents choose each.

One person's results at a move count at most as PERSON games together, and a game by an earlier version of the bot
counts EARLIER. None of this is a proof or is treated as one.

In a position that was searched, a move that the search did not name is expected to score UNNAMED times the least named
score, and 0 where all moves lose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gomoku.board import EMPTY, Board, Color
from gomoku.keys import Keys
from gomoku.symmetry import inverse, maps

PRIOR: Final = 2.0
PERSON: Final = 3.0
EARLIER: Final = 0.25  # weight of a game by an earlier version of the bot
UNNAMED: Final = 0.6
UNKNOWN: Final = 0.5  # expected score of a move that no search has scored

_MOVES: Final = 1 << 10  # more than the points of any board
_NONE: Final = -1

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
Choices = tuple[tuple[int, float], ...]
"""Moves with the scores the search expects, 0 to 1, best first; empty when all moves lose."""


class Step(NamedTuple):
    """A bot's move in a game: the number of stones before it, the position's key, and the move in the key's
    orientation."""

    ply: int
    key: int
    move: int


class BookGame(NamedTuple):
    """A game in the book: its number, the bot's moves, their score (0 to 1), and the opponent.

    ``current``: whether the bot's current version played it.
    """

    game: int
    steps: Sequence[Step]
    score: float
    person: str
    current: bool = True


class MoveResults(NamedTuple):
    """Results of a move: weighted number of games, their total score, and the score now expected."""

    move: int
    weight: float
    score: float
    expected: float


class BookEntry(NamedTuple):
    """The book's knowledge of a position.

    ``choices`` is None when no search has been made. ``unnamed``: expected score of a move about which nothing is
    known. ``searched``: the search's expected score of its best move.
    """

    tried: tuple[MoveResults, ...]
    choices: Choices | None
    unnamed: float
    searched: float


def steps(size: int, moves: Sequence[int], color: Color, start: int = 0) -> tuple[Step, ...]:
    """List a colour's moves of a game after the first ``start`` plies, which nobody chose."""
    keys, to_move, found = Keys(size), Color.BLACK, []
    for ply, point in enumerate(moves):
        if to_move is color and ply >= start:
            key, frames = keys.frames(to_move)
            found.append(Step(ply, key, least(size, point, frames)))
        keys.turn(point, to_move)
        to_move = to_move.other
    return tuple(found)


def least(size: int, point: int, frames: Iterable[int]) -> int:
    """Return the canonical point: the least image under these symmetries."""
    return min(maps(size)[by][point] for by in frames)


def list_images(board: Board, move: int, frames: Iterable[int]) -> list[int]:
    """List the empty points that a book move may stand for on a board whose key has these symmetries."""
    if not 0 <= move < len(board.cells):  # stored data may be damaged
        return []
    found = {maps(board.size)[inverse(by)][move] for by in frames}
    return sorted(point for point in found if board[point] == EMPTY)


class _Raw(NamedTuple):
    """The raw columns of a book: one row for each step, each game, and each choice.

    A position whose choices are empty has one row with no move.
    """

    key: Integers
    move: Integers
    ply: Integers
    of: Integers  # row of its game in the game columns
    game: Integers
    score: Numbers
    weight: Numbers
    person: Integers
    choice_key: Integers
    choice_move: Integers
    choice: Numbers


def _whole(values: Iterable[int] = ()) -> Integers:
    return np.array(list(values), np.int64)


def _real(values: Iterable[float] = ()) -> Numbers:
    return np.array(list(values), np.float64)


_W, _R = _whole(), _real()
_NOTHING: Final = _Raw(_W, _W, _W, _W, _W, _R, _R, _W, _W, _W, _R)


class Book:
    """The games of one rule set, board size and bot. Immutable."""

    def __init__(self, raw: _Raw = _NOTHING, persons: Mapping[str, int] | None = None) -> None:
        self._raw = raw
        self._persons = dict(persons or {})
        self._keys, node = np.unique(raw.key, return_inverse=True)
        edges, edge = np.unique(node * _MOVES + raw.move, return_inverse=True)
        self._edge_move = edges % _MOVES
        self._edge_ends = np.searchsorted(edges // _MOVES, np.arange(len(self._keys) + 1))
        counted = raw.weight[raw.of] * _shares(edge, raw.person[raw.of])
        self._weight = _sums(edge, counted, len(edges))
        self._score = _sums(edge, counted * raw.score[raw.of], len(edges))
        self._value(node, edges, edge, counted)

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._raw.game)

    @property
    def positions(self) -> int:
        """The number of positions."""
        return len(self._keys)

    @property
    def games(self) -> frozenset[int]:
        """The numbers of the games."""
        return frozenset(self._raw.game.tolist())

    @property
    def nbytes(self) -> int:
        """The size of all arrays in bytes."""
        return sum(found.nbytes for found in (*self._raw, *vars(self).values()) if isinstance(found, np.ndarray))

    def with_more(self, games: Iterable[BookGame]) -> Book:
        """Return a book with these games added; a game replaces one of the same number."""
        new = {game.game: game for game in games}
        rest, persons = self.without(new), dict(self._persons)
        rows = [(step, n) for n, game in enumerate(new.values(), len(rest)) for step in game.steps]
        raw, found = rest._raw, new.values()
        more = _Raw(
            np.concatenate([raw.key, _whole(step.key for step, _ in rows)]),
            np.concatenate([raw.move, _whole(step.move for step, _ in rows)]),
            np.concatenate([raw.ply, _whole(step.ply for step, _ in rows)]),
            np.concatenate([raw.of, _whole(n for _, n in rows)]),
            np.concatenate([raw.game, _whole(game.game for game in found)]),
            np.concatenate([raw.score, _real(game.score for game in found)]),
            np.concatenate([raw.weight, _real(1.0 if game.current else EARLIER for game in found)]),
            np.concatenate([raw.person, _whole(persons.setdefault(game.person, len(persons)) for game in found)]),
            *raw[8:],
        )
        return Book(more, persons)

    def without(self, games: Collection[int]) -> Book:
        """Return a book without the games of these numbers."""
        stay = ~np.isin(self._raw.game, _whole(games))
        return self if stay.all() else Book(self._select(stay), self._persons)

    def through(self, keys: Collection[int], most: int) -> Book:
        """Return a book of the last ``most`` games that came through one of these positions, by key, and of the choices
        in their positions."""
        raw = self._raw
        stay = np.zeros(len(raw.game), np.bool_)
        stay[np.unique(raw.of[np.isin(raw.key, _whole(keys))])[-most:]] = True
        some = self._select(stay)
        there = np.isin(raw.choice_key, some.key)
        choices = raw.choice_key[there], raw.choice_move[there], raw.choice[there]
        return Book(_Raw(*some[:8], *choices), self._persons)

    def _select(self, stay: Flags) -> _Raw:
        """Return the columns with only some of the games."""
        raw = self._raw
        rows, place = stay[raw.of], np.cumsum(stay) - 1
        of_rows = (raw.key[rows], raw.move[rows], raw.ply[rows], place[raw.of[rows]])
        of_games = (raw.game[stay], raw.score[stay], raw.weight[stay], raw.person[stay])
        return _Raw(*of_rows, *of_games, *raw[8:])

    def with_choices(self, choices: Mapping[int, Choices]) -> Book:
        """Return a book with these choices, by key, replacing earlier ones."""
        raw = self._raw
        stay = ~np.isin(raw.choice_key, _whole(choices))
        rows = [(key, *row) for key, found in choices.items() for row in found or ((_NONE, 0.0),)]
        more = raw._replace(
            choice_key=np.concatenate([raw.choice_key[stay], _whole(key for key, *_ in rows)]),
            choice_move=np.concatenate([raw.choice_move[stay], _whole(move for _, move, _ in rows)]),
            choice=np.concatenate([raw.choice[stay], _real(expected for *_, expected in rows)]),
        )
        return Book(more, self._persons)

    def at(self, key: int) -> BookEntry | None:
        """Return the entry of a position key; None where the bot has never moved."""
        node = int(np.searchsorted(self._keys, key))
        if node == len(self._keys) or self._keys[node] != key:
            return None
        first, last = self._edge_ends[node : node + 2].tolist()
        results = self._edge_move, self._weight, self._score, self._expected
        columns = (column[first:last].tolist() for column in results)
        tried = tuple(MoveResults(*row) for row in zip(*columns, strict=True))
        return BookEntry(tried, self.choices(key), float(self._unnamed[node]), float(self._searched[node]))

    def looked(self, key: int) -> bool:
        """Tell whether the choices of a position key have been searched."""
        at = int(np.searchsorted(self._choice_key, key))
        return at < len(self._choice_key) and self._choice_key[at] == key

    def choices(self, key: int) -> Choices | None:
        """Return the choices at a position key; None if never searched."""
        first, last = (int(np.searchsorted(self._choice_key, key, side)) for side in ("left", "right"))
        if first == last:
            return None
        rows = zip(self._choice_move[first:last].tolist(), self._choice[first:last].tolist(), strict=True)
        return tuple((move, expected) for move, expected in rows if move != _NONE)

    def _value(self, node: Integers, edges: Integers, edge: Integers, counted: Numbers) -> None:
        """Compute the expected score of each move and choice, from the last positions back to the first."""
        raw, nodes, following = self._raw, len(self._keys), _following(node, self._raw.of)
        score, at_node = raw.score[raw.of], edges // _MOVES
        known, of, at = self._locate(raw.choice_key, raw.choice_move, edges)
        named = known & (raw.choice_move != _NONE)
        tried = named & (at != _NONE)
        looked = np.zeros(nodes + 1, np.bool_)  # the last element stands for no position
        looked[of[known]] = True
        least = np.full(nodes, np.inf)
        np.minimum.at(least, of[named], raw.choice[named])
        self._unnamed = np.where(least < np.inf, UNNAMED * least, np.where(looked[:-1], 0.0, UNNAMED * UNKNOWN))
        self._searched = np.where(looked[:-1], 0.0, UNKNOWN)
        np.maximum.at(self._searched, of[named], raw.choice[named])
        prior = np.where(looked[at_node], self._unnamed[at_node], UNKNOWN)
        prior[at[tried]] = raw.choice[tried]
        value, expected = prior.copy(), raw.choice.copy()
        best = np.where(looked, 0.0, UNKNOWN)
        best[_NONE] = 0.0
        ply_of = np.zeros(nodes + 1, np.int64)
        ply_of[node] = raw.ply
        rows_by, choices_by = _by(raw.ply), _by(np.where(named, ply_of[np.where(named, of, 0)], _NONE))
        for ply in sorted(rows_by, reverse=True):
            rows, here = rows_by[ply], choices_by.get(ply, _whole())
            moved, place = np.unique(edge[rows], return_inverse=True)
            came = np.maximum(score[rows], best[following[rows]])
            most = np.zeros(len(moved))
            np.maximum.at(most, place, came)
            total = _sums(place, counted[rows] * came, len(moved))
            sure = prior[moved] == 1.0  # proven to win
            mean = (PRIOR * np.minimum(prior[moved], most) + total) / (PRIOR + self._weight[moved])
            value[moved] = np.where(sure, 1.0, mean)
            again = here[tried[here]]
            expected[again] = value[at[again]]
            np.maximum.at(best, of[here], expected[here])
            inside = moved[looked[at_node[moved]]]
            np.maximum.at(best, at_node[inside], value[inside])
        self._expected = value
        order = np.lexsort((raw.choice_move, -expected, raw.choice_key))
        self._choice_key, self._choice_move = raw.choice_key[order], raw.choice_move[order]
        self._choice = expected[order]

    def _locate(self, keys: Integers, moves: Integers, edges: Integers) -> tuple[Flags, Integers, Integers]:
        """Locate moves at keys: whether the position is in the book, its index, and the move's index in ``edges`` or
        -1."""
        of = np.searchsorted(self._keys, keys)
        known = of < len(self._keys)
        known[known] = self._keys[of[known]] == keys[known]
        code = of * _MOVES + np.maximum(moves, 0)
        at = np.searchsorted(edges, code)
        there = known & (at < len(edges)) & (moves != _NONE)
        there[there] = edges[at[there]] == code[there]
        return known, of, np.where(there, at, _NONE)


def _following(node: Integers, of: Integers) -> Integers:
    """Return the index of the next position of the same game for each step, -1 for the last."""
    found = np.full(len(node), _NONE)
    same = of[1:] == of[:-1]
    found[:-1][same] = node[1:][same]
    return found


def _shares(edge: Integers, person: Integers) -> Numbers:
    """Return the weight of each row, limiting one person's results at a move to PERSON games."""
    if not len(edge):
        return _real()
    _, pair, count = np.unique(edge * (int(person.max()) + 1) + person, return_inverse=True, return_counts=True)
    shares: Numbers = np.minimum(1.0, PERSON / count)[pair]
    return shares


def _sums(place: Integers, values: Numbers, count: int) -> Numbers:
    """Sum the values at each place, bit-identical whatever their order."""
    order = np.lexsort((values, place))
    return np.bincount(place[order], values[order], count).astype(np.float64)


def _by(values: Integers) -> dict[int, Integers]:
    """Group indices by value."""
    order = np.argsort(values, kind="stable")
    found, first = np.unique(values[order], return_index=True)
    return dict(zip(found.tolist(), np.split(order, first[1:]), strict=True)) if len(values) else {}
