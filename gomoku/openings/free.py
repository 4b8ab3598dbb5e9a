"""Free opening: the first player has black, and the players take turns anywhere on the board."""

from collections.abc import Sequence

from gomoku.board import Color
from gomoku.openings.opening import Action, Opening


class Free(Opening):
    """No opening rule at all."""

    name = "free"

    def player(self, actions: Sequence[Action]) -> int:
        """The players alternate."""
        return len(actions) % 2

    def colors(self, actions: Sequence[Action]) -> tuple[Color, Color]:
        """The first player is black from the start."""
        return Color.BLACK, Color.WHITE

    def allows(self, actions: Sequence[Action], point: int, size: int) -> bool:
        """Every point."""
        return True
