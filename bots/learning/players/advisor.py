"""Advisors of a player beyond what is proven, and what they are asked: the move of the search, and other moves."""

from collections.abc import Callable, Collection
from typing import Final, NamedTuple, Protocol

from bots.engine import Choice
from gomoku.game import Game

NODES: Final = 20_000
"""Of each search by which experience learns what a move may score."""


class AdviceRequest(NamedTuple):
    """One move of a running game, not to be changed, by a player of the seed.

    ``own`` is what the search would play. ``allowed`` says of a point whether it may be played, and is neither known
    nor found to lose: a player that asks puts a question to the solver, which takes milliseconds. ``without`` searches
    once more and says what the search would play if neither these points were allowed nor those that lose; None where
    nothing is left. Its scores can be compared with those of ``own``. ``shallow``: whether the player's searches take
    less than NODES, so that experience has looked deeper.
    """

    game: Game
    own: Choice
    seed: int
    allowed: Callable[[int], bool]
    without: Callable[[Collection[int]], Choice | None]
    shallow: bool = False


class Advisor(Protocol):
    """What games have taught about moves, beyond what is proven; ``revision`` tells its states apart."""

    @property
    def revision(self) -> int:
        """Never the same for two states; 0 for nothing."""
        ...

    def advise(self, request: AdviceRequest) -> Choice | None:
        """What to play; None for ``request.own``. The answer follows from the request and the revision."""
        ...
