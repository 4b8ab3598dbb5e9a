"""Extraction of a pattern from a won position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bots.learning.patterns import block_weights
from bots.learning.patterns.cells import Cells, Kind, Place, extent
from bots.learning.patterns.minimisation import Minimiser
from bots.learning.patterns.pattern import Image, Pattern, attacker_of, canvas, canvas_point
from bots.learning.proofs.defence_search import loses
from bots.learning.proofs.prover import Prover, canonical
from bots.learning.proofs.trace import stones_on_fives, trace
from bots.learning.proofs.verdicts import QUICK, Attack, Standing
from bots.search.solver.proof import Win, relocate
from gomoku import symmetry
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import star
from gomoku.point import at, xy

MOST_POINTS = 64  # most points of a proof that becomes a pattern
AROUND = 4  # distance along the lines at which a defender's stone can make a point of the proof forbidden


class Extractor:
    """Makes patterns of proven wins; ``bare`` proves on the canvas."""

    def __init__(self, bare: Prover) -> None:
        self._bare = bare

    def pattern(self, board: Board, attacker: Color, attack: Attack) -> Pattern | None:
        """Extract the pattern of a proven win, with the attacker to move.

        None when the win needs more than a pattern holds, when the solver finds no win in the pattern alone, or when
        the attacker already has a five to make.
        """
        position, by = canonical(board)
        attack = Attack(attack.method, relocate(attack.win, symmetry.maps(board.size)[by]))
        color = attacker if attacker_of(self._bare.rules, attacker) else Color.BLACK
        minimiser = Minimiser(self._bare, color)
        for kinds in self._kinds(position, attacker, attack):
            image = Image([(*xy(point, position.size), kind) for point, kind in kinds.items()])
            rules_out = partial(_rules_out, position, attacker, image)
            small = minimiser.minimal(image.cells, rules_out, image.on_canvas(attack.win, position.size))
            if small is not None:
                return self._finish(*small, color)
        return None

    def _kinds(self, board: Board, attacker: Color, attack: Attack) -> Iterator[dict[int, Kind]]:
        """Yield the cells the proof may need: first without the defender's stones, then, in renju, with those
        nearby."""
        rules = self._bare.rules
        empty = trace(rules, board, attacker, attack.win).points
        if len(empty) > MOST_POINTS:
            return
        kinds = dict.fromkeys(empty, Kind.EMPTY)
        kinds |= dict.fromkeys(stones_on_fives(board, attacker, empty, rules.length), Kind.ATTACKER)
        yield kinds
        if rules.name == "renju":
            near = {other for point in empty for other in star(board.size, AROUND)[point]}
            stones = {p: Kind.ATTACKER if board[p] == attacker else Kind.DEFENDER for p in near if board[p] != EMPTY}
            yield kinds | stones

    def _finish(self, cells: Cells, known: Win | None, color: Color) -> Pattern | None:
        """Build the pattern of minimal cells from a proof found again on the canvas, so that it depends on the cells
        alone.

        Uses the proof ``known`` only when the limits are too low to find one.
        """
        bare, rules = self._bare, self._bare.rules
        size, board = extent(cells), canvas(cells, color)
        empty = {(dx, dy): canvas_point((dx, dy), size) for dx, dy, kind in cells if kind is Kind.EMPTY}
        attack = bare.attack_here(board, color, empty.values()).attack
        if attack is None and known is not None and bare.solver.replays(board, color, known, empty.values()):
            attack = Attack(QUICK[-1], known)
        if attack is None:
            return None
        length = trace(rules, board, color, attack.win).length
        if length < 2:
            return None
        blocking = []
        for (dx, dy), point in empty.items():
            board.place(point, color.other)
            if bare.attack_here(board, color, set(empty.values()) - {point}).standing is Standing.OPEN:
                free = bare.attack(board, color).standing is Standing.OPEN
                blocking.append((dx, dy, block_weights.base(length, free=free)))
            board.remove(point)
        return Pattern(
            rules=rules.name,
            attacker=attacker_of(rules, color),
            cells=cells,
            method=attack.method,
            length=length,
            blocking=tuple(blocking),
            setup=loses(bare, board, color),
            win=attack.win,
        )


def _rules_out(board: Board, attacker: Color, image: Image, place: Place, kind: Kind) -> bool:
    """Tell whether the board contradicts this kind of cell at a place of the image."""
    x, y = image.back(place)
    size = board.size
    if not (0 <= x < size and 0 <= y < size):
        return kind is not Kind.NOT_ATTACKER
    held = board[at(x, y, size)]
    return held == attacker if kind is Kind.NOT_ATTACKER else held != EMPTY
