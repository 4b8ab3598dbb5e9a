"""The book of finished games that a bot has played: what it did in each position, and what came of it.

Positions are known by their keys, so that images and transpositions are one. Only the bot's own moves are in it, each
where the position lies as its key has it. It stands in arrays that never change; a book with other games is another
book, made from all of them anew, so that a book is the same however it came about. Nothing here imports numba.

A result is *evidence* against what a search expects of a move, which counts as much as PRIOR games. One person's
results at a move count together as PERSON games at most, those of an earlier version of the bot a part of one each.

A move is *spent*, if it has lost a game with nothing left to do better afterwards (there was no own move after it, or
the next position of that game is used up), or if the evidence leaves it less than SPENT of what the search expects:
three games lost and none won. A position is *used up*, if all its alternatives are spent: those of its `choices` within
MARGIN of the best that are expected to score FLOOR or more. Where nobody has looked for choices, a position is not used
up. So a lost game is laid to the bot's latest move that had an alternative, and to an earlier one when those are spent;
in the same way whichever version lost it. None of this is a proof, and none is passed on as one.

A search that was made two plies later has seen more: what a choice is expected to score is no more than the best choice
is in any position that a game came to by it, unless it is a proven win. So a bad end is laid to the move it came from,
and not to one move more at each loss.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gomoku.board import Color
from gomoku.keys import Keys
from gomoku.symmetry import maps

PRIOR: Final = 4.0
PERSON: Final = 3.0
EARLIER: Final = 0.25  # of a game, what one by an earlier version of the bot counts
SPENT: Final = 0.6
MARGIN: Final = 0.1
FLOOR: Final = 0.2
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
    """What came of a move: how many games it counts for and what they scored, and whether nothing was left after it."""

    move: int
    weight: float
    score: float
    lost: bool

    def expected(self, prior: float) -> float:
        """What it scores, where a search expects ``prior``."""
        return (PRIOR * prior + self.score) / (PRIOR + self.weight)


class BookEntry(NamedTuple):
    """What is known of a position; ``choices`` is None where nobody has looked for them."""

    tried: tuple[MoveResults, ...]
    choices: Choices | None


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
        self._weight = np.bincount(edge, counted, len(edges))
        self._score = np.bincount(edge, counted * raw.score[raw.of], len(edges))
        following = _following(node, raw.of)
        self._order(self._corrected(node, edges, edge, following))
        self._lost = self._reckon(node, edges, edge, following)

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
        columns = (column[first:last].tolist() for column in (self._edge_move, self._weight, self._score, self._lost))
        tried = tuple(MoveResults(*row) for row in zip(*columns, strict=True))
        return BookEntry(tried, self.choices(key))

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

    def _order(self, expected: Numbers) -> None:
        """Sort the choices by key, the best of each first, by what is expected of them."""
        raw = self._raw
        order = np.lexsort((raw.choice_move, -expected, raw.choice_key))
        self._choice_key, self._choice_move = raw.choice_key[order], raw.choice_move[order]
        self._choice = expected[order]

    def _corrected(self, node: Integers, edges: Integers, edge: Integers, following: Integers) -> Numbers:
        """What is expected of each choice, in the order of the raw ones: from the last positions to the first."""
        raw, nodes = self._raw, len(self._keys)
        known, of, at = self._placed(raw.choice_key, raw.choice_move, edges)
        expected = raw.choice.copy()
        best = np.full(nodes + 1, np.inf)  # infinite where nobody has looked, and in the place of no position
        best[of[known]] = 0.0
        played = known & (at != _NONE) & (expected < 1.0)
        most = np.full(len(edges), np.inf)
        ply_of = np.zeros(nodes, np.int64)
        ply_of[node] = raw.ply
        rows_by, choices_by = _by(raw.ply), _by(np.where(known, ply_of[np.where(known, of, 0)] if nodes else of, _NONE))
        for ply in sorted(rows_by, reverse=True):
            rows, here = rows_by[ply], choices_by.get(ply, _whole())
            np.minimum.at(most, edge[rows], best[following[rows]])
            less = here[played[here]]
            expected[less] = np.minimum(expected[less], most[at[less]])
            there = here[raw.choice_move[here] != _NONE]
            np.maximum.at(best, of[there], expected[there])
        return expected

    def _placed(self, keys: Integers, moves: Integers, edges: Integers) -> tuple[Flags, Integers, Integers]:
        """Of moves at keys: whether the position is in the book, its place, and the move's place in ``edges`` or -1."""
        of = np.searchsorted(self._keys, keys)
        known = of < len(self._keys)
        known[known] = self._keys[of[known]] == keys[known]
        code = of * _MOVES + np.maximum(moves, 0)
        at = np.searchsorted(edges, code)
        there = known & (at < len(edges)) & (moves != _NONE)
        there[there] = edges[at[there]] == code[there]
        return known, of, np.where(there, at, _NONE)

    def _reckon(self, node: Integers, edges: Integers, edge: Integers, following: Integers) -> Flags:
        """Whether each move has lost a game with nothing left afterwards: from the last positions to the first."""
        raw, nodes = self._raw, len(self._keys)
        losing = raw.score[raw.of] == 0
        looked, alternative_node, alternative_edge, prior = self._alternatives(edges)
        spent = (PRIOR * prior + self._score) / (PRIOR + self._weight) < SPENT * prior
        used = np.zeros(nodes + 1, np.bool_)
        used[_NONE] = True  # the place of those that have no position after them
        lost = np.zeros(len(edges), np.bool_)
        ply_of = np.zeros(nodes, np.int64)
        ply_of[node] = raw.ply
        rows_by, alternatives_by = _by(raw.ply), _by(ply_of[alternative_node])
        nodes_by = _by(ply_of)
        for ply in sorted(rows_by, reverse=True):
            rows = rows_by[ply]
            lost[edge[rows[losing[rows] & used[following[rows]]]]] = True
            left = alternatives_by.get(ply, _whole())
            at = alternative_edge[left]
            open_ = alternative_node[left[(at == _NONE) | ~(lost[at] | spent[at])]]
            here = nodes_by[ply]
            used[here] = looked[here]
            used[open_] = False
        return lost

    def _alternatives(self, edges: Integers) -> tuple[Flags, Integers, Integers, Numbers]:
        """Where choices were looked for, by position; the positions of all alternatives, and their moves' places in
        ``edges`` or -1; and what is expected of each of ``edges`` before any game."""
        nodes = len(self._keys)
        known, of, place = self._placed(self._choice_key, self._choice_move, edges)
        node, at, move, choice = of[known], place[known], self._choice_move[known], self._choice[known]
        looked = np.zeros(nodes, np.bool_)
        looked[node] = True
        best, worst = np.zeros(nodes), np.full(nodes, np.inf)
        np.maximum.at(best, node, choice)
        np.minimum.at(worst, node, choice)
        prior = np.where(looked, worst, UNKNOWN)[edges // _MOVES]
        there = at != _NONE
        prior[at[there]] = choice[there]
        good = (move != _NONE) & (choice >= best[node] - MARGIN) & (choice >= FLOOR)
        return looked, node[good], at[good], prior


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


def _by(values: Integers) -> dict[int, Integers]:
    """The places of each value."""
    order = np.argsort(values, kind="stable")
    found, first = np.unique(values[order], return_index=True)
    return dict(zip(found.tolist(), np.split(order, first[1:]), strict=True)) if len(values) else {}
