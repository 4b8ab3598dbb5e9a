"""What a solver answers: a proof, a refutation, or that it does not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Win:
    """A move that wins, and how: for each answer that leaves the attacker no five, what wins then.

    Without answers the move makes five, or a four that nothing stops.
    """

    move: int
    answers: tuple[tuple[int, Win], ...] = ()

    def __iter__(self) -> Iterator[Win]:
        """This move and every later one of the attacker's, parents first."""
        waiting = [self]
        while waiting:
            win = waiting.pop()
            yield win
            waiting.extend(below for _, below in reversed(win.answers))

    def line(self) -> list[int]:
        """Attacker's moves and first answers alternating, to the move that nothing stops."""
        points, win = [self.move], self
        while win.answers:
            reply, win = win.answers[0]
            points += [reply, win.move]
        return points


@dataclass(frozen=True, slots=True)
class Effort:
    """What an answer took: stones put on the board, and milliseconds in the kernel."""

    nodes: int
    ms: float = field(compare=False)


@dataclass(frozen=True, slots=True)
class Proof(Effort):
    """The attacker wins by ``win``, a tree with every defence."""

    win: Win

    @property
    def size(self) -> int:
        """Number of the attacker's moves in the tree."""
        return sum(1 for _ in self.win)


@dataclass(frozen=True, slots=True)
class Refuted(Effort):
    """Every attack of the method was tried, and none wins."""


@dataclass(frozen=True, slots=True)
class Unknown(Effort):
    """The limits or the stop flag ended the search."""


def read(words: Sequence[int]) -> Win:
    """Tree of a proof as the kernel writes it: children first, then the answers, their number and the move."""
    nodes: list[tuple[int, Sequence[int]]] = []
    at = len(words)
    while at:
        move, count = words[at - 1], words[at - 2]
        at -= count + 2
        nodes.append((move, words[at : at + count]))
    built: list[Win] = []
    for move, replies in reversed(nodes):
        first = len(built) - len(replies)
        built[first:] = [Win(move, tuple(zip(replies, built[first:], strict=True)))]
    (whole,) = built
    return whole
