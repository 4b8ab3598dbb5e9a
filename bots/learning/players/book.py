"""The book of finished games that a bot has played: what it did in each position, and what came of it.

Positions are known by their keys, so that images and transpositions are one. Only the bot's own moves are in it, each
where the position lies as its key has it. It stands in arrays that never change; a book with other games is another
book, made from all of them anew, so that a book is the same however it came about. Nothing here imports numba.

What a move is *expected* to score is a mean over the answers that it has met, each as often as it came, with what the
search expected of it, which counts as much as PRIOR games. An answer is worth what the best move after it is expected
to score, UNKNOWN where nobody has looked for `choices` there, or what the game scored, if that is more: what was lost
by a later move for which there is a better one is not laid to this one, and what has won once can be played again. The
search is not believed to know better than all answers together that were looked at two plies later; so a bad end climbs
at once to the move that it came from, as long as no answer was survived. Where one answer loses and others win, the
move is worth what it brings against those who come, and is not given up for the one.

One person's results at a move count together as PERSON games at most, those of an earlier version of the bot a part of
one each. None of this is a proof, and none is passed on as one.

A move that no search has named, where somebody has looked, is expected to score UNNAMED of the least that was named,
and nothing where all are found to lose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gomoku.board import Color
from gomoku.keys import Keys
from gomoku.symmetry import maps

PRIOR: Final = 2.0
PERSON: Final = 3.0
EARLIER: Final = 0.25  # of a game, what one by an earlier version of the bot counts
UNNAMED: Final = 0.6
UNKNOWN: Final = 0.5  # what a move scores of which no search has said anything

_MOVES: Final = 1 << 10  # of a position, and more
_NONE: Final = -1

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
Choices = tuple[tuple[int, float], ...]
"""Moves with what a search expects them to score, 0 to 1, the best first; none where all are found to lose."""


class Step(NamedTuple):
    """An own move of a game: how many stones stood before it, the key of the position, the move as the key has it."""

    ply: int
    key: int
    move: int


class BookGame(NamedTuple):
    """A game that counts: its number, the bot's own moves and what they scored, against whom.

    ``current``: whether the bot was the version that plays today.
    """

    game: int
    steps: Sequence[Step]
    score: float
    person: str
    current: bool = True


class MoveResults(NamedTuple):
    """What came of a move: how many games it counts for and what they scored, and what is expected of it now."""

    move: int
    weight: float
    score: float
    expected: float


class BookEntry(NamedTuple):
    """What is known of a position; ``choices`` is None where nobody has looked for them, and ``unnamed`` what is
    expected of a move of which nothing is known; ``searched``: what the search expected of the best."""

    tried: tuple[MoveResults, ...]
    choices: Choices | None
    unnamed: float
    searched: float


def steps(size: int, moves: Sequence[int], color: Color, start: int = 0) -> tuple[Step, ...]:
    """A colour's moves of a game, but for the first ``start`` plies, which nobody has chosen."""
    keys, to_move, found = Keys(size), Color.BLACK, []
    for ply, point in enumerate(moves):
        if to_move is color and ply >= start:
            key, frames = keys.frames(to_move)
            found.append(Step(ply, key, least(size, point, frames)))
        keys.turn(point, to_move)
        to_move = to_move.other
    return tuple(found)


def least(size: int, point: int, frames: Iterable[int]) -> int:
    """The name of a point: its least image by these symmetries."""
    return min(maps(size)[by][point] for by in frames)


