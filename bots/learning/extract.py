"""From a position that is won to its pattern."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bots.learning import weights
from bots.learning.cells import Cells, Kind, Place, extent, least_image, turned
from bots.learning.lesson import Attack, Standing
from bots.learning.minimise import Minimiser
from bots.learning.pattern import Pattern, attacker_of, canvas, canvas_point
from bots.learning.prover import Prover, canonical, relocated
from bots.learning.siege import besiege
from bots.learning.trace import stones_on_fives, trace
from gomoku import symmetry
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import star
from gomoku.point import at, xy

MOST_POINTS = 64  # of a proof that is taken for a pattern
AROUND = 4  # how far along the lines a stone of the defender's can make a point of the proof forbidden


class Extractor:
    """Makes patterns of proven wins; ``bare`` proves on the canvas."""

    def __init__(self, bare: Prover) -> None:
        self._bare = bare

    def pattern(self, board: Board, attacker: Color, attack: Attack) -> Pattern | None:
        """The pattern of a proven win, the attacker to move.

        None where it needs more than a pattern holds or the solver finds no win in that, and where a five is there
        already, which everybody sees.
        """
        position, by = canonical(board)
        attack = Attack(attack.method, relocated(attack.win, symmetry.maps(board.size)[by]))
        color = attacker if attacker_of(self._bare.rules, attacker) else Color.BLACK
        minimiser = Minimiser(self._bare, color)
        for kinds in self._kinds(position, attacker, attack):
            source = Source(position, attacker, kinds)
            small = minimiser.minimal(source.cells, source.rules_out)
            if small is not None:
                return self._finished(small, color)
        return None

    def _kinds(self, board: Board, attacker: Color, attack: Attack) -> Iterator[dict[int, Kind]]:
        """What the proof may use: at first without the defender's stones, then, for fouls, with them."""
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

    def _finished(self, cells: Cells, color: Color) -> Pattern | None:
        """Pattern of minimal cells, all of it found anew on the canvas, so that it follows from the cells alone."""
        bare, rules = self._bare, self._bare.rules
        size, board = extent(cells), canvas(cells, color)
        empty = {(dx, dy): canvas_point((dx, dy), size) for dx, dy, kind in cells if kind is Kind.EMPTY}
        found = bare.attack_here(board, color, empty.values())
        if found.attack is None:
            return None
        length = trace(rules, board, color, found.attack.win).length
        if length < 2:
            return None
        blocking = []
        for (dx, dy), point in empty.items():
            board.place(point, color.other)
            if bare.attack_here(board, color, set(empty.values()) - {point}).standing is Standing.HELD:
                free = bare.attack(board, color).standing is Standing.HELD
                blocking.append((dx, dy, weights.base(length, free=free)))
            board.remove(point)
        return Pattern(
            rules=rules.name,
            attacker=attacker_of(rules, color),
            cells=cells,
            method=found.attack.method,
            length=length,
            blocking=tuple(blocking),
            setup=besiege(bare, board, color).standing is Standing.WON,
            win=found.attack.win,
        )


class Source:
    """Where on a board cells come from: ``cells`` are the least image of the given points."""

    def __init__(self, board: Board, attacker: Color, kinds: Mapping[int, Kind]) -> None:
        places = [(*xy(point, board.size), kind) for point, kind in kinds.items()]
        self.cells, by = least_image(places)
        self._board = board
        self._attacker = attacker
        self._back = symmetry.inverse(by)
        images = [turned((x, y), by) for x, y, _ in places]
        self._origin = min(x for x, _ in images), min(y for _, y in images)

    def rules_out(self, place: Place, kind: Kind) -> bool:
        """Whether the board holds something else at a place of the cells."""
        x, y = turned((place[0] + self._origin[0], place[1] + self._origin[1]), self._back)
        size = self._board.size
        if not (0 <= x < size and 0 <= y < size):
            return kind is not Kind.NOT_ATTACKER
        held = self._board[at(x, y, size)]
        return held == self._attacker if kind is Kind.NOT_ATTACKER else held != EMPTY
