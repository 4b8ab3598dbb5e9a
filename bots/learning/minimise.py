"""From a forced win on a board to the pattern that is left when all that it does not need is taken away.

The attacker is held to the points that must be empty while the defender plays wherever it likes, so what is proven on
the canvas does not depend on what else lies on a board, but for fours that the defender's other stones would allow.
Each step asks the solver anew and goes through the cells in their order, which is that of the least image.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bots.learning.cells import Cells, Kind, Place, extent, least
from bots.learning.pattern import CANVAS, LARGEST, canvas_point
from bots.learning.prover import Prover
from bots.search.proof import Win
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import star
from gomoku.point import xy

MOST_CELLS = 48
BESIDE, NEAR = 1, 4  # how far along the lines a stone can make six of a five, or a point forbidden

Kinds = dict[int, Kind]  # by point of the canvas


class Minimiser:
    """Takes away cells as long as the proof stands; proves on the canvas, for one colour of the attacker."""

    def __init__(self, prover: Prover, attacker: Color) -> None:
        self._prover = prover
        self.attacker = attacker

    def minimal(self, cells: Cells, ruled_out: Callable[[Place, Kind], bool]) -> Cells | None:
        """Cells of which no stone can be spared, the least of their images; ``cells`` must be so too.

        None where there is no proof within the limits, or more is left than a pattern holds. ``ruled_out`` says of a
        place around them what the board that they come from does not hold there, so that it cannot be needed.
        """
        size = extent(cells)
        kinds = {canvas_point((dx, dy), size): kind for dx, dy, kind in cells}
        if self.win(kinds) is None:
            return None
        kinds = self._spare(kinds)
        left, top = xy(canvas_point((0, 0), size), CANVAS)
        for point, kind in self._clear(kinds).items():
            x, y = xy(point, CANVAS)
            if not ruled_out((x - left, y - top), kind):
                kinds[point] = kind
        small = least((*xy(point, CANVAS), kind) for point, kind in kinds.items())
        if len(small) > MOST_CELLS or max(extent(small)) > LARGEST:
            return None
        return small

    def win(self, kinds: Kinds, extra: Iterable[tuple[int, Color]] = ()) -> Win | None:
        """Proof on the canvas with the stones of the cells and some more, the attacker held to the empty cells."""
        board = Board(CANVAS)
        for point, kind in kinds.items():
            if kind in (Kind.ATTACKER, Kind.DEFENDER):
                board.place(point, self.attacker if kind is Kind.ATTACKER else self.attacker.other)
        for point, color in extra:
            board.place(point, color)
        within = [point for point, kind in kinds.items() if kind is Kind.EMPTY and board[point] == EMPTY]
        found = self._prover.attack_here(board, self.attacker, within)
        return found.attack.win if found.attack is not None else None

    def _spare(self, kinds: Kinds) -> Kinds:
        """Take away until nothing can be: what the limits left open may be proven once there is less to search."""
        while (less := self._spare_empty(self._spare_stones(kinds))) != kinds:
            kinds = less
        return kinds

    def _spare_stones(self, kinds: Kinds) -> Kinds:
        for point, kind in kinds.items():
            if kind in (Kind.ATTACKER, Kind.DEFENDER):
                without = _without(kinds, point)
                kinds = without if self.win(without) is not None else kinds
        return kinds

    def _spare_empty(self, kinds: Kinds) -> Kinds:
        """A point need not be empty when the proof stands with a stone of the defender's on it."""
        filled: list[tuple[int, Color]] = []
        for point, kind in kinds.items():
            if kind is Kind.EMPTY:
                stones = [*filled, (point, self.attacker.other)]
                without = _without(kinds, point)
                if self.win(without, stones) is not None:
                    kinds, filled = without, stones
        return kinds

    def _clear(self, kinds: Kinds) -> Kinds:
        """Points around that must not be the attacker's, or that must hold no stone since fouls hang on it."""
        rules = self._prover.rules.name
        if rules == "freestyle":
            return {}  # no stone of the attacker's ever hurts it
        fouls_help = rules == "renju" and self.attacker is Color.WHITE
        reach = NEAR if rules == "renju" else BESIDE
        found: Kinds = {}
        around = {near for point in kinds for near in star(CANVAS, reach)[point]}
        for point in sorted(around - set(kinds)):
            if fouls_help and self.win(kinds, [(point, self.attacker.other)]) is None:
                found[point] = Kind.EMPTY
            elif self.win(kinds, [(point, self.attacker)]) is None:
                found[point] = Kind.NOT_ATTACKER
        return found


def _without(kinds: Kinds, point: int) -> Kinds:
    return {other: kind for other, kind in kinds.items() if other != point}
