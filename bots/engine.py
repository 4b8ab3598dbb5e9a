"""Engines and players: an engine opens players, and a player chooses moves.

Players are synchronous and never see the network. A player may keep state between moves, but only to save work: its
answers depend on the seed, the game and the node limits, so random choices are derived from seed and ply.
"""

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

import msgspec
import numpy as np
from numpy.typing import NDArray

from bots.reasons import MoveReason
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.turns import Action
from gomoku.ruleset import RuleSet

MEMORY = 32 << 20  # default bytes for a player, committed as they fill
CORES = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
"""Cores that this process may use."""

Numbers = tuple[float, ...]
"""Weights of an engine's evaluation as plain numbers, which any process can hold; the engine defines their order."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on a player's thinking: milliseconds and search nodes, None for no limit, and most ``threads``.

    Answers are repeatable only without a time limit. A search uses several threads only with a time and no nodes.
    """

    time_ms: int | None = None
    nodes: int | None = None
    threads: int = 1


class Stop:
    """A flag that asks a thinking player to return at once with the best move so far.

    It is one element of a uint8 array, so that compiled code without the interpreter lock, or another process through
    shared memory, reads the same byte.
    """

    __slots__ = ("array",)

    array: NDArray[np.uint8]  # shape (1,)

    def __init__(self, array: NDArray[np.uint8] | None = None) -> None:
        self.array = np.zeros(1, np.uint8) if array is None else array

    def set(self) -> None:
        """Ask the player to stop."""
        self.array[0] = 1

    def clear(self) -> None:
        """Clear the flag before it serves another move."""
        self.array[0] = 0

    def is_set(self) -> bool:
        """Tell whether the flag is set."""
        return bool(self.array[0])


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far the search of one position has come: its depth and nodes, the score of the best move, the line expected.

    ``score`` is to the side to move.
    """

    depth: int
    nodes: int
    score: int
    line: tuple[int, ...]


LISTENER: ContextVar[Callable[[SearchProgress], None] | None] = ContextVar("LISTENER", default=None)
"""Listener for the progress of searches that run in this thread."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and the details that may be shown.

    ``score`` is in the engine's own units, higher is better for the side to move, None when the move was not scored.
    ``candidates`` are the best few points with their scores, the chosen one first. ``why`` is None when the engine
    gives no reason. ``forced`` names the loss that a pass would allow, as in `bots.immediate_wins`.
    """

    point: int
    score: int | None = None
    candidates: tuple[tuple[int, int | None], ...] = ()
    why: MoveReason | None = None
    forced: str | None = None

    @property
    def kind(self) -> str | None:
        """The kind of the reason."""
        return None if self.why is None else self.why.kind

    def tell(self) -> dict[str, Any]:
        """Return the reason as it is stored and sent, JSON-compatible; empty if there is none."""
        return {} if self.why is None else msgspec.to_builtins(self.why)


class Player(Protocol):
    """An engine playing one side of one game."""

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose a move for the side to move; the game is unchanged on return.

        Raises NoMove when the game is over or no point may be played.
        """
        ...

    def close(self) -> None:
        """Release the player's resources; it is not used afterwards."""
        ...


@dataclass(frozen=True, slots=True)
class Advice:
    """Knowledge from lost games about one position.

    ``won``: boards, shape (boards, size * size), on which the colours ``winners``, shape (boards,), are to move and
    have a proven win. ``lost``: moves proven to lose, those that last longest at the end.
    """

    won: NDArray[np.uint8]
    winners: NDArray[np.uint8]
    lost: tuple[int, ...] = ()


@runtime_checkable
class AdvisedPlayer(Player, Protocol):
    """A player that accepts learned advice."""

    def advise(self, advice: Advice) -> None:
        """Use the advice for the next choice."""
        ...


@runtime_checkable
class SelectivePlayer(Player, Protocol):
    """A player that can be restricted to some of the empty points."""

    def choose_among(self, game: Game, allowed: NDArray[np.bool_], limits: Limits, stop: Stop) -> Choice:
        """Choose as ``choose`` does, but only where ``allowed``, shape (size * size,), is True.

        Raises NoMove when it is True nowhere. It must be False on occupied points.
        """
        ...


@dataclass(frozen=True, slots=True)
class OpeningAnswer:
    """A player's action in an opening; ``action`` is None where it leaves the decision to others."""

    action: Action | None = None


@runtime_checkable
class DecidingPlayer(Player, Protocol):
    """A player that decides in openings."""

    def decide(self, opening: Opening, limits: Limits, stop: Stop) -> OpeningAnswer:
        """Choose an action; the opening is unchanged on return. Raises as ``choose`` does."""
        ...


class Engine(ABC):
    """A way of playing that opens players.

    ``gil_bound``: a move may hold the interpreter lock for more than about a millisecond. ``waits``: another program
    computes the move while a thread of ours only waits. ``compiled``: the first player waits for kernels to load or,
    without a cache, for seconds of compilation. ``weighs``: the evaluation has learned weights. ``knows_rules``: the
    engine reads wins and forbidden points from the rule set; one that does not counts five or more as five, and its
    players are selective. ``decides``: its players decide in openings.
    """

    name: str
    version: str
    gil_bound: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    compiled: ClassVar[bool] = False
    weighs: ClassVar[bool] = False
    knows_rules: ClassVar[bool] = False
    decides: ClassVar[bool] = False

    @abstractmethod
    def supports(self, rules: RuleSet, size: int) -> bool:
        """Tell whether the engine plays these rules on a board of this size."""

    @abstractmethod
    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """Open a player that may hold up to ``memory`` bytes of state; raises UnsupportedGame."""

    def holds(self, memory: int) -> int:
        """Return the bytes that a player given ``memory`` may hold; 0 for next to nothing."""
        return 0

    def with_weights(self, weights: Numbers) -> "Engine":
        """Return this engine with these weights, or itself if its evaluation has no learned weights."""
        return self
