"""What an opening answers: who acts, who has which colour, and where a stone may go.

Under an opening that swaps, seat, colour and the parity of the ply are three different things: one player may lay
several stones in a row, of both colours, and the colours are chosen later. An opening keeps no state; it reads the
actions so far.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from gomoku.board import Color

Action = int | str  # a point where a stone was laid, or the name of a choice that the opening offered


class Opening(ABC):
    """A state machine over the actions of two players, 0 the first and 1 the second."""

    name: ClassVar[str]

    @abstractmethod
    def player(self, actions: Sequence[Action]) -> int:
        """Player who acts next."""

    @abstractmethod
    def colors(self, actions: Sequence[Action]) -> tuple[Color, Color] | None:
        """Colours of players 0 and 1; None while undecided."""

    @abstractmethod
    def allows(self, actions: Sequence[Action], point: int, size: int) -> bool:
        """Whether the opening lets the next stone go to ``point``; the rule set has its own say."""
