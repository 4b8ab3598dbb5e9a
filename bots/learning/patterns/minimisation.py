"""Minimisation of a forced win to the pattern of the cells it needs.

The attacker is confined to the pattern's empty points while the defender may play anywhere, so a proof on the canvas
does not depend on the rest of a board, except for fours that other stones of the defender's would allow. Each step asks
the solver again and visits the cells in the order of the least image.
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
BESIDE, NEAR = 1, 4  # distance along the lines at which a stone can make an overline of a five, or a point forbidden

Kinds = dict[int, Kind]  # by point of the canvas


class Minimiser:
    """Removes cells while the proof still stands. Proves on the canvas, for one colour of the attacker."""

    def __init__(self, prover: Prover, attacker: Color) -> None:
        self._prover = prover
        self.attacker = attacker
        self._fouls_help = prover.rules.name == "renju" and attacker is Color.WHITE

    def minimal(
        self, cells: Cells, ruled_out: Callable[[Place, Kind], bool], known: Win | None = None
    ) -> tuple[Cells, Win | None] | None:
        """Return cells from which no stone can be removed, as their least image, with a proof; ``cells`` must be least
        too.

        None when the limits find no proof, or when more is left than a pattern holds. ``ruled_out`` tells that the
        original board contradicts a kind of cell at a surrounding place, so the pattern cannot need it. ``known``, a
        proof of the cells on the canvas, saves the longest search.
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
        """Find a proof on the canvas with the cells' stones and ``extra`` ones, the attacker confined to the empty
        cells."""
        return self._stands(kinds, None, extra)

    def _stands(
        self, kinds: Kinds, win: Win | None, extra: Iterable[tuple[int, Color]] = (), *, patient: bool = False
    ) -> Win | None:
        """Return the given win if it replays, else search for another; ``patient`` allows many more nodes."""
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
        """Remove cells until none can be removed: with fewer cells to search, the limits may prove what they could not
        before."""
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
        """Drop each empty cell where the win stands with a defender's stone on it.

        Where such stones may help the attacker, by making the defender's answers forbidden, the win must also stand
        without them.
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
        """Find surrounding points that must not hold an attacker's stone, or that must be empty to keep a point
        forbidden."""
        rules = self._prover.rules.name
        if rules == "freestyle":
            return {}  # an attacker's stone never hurts the attacker
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
