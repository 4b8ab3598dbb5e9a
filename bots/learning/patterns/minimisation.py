"""Minimisation of a forced win: the pattern that is left when all that it does not need is taken away.

The attacker is held to the points that must be empty while the defender plays wherever it likes, so what is proven on
the canvas does not depend on what else lies on a board, but for fours that the defender's other stones would allow.
Each step asks the solver anew and goes through the cells in their order, which is that of the least image.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bots.learning.patterns.cells import Cells, Kind, Place, extent
from bots.learning.patterns.pattern import CANVAS, LARGEST, Image, canvas_point
from bots.learning.proofs.prover import Prover
from bots.search.solver.proof import Win
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import star
from gomoku.point import xy

MOST_CELLS = 96
BESIDE, NEAR = 1, 4  # how far along the lines a stone can make six of a five, or a point forbidden

Kinds = dict[int, Kind]  # by point of the canvas


class Minimiser:
    """Takes away cells as long as the proof stands; proves on the canvas, for one colour of the attacker."""

    def __init__(self, prover: Prover, attacker: Color) -> None:
        self._prover = prover
        self.attacker = attacker
        self._fouls_help = prover.rules.name == "renju" and attacker is Color.WHITE

    def minimal(
        self, cells: Cells, ruled_out: Callable[[Place, Kind], bool], known: Win | None = None
    ) -> tuple[Cells, Win | None] | None:
        """Cells of which no stone can be spared, the least of their images, and a proof; ``cells`` must be least too.

        None where there is no proof within the limits, or more is left than a pattern holds. ``ruled_out`` says of a
        place around them what the board that they come from does not hold there, so that it cannot be needed. ``known``
        may be a proof of the cells on the canvas: it saves the longest search.
        """
        size = extent(cells)
        kinds = {canvas_point((dx, dy), size): kind for dx, dy, kind in cells}
        win = self._stands(kinds, known, patient=True)
        if win is None:
            return None
        kinds, win = self._spare(kinds, win)
        left, top = xy(canvas_point((0, 0), size), CANVAS)
        for point, kind in self._clear(kinds, win).items():
            x, y = xy(point, CANVAS)
            if not ruled_out((x - left, y - top), kind):
                kinds[point] = kind
        image = Image([(*xy(point, CANVAS), kind) for point, kind in kinds.items()])
        if len(image.cells) > MOST_CELLS or max(extent(image.cells)) > LARGEST:
            return None
        return image.cells, image.on_canvas(win, CANVAS)

    def win(self, kinds: Kinds, extra: Iterable[tuple[int, Color]] = ()) -> Win | None:
        """Proof on the canvas with the stones of the cells and some more, the attacker held to the empty cells."""
        return self._stands(kinds, None, extra)

    def _stands(
        self, kinds: Kinds, win: Win | None, extra: Iterable[tuple[int, Color]] = (), *, patient: bool = False
    ) -> Win | None:
        """The given win where it replays as it is, or else another; ``patient`` looks for it with many more nodes."""
        board = Board(CANVAS)
        for point, kind in kinds.items():
            if kind in (Kind.ATTACKER, Kind.DEFENDER):
                board.place(point, self.attacker if kind is Kind.ATTACKER else self.attacker.other)
        for point, color in extra:
            board.place(point, color)
        within = [point for point, kind in kinds.items() if kind is Kind.EMPTY and board[point] == EMPTY]
        if win is not None and self._prover.solver.replays(board, self.attacker, win, within):
            return win
        found = self._prover.attack_here(board, self.attacker, within, patient=patient)
        return found.attack.win if found.attack is not None else None

    def _spare(self, kinds: Kinds, win: Win) -> tuple[Kinds, Win]:
        """Take away until nothing can be: what the limits left open may be proven once there is less to search."""
        while True:
            less, win = self._spare_empty(*self._spare_stones(kinds, win))
            if less == kinds:
                return kinds, win
            kinds = less

    def _spare_stones(self, kinds: Kinds, win: Win) -> tuple[Kinds, Win]:
        for point, kind in kinds.items():
            if kind in (Kind.ATTACKER, Kind.DEFENDER):
                without = _without(kinds, point)
                found = self._stands(without, win)
                if found is not None:
                    kinds, win = without, found
        return kinds, win

    def _spare_empty(self, kinds: Kinds, win: Win) -> tuple[Kinds, Win]:
        """A point need not be empty when the win stands with a stone of the defender's on it.

        Where such stones may help, by making its answers forbidden, it must stand without all of them too.
        """
        filled: list[tuple[int, Color]] = []
        for point, kind in kinds.items():
            if kind is Kind.EMPTY:
                stones = [*filled, (point, self.attacker.other)]
                without = _without(kinds, point)
                found = self._stands(without, win, stones)
                if found is not None and self._fouls_help:
                    found = self._stands(without, found)
                if found is not None:
                    kinds, win, filled = without, found, stones
        return kinds, win

    def _clear(self, kinds: Kinds, win: Win) -> Kinds:
        """Points around that must not be the attacker's, or must hold no stone since a forbidden point hangs on it."""
        rules = self._prover.rules.name
        if rules == "freestyle":
            return {}  # no stone of the attacker's ever hurts it
        reach = NEAR if rules == "renju" else BESIDE
        found: Kinds = {}
        around = {near for point in kinds for near in star(CANVAS, reach)[point]}
        for point in sorted(around - set(kinds)):
            if self._fouls_help and self._stands(kinds, win, [(point, self.attacker.other)]) is None:
                found[point] = Kind.EMPTY
            elif self._stands(kinds, win, [(point, self.attacker)]) is None:
                found[point] = Kind.NOT_ATTACKER
        return found


def _without(kinds: Kinds, point: int) -> Kinds:
    return {other: kind for other, kind in kinds.items() if other != point}
