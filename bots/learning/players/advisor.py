"""The advisor interface: advice beyond proofs, and the request it answers."""

from collections.abc import Callable, Collection
from typing import Final, NamedTuple, Protocol

from bots.engine import Choice
from gomoku.game import Game

NODES: Final = 20_000
"""Nodes of each search by which experience estimates the score of a move."""


class AdviceRequest(NamedTuple):
    """A move of a running game, which must not be changed, by a player with this seed.

    ``own`` is the search's move. ``allowed`` tells whether a point may be played and is not known to lose.
    ``without`` searches again with these
    points and all losing ones excluded; None when no move is left. Its scores are comparable with those of ``own``.
    ``shallow``: the player's searches take fewer than NODES, so experience has looked deeper.
    """

    game: Game
    own: Choice
    seed: int
    allowed: Callable[[int], bool]
    without: Callable[[Collection[int]], Choice | None]
    shallow: bool = False


class Advisor(Protocol):
    """Advice about moves from earlier games, beyond proofs; ``revision`` identifies its state."""

    @property
    def revision(self) -> int:
        """A number unique to the state; 0 for no advice."""
        ...

    def knows(self, game: Game) -> bool:
        """Tell whether it may advise here, and may ask for another search for that."""
        ...

    def advise(self, request: AdviceRequest) -> Choice | None:
        """Return the move to play, or None for ``request.own``. The answer depends only on the request and the
        revision."""
        ...