class _Raw(NamedTuple):
    """What a book is made from: a row for each step of each game, one for each game, one for each choice.

    A position without any choice has one row with no move.
    """

    key: Integers
    move: Integers
    ply: Integers
    of: Integers  # place of its game below
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
    """The games of one rule set, size and bot; it never changes."""

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
        """How many games."""
        return len(self._raw.game)

    @property
    def positions(self) -> int:
        """How many positions."""
        return len(self._keys)

    @property
    def games(self) -> frozenset[int]:
        """Their numbers."""
        return frozenset(self._raw.game.tolist())

    @property
    def nbytes(self) -> int:
        """What all arrays take."""
        return sum(found.nbytes for found in (*self._raw, *vars(self).values()) if isinstance(found, np.ndarray))

    def with_more(self, games: Iterable[BookGame]) -> Book:
        """A book with these games besides; one with the number of a game that is there takes its place."""
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
        """A book without the games of these numbers."""
        raw = self._raw
        stay = ~np.isin(raw.game, _whole(games))
        if stay.all():
            return self
        rows, place = stay[raw.of], np.cumsum(stay) - 1
        of_rows = (raw.key[rows], raw.move[rows], raw.ply[rows], place[raw.of[rows]])
        of_games = (raw.game[stay], raw.score[stay], raw.weight[stay], raw.person[stay])
        return Book(_Raw(*of_rows, *of_games, *raw[8:]), self._persons)

    def with_choices(self, choices: Mapping[int, Choices]) -> Book:
        """A book that knows the choices at these keys, in place of what it knew there."""
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
        """What is known of the position of a key; None where the bot has not been there."""
        node = int(np.searchsorted(self._keys, key))
        if node == len(self._keys) or self._keys[node] != key:
            return None
        first, last = self._edge_ends[node : node + 2].tolist()
        results = self._edge_move, self._weight, self._score, self._expected
        columns = (column[first:last].tolist() for column in results)
        tried = tuple(MoveResults(*row) for row in zip(*columns, strict=True))
        return BookEntry(tried, self.choices(key), float(self._unnamed[node]), float(self._searched[node]))

    def looked(self, key: int) -> bool:
        """Whether somebody has looked for choices in the position of a key."""
        at = int(np.searchsorted(self._choice_key, key))
        return at < len(self._choice_key) and self._choice_key[at] == key

    def choices(self, key: int) -> Choices | None:
        """The choices in the position of a key; None where nobody has looked for them."""
        first, last = (int(np.searchsorted(self._choice_key, key, side)) for side in ("left", "right"))
        if first == last:
            return None
        rows = zip(self._choice_move[first:last].tolist(), self._choice[first:last].tolist(), strict=True)
        return tuple((move, expected) for move, expected in rows if move != _NONE)

    def _value(self, node: Integers, edges: Integers, edge: Integers, counted: Numbers) -> None:
        """Reckon what is expected of each move and each choice, from the last positions to the first."""
        raw, nodes, following = self._raw, len(self._keys), _following(node, self._raw.of)
        score, at_node = raw.score[raw.of], edges // _MOVES
        known, of, at = self._locate(raw.choice_key, raw.choice_move, edges)
        named = known & (raw.choice_move != _NONE)
        tried = named & (at != _NONE)
        looked = np.zeros(nodes + 1, np.bool_)  # the last place is that of no position
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
        """Of moves at keys: whether the position is in the book, its place, and the move's place in ``edges`` or -1."""
        of = np.searchsorted(self._keys, keys)
        known = of < len(self._keys)
        known[known] = self._keys[of[known]] == keys[known]
        code = of * _MOVES + np.maximum(moves, 0)
        at = np.searchsorted(edges, code)
        there = known & (at < len(edges)) & (moves != _NONE)
        there[there] = edges[at[there]] == code[there]
        return known, of, np.where(there, at, _NONE)


def _following(node: Integers, of: Integers) -> Integers:
    """The next position of its game for each step, -1 for the last."""
    found = np.full(len(node), _NONE)
    same = of[1:] == of[:-1]
    found[:-1][same] = node[1:][same]
    return found


def _shares(edge: Integers, person: Integers) -> Numbers:
    """For each row what a person's result counts there, so that all of them together are no more than PERSON games."""
    if not len(edge):
        return _real()
    _, pair, count = np.unique(edge * (int(person.max()) + 1) + person, return_inverse=True, return_counts=True)
    shares: Numbers = np.minimum(1.0, PERSON / count)[pair]
    return shares


def _sums(place: Integers, values: Numbers, count: int) -> Numbers:
    """The sum at each place, to the last bit the same in whatever order the values come."""
    order = np.lexsort((values, place))
    return np.bincount(place[order], values[order], count).astype(np.float64)


def _by(values: Integers) -> dict[int, Integers]:
    """The places of each value."""
    order = np.argsort(values, kind="stable")
    found, first = np.unique(values[order], return_index=True)
    return dict(zip(found.tolist(), np.split(order, first[1:]), strict=True)) if len(values) else {}
