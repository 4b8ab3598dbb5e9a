"""Answers of the solver: a proof, a refutation, or unknown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bots.errors import BadProof

THREATENS = 1 << 15  # flag in the answer count of a proof: the move makes no four, and its threat precedes its answers


@dataclass(frozen=True, slots=True)
class Win:
    """A winning move and the tree of its continuations.

    Without a ``threat`` the move makes five or a four: ``answers`` maps each answer that leaves the attacker no five to
    the win after it. With a ``threat`` the move threatens to win if the defender passes: ``answers`` holds each answer
    at which ``threat`` does not replay unchanged, and the threat meets every other one. The solver finds only threats
    by fours; a threat may be any proof.
    """

    move: int
    answers: tuple[tuple[int, Win], ...] = ()
    threat: Win | None = None

    def __iter__(self) -> Iterator[Win]:
        """Yield this move and all later attacker's moves, threats included, parents first."""
        waiting = [self]
        while waiting:
            win = waiting.pop()
            yield win
            waiting.extend(below for _, below in reversed(win.answers))
            if win.threat is not None:
                waiting.append(win.threat)

    def line(self) -> list[int]:
        """Return the attacker's moves and the first answers alternating, up to the move that nothing stops."""
        points, win = [self.move], self
        while win.answers:
            reply, win = win.answers[0]
            points += [reply, win.move]
        return points

    def length(self) -> int:
        """Count the attacker's moves on the longest line to the move that nothing stops, with threats carried out."""
        ways = [below.length() for _, below in self.answers]
        return 1 + max([*ways, 0 if self.threat is None else self.threat.length()], default=0)

    def longest(self) -> list[int]:
        """Return the line as `line` does, but with the answers that hold out longest."""
        points, win = [self.move], self
        while win.answers:
            reply, win = max(win.answers, key=lambda answer: answer[1].length())
            points += [reply, win.move]
        return points

    def words(self) -> list[int]:
        """Encode the tree as the kernels read and write it; see `read_win`."""
        words: list[int] = []
        for _, below in self.answers:
            words += below.words()
        if self.threat is not None:
            words += self.threat.words()
        words += [reply for reply, _ in self.answers]
        return [*words, len(self.answers) | (THREATENS if self.threat is not None else 0), self.move]

    def dump(self) -> list[Any]:
        """Encode the tree as plain JSON data: the move, its threat or None, then each answer followed by its win.

        Trailing None and empty parts are left out.
        """
        data: list[Any] = [self.move]
        if self.threat is not None or self.answers:
            data.append(None if self.threat is None else self.threat.dump())
        for reply, below in self.answers:
            data += [reply, below.dump()]
        return data


def win_size(win: Win, most: int) -> int | None:
    """Count the winner's moves in a tree, threats included; None if there are more than ``most``."""
    count = sum(1 for _ in islice(win, most + 1))
    return None if count > most else count


def relocate(win: Win, places: Sequence[int]) -> Win:
    """Return the proof with every point ``p`` moved to ``places[p]``."""
    answers = tuple(sorted((places[reply], relocate(below, places)) for reply, below in win.answers))
    return Win(places[win.move], answers, win.threat and relocate(win.threat, places))


def load_win(data: object) -> Win:
    """Decode a dumped tree; raises BadProof for anything else. It is not verified: `check` does that."""
    if not isinstance(data, list) or not data:
        raise BadProof("a move must be a non-empty list")
    if len(data) > 1 and len(data) % 2:
        raise BadProof("an answer has no win after it")
    points = [data[0], *data[2::2]]
    if not all(type(point) is int and point >= 0 for point in points):
        raise BadProof("a point must be an integer of 0 or more")
    if len(set(points[1:])) < len(points) - 1:
        raise BadProof("two wins follow the same answer")
    threat = load_win(data[1]) if len(data) > 1 and data[1] is not None else None
    answers = tuple((reply, load_win(below)) for reply, below in zip(data[2::2], data[3::2], strict=True))
    return Win(data[0], answers, threat)


@dataclass(frozen=True, slots=True)
class Effort:
    """Cost of an answer: stones put on the board, and milliseconds in the kernel."""

    nodes: int
    ms: float = field(compare=False)


@dataclass(frozen=True, slots=True)
class Proof(Effort):
    """The attacker wins by ``win``, a tree with every defence."""

    win: Win

    @property
    def size(self) -> int:
        """Count the attacker's moves in the tree, threats included."""
        return sum(1 for _ in self.win)


@dataclass(frozen=True, slots=True)
class Refuted(Effort):
    """Every attack of the method was tried, and none wins."""


@dataclass(frozen=True, slots=True)
class Defences(Effort):
    """All legal points of the defender, ascending, at which a win does not replay unchanged."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unknown(Effort):
    """The limits or the stop flag ended the search."""


def read_win(words: Sequence[int] | NDArray[np.uint64]) -> Win:
    """Decode a tree of continuous fours as the kernel writes it: children first, then answers, their number and the
    move.

    Reads backwards and stops at the first word of the tree, so ``words`` may be the end of a longer array.
    """
    nodes: list[tuple[int, Sequence[int]]] = []
    at, waiting = len(words), 1
    while waiting:
        move, count = int(words[at - 1]), int(words[at - 2])
        at -= count + 2
        nodes.append((move, [int(reply) for reply in words[at : at + count]]))
        waiting += count - 1
    built: list[Win] = []
    for move, replies in reversed(nodes):
        first = len(built) - len(replies)
        built[first:] = [Win(move, tuple(zip(replies, built[first:], strict=True)))]
    (whole,) = built
    return whole
