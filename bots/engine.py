"""Engines and players: an engine opens players, and a player chooses moves.

Players are synchronous and never see the network. A player may keep state between moves, but that state only saves
work: what it answers follows from the seed, the game and the node limits, so chance is drawn from seed and ply.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.turns import Action
from gomoku.ruleset import RuleSet

MEMORY = 64 << 20  # bytes a player may hold where nobody says otherwise; they are taken as they fill

Numbers = tuple[float, ...]
"""Weights of an engine's evaluation as plain numbers, which any process may carry; which is which, the engine says."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a player may think: milliseconds and search nodes, None for no limit.

    Only limits without a time make an answer repeatable.
    """

    time_ms: int | None = None
    nodes: int | None = None


class Stop:
    """A flag that asks a thinking player to come back at once with the best it has.

    It is one element of a uint8 array, so that compiled code without the interpreter lock, or another process through
    shared memory, reads the very same byte.
    """

    __slots__ = ("array",)

    array: NDArray[np.uint8]  # shape (1,)

    def __init__(self, array: NDArray[np.uint8] | None = None) -> None:
        self.array = np.zeros(1, np.uint8) if array is None else array

    def set(self) -> None:
        """Ask for the end of the thinking."""
        self.array[0] = 1

    def clear(self) -> None:
        """Take the request back, before the flag serves another move."""
        self.array[0] = 0

    def is_set(self) -> bool:
        """Whether the end was asked for."""
        return bool(self.array[0])


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and what may be shown about it.

    ``score`` is in the engine's own units, higher is better for the side to move, None when the move was not scored.
    ``candidates`` are the best few points with their scores, the chosen one first. ``why`` is JSON-able; its ``kind``
    names the motive: "win" (the move makes a winning row), "block" (it takes the point of the opponent's), "attack",
    "defend", "centre", "slip", and what later engines add.
    ``forced`` names what passing would have lost to, as `bots.immediate_wins` has it.
    """

    point: int
    score: int | None = None
    candidates: tuple[tuple[int, int | None], ...] = ()
    why: Mapping[str, object] = field(default_factory=dict)
    forced: str | None = None


class Player(Protocol):
    """One engine at one side of one game."""

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose a move for the side to move; the game is left as it was found.

        Raises NoMove when the game is over or no point may be played.
        """
        ...

    def close(self) -> None:
        """Give back what the player holds; it is not asked again."""
        ...


@dataclass(frozen=True, slots=True)
class Advice:
    """What was learned from lost games and bears on one position.

    ``weights`` of points that block what the opponent threatens; ``won``: cells of boards, shape (boards, size * size),
    on which the colours ``winners``, shape (boards,), are to move and have a proven win. ``lost``: moves that are
    proven to lose, those that last longest at the end.
    """

    weights: Mapping[int, int]
    won: NDArray[np.uint8]
    winners: NDArray[np.uint8]
    lost: tuple[int, ...] = ()


@runtime_checkable
class AdvisedPlayer(Player, Protocol):
    """A player that can be told what was learned."""

    def advise(self, advice: Advice) -> None:
        """Take the advice for the next choice."""
        ...


@runtime_checkable
class SelectivePlayer(Player, Protocol):
    """A player that can be held to some of the empty points."""

    def choose_among(self, game: Game, allowed: NDArray[np.bool_], limits: Limits, stop: Stop) -> Choice:
        """Choose as ``choose`` does, but only where ``allowed``, of shape (size * size,), is true.

        Raises NoMove when it is true nowhere. An occupied point must be false.
        """
        ...


@dataclass(frozen=True, slots=True)
class OpeningAnswer:
    """What a player does in an opening; no ``action`` where it leaves that to others."""

    action: Action | None = None


@runtime_checkable
class DecidingPlayer(Player, Protocol):
    """A player that can be asked in an opening."""

    def decide(self, opening: Opening, limits: Limits, stop: Stop) -> OpeningAnswer:
        """What to do now; the opening is left as it was found. Raises what ``choose`` does."""
        ...


class Engine(ABC):
    """A way of playing, of which players are opened.

    ``gil_bound``: a move may hold the interpreter lock for more than about a millisecond. ``waits``: a move is worked
    out by some other program, for which a thread of ours only waits. ``compiled``: its first player waits for kernels
    to be loaded or, where no cache has them, compiled for seconds. ``weighs``: its evaluation has weights
    that are learned. ``knows_rules``: it reads wins and forbidden points
    from the rule set; an engine that does not counts five or more as five, and its players are selective.
    ``decides``: its players can be asked in openings.
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
        """Whether this engine plays these rules on a board of this size."""

    @abstractmethod
    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """A new player, which may hold up to ``memory`` bytes of state; raises UnsupportedGame."""

    def holds(self, memory: int) -> int:
        """Bytes that a player which was given so many may hold; 0 where it is next to nothing."""
        return 0

    def with_weights(self, weights: Numbers) -> "Engine":
        """The same engine with these weights; itself where its evaluation has none that are learned."""
        return self
