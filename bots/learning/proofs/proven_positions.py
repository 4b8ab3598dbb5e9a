"""Positions proven won or lost, stored once for all uses, up to symmetry, each with its proof.

A row states of one position, under one rule set, that the side to move wins, or that it loses whatever it plays. It is
stored in the orientation that gives its key, and refers to no game. Lookups compare the stones, because two positions
may share a key. A row is stored only after its proof replayed from the bytes to be stored.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bots.errors import BadProof
from bots.search.solver.proof import Defences, Proof, Win, load_win, relocate, win_size
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.keys import Keys

if TYPE_CHECKING:  # rows are read without kernels
    from bots.search.solver.solver import Solver

MOST_BYTES = 1 << 16  # of a packed proof; larger proofs are not kept
MOST_STEPS = 20_000  # moves of the winner in a proof that is kept
MOST_READ = 16  # proofs kept as they were read, which takes long for large ones
NO_MOVE = 0
_ONE_BYTE = 256  # a board with at most this many points names each in one byte


@dataclass(frozen=True, slots=True)
class Proven:
    """A proven result for the side to move: it wins by ``win``, or it is lost.

    If lost, ``win`` has the opponent's threat and its answers to every defence that disturbs it, as after a move of the
    opponent's; its own move is meaningless. ``method`` is that of the win or of the threat.
    """

    won: bool
    method: str
    win: Win


class Row(NamedTuple):
    """A stored proven position; ``length``: number of the winner's moves, ``nodes``: cost of the proof."""

    rules: str
    size: int
    key: int
    position: bytes
    won: bool
    method: str
    length: int
    nodes: int
    seal: bytes
    proof: bytes

    @property
    def whole(self) -> bool:
        """Whether the row, apart from its proof, is intact; a packed proof has its own checksum."""
        return self.seal == _seal(*self[:8])

    def proven(self) -> Proven:
        """Return the result in the stored orientation; raises BadProof for a damaged row."""
        if not self.whole:
            raise BadProof("the row is damaged")
        return Proven(self.won, self.method, unpack_proof(self.proof))

    @property
    def to_move(self) -> Color:
        """The side to move."""
        return Color(self.position[0])

    def board(self) -> Board:
        """Return the stones in the stored orientation."""
        black, white = stones(self.position, self.size)
        return Board.from_stones(self.size, black, white)


class Shelf(Protocol):
    """Interface for looking up rows."""

    def rows(self, rules: str, size: int, key: int) -> Iterable[Row]:
        """Return the rows with a key, usually one or none."""
        ...


class Proofs:
    """Proofs from a shelf and new ones, for one solver's rule set and size; ``fresh`` has the new ones, which have
    ``most_steps`` moves of the winner together, if given."""

    def __init__(self, solver: Solver, shelf: Shelf | None = None, most_steps: int = sys.maxsize) -> None:
        self.fresh: dict[tuple[int, bytes], Row] = {}
        self._solver = solver
        self._rules = solver.position.rules.name
        self._size = solver.position.size
        self._shelf = shelf
        self._steps = most_steps
        self._read: dict[tuple[bytes, int], Proven] = {}

    def probe(self, board: Board, to_move: Color) -> Proven | None:
        """Return the proven result of a position in the board's orientation, or None."""
        key, by = Keys.of(board).least(to_move)
        place = position(board, to_move, by)
        row = self._row(key, place)
        if row is None:
            return None
        if (place, by) not in self._read:
            try:
                found = row.proven()
            except BadProof:
                return None
            back = symmetry.maps(self._size)[symmetry.inverse(by)]
            if len(self._read) == MOST_READ:
                del self._read[next(iter(self._read))]
            self._read[place, by] = found if by == 0 else Proven(found.won, found.method, relocate(found.win, back))
        return self._read[place, by]

    def store(self, board: Board, to_move: Color, proven: Proven, nodes: int) -> bool:
        """Store a result that took ``nodes`` to prove; return whether it was stored.

        It is not stored if it is known already, does not replay, or is too large, or if those before it were: what is
        stored takes long to be packed, read and replayed.
        """
        size = win_size(proven.win, min(MOST_STEPS, self._steps))
        if size is None:
            return False
        key, by = Keys.of(board).least(to_move)
        place = position(board, to_move, by)
        if self._row(key, place) is not None:
            return False
        win = relocate(proven.win, symmetry.maps(self._size)[by])
        row = seal_row(self._rules, self._size, key, place, proven.won, proven.method, nodes, win)
        if len(row.proof) > MOST_BYTES or not replays(self._solver, row):
            return False
        self._steps -= size
        self.fresh[key, place] = row
        return True

    def before(self, wanted: Callable[[Iterable[int]], Collection[int]]) -> None:
        """Also record the predecessors of a newly found lost position as won; ``wanted`` selects them by key.

        A predecessor has one of the winner's stones less.
        """
        for row in [row for row in self.fresh.values() if not row.won]:
            board, winner, win = row.board(), row.to_move.other, row.proven().win
            keys, found = Keys.of(board), dict[int, int]()
            for point, cell in enumerate(board.cells):
                if cell == winner:
                    keys.turn(point, winner)
                    found[point] = keys.key(winner)
                    keys.turn(point, winner)
            kept = wanted(found.values())
            for point in (point for point, key in found.items() if key in kept):
                board.remove(point)
                self.store(board, winner, Proven(True, row.method, Win(point, win.answers, win.threat)), row.nodes)
                board.place(point, winner)

    def _row(self, key: int, place: bytes) -> Row | None:
        fresh = self.fresh.get((key, place))
        if fresh is not None or self._shelf is None:
            return fresh
        found = self._shelf.rows(self._rules, self._size, key)
        return next((row for row in found if row.position == place), None)


def seal_row(rules: str, size: int, key: int, place: bytes, won: bool, method: str, nodes: int, win: Win) -> Row:
    """Build the row of a position in the orientation of its key."""
    plain = rules, size, key, place, won, method, win.length(), nodes
    return Row(*plain, _seal(*plain), pack_proof(win))


def replays(solver: Solver, row: Row) -> bool:
    """Tell whether the solver replays the row's proof; False once the solver has been stopped."""
    try:
        proven, board, to_move = row.proven(), row.board(), row.to_move
    except (BadProof, ValueError):
        return False
    if proven.won:
        return solver.replays(board, to_move, proven.win)
    return _loses(solver, board, to_move, proven.win)


def _loses(solver: Solver, board: Board, color: Color, win: Win) -> bool:
    """Tell whether the side to move has no five and loses whatever it plays, by the threat or the answers."""
    if win.threat is None or isinstance(solver.prove(board, color, fours=0), Proof):
        return False
    if not solver.replays(board, color.other, win.threat):
        return False
    answers, defences = dict(win.answers), solver.defences(board, color.other, win.threat)
    if not isinstance(defences, Defences):
        return False
    for point in defences.points:
        if point not in answers:
            return False
        board.place(point, color)
        wins = solver.replays(board, color.other, answers[point])
        board.remove(point)
        if not wins:
            return False
    return True


def position(board: Board, to_move: Color, by: int) -> bytes:
    """Encode a position under a symmetry: the side to move, the number of black stones, black's points, white's
    points."""
    image = symmetry.maps(board.size)[by]
    cells = board.cells
    black, white = (sorted(there for there, cell in zip(image, cells, strict=True) if cell == color) for color in Color)
    if len(cells) <= _ONE_BYTE:
        return bytes([to_move, len(black), *black, *white])
    return bytes([to_move]) + b"".join(n.to_bytes(2, "little") for n in (len(black), *black, *white))


def stones(place: bytes, size: int) -> tuple[list[int], list[int]]:
    """Decode black's and white's points of a position."""
    if size * size <= _ONE_BYTE:
        numbers = list(place[1:])
    else:
        numbers = [low + 256 * high for low, high in zip(place[1::2], place[2::2], strict=True)]
    black = numbers[0]
    return numbers[1 : 1 + black], numbers[1 + black :]


def pack_proof(win: Win) -> bytes:
    """Encode a proof for storage."""
    return zlib.compress(json.dumps(win.dump(), separators=(",", ":")).encode())


def unpack_proof(proof: bytes) -> Win:
    """Decode a stored proof; raises BadProof for anything else."""
    try:
        return load_win(json.loads(zlib.decompress(proof)))
    except (zlib.error, ValueError, RecursionError) as error:
        raise BadProof(str(error)) from error


def _seal(rules: str, size: int, key: int, place: bytes, won: bool, method: str, length: int, nodes: int) -> bytes:
    text = f"{rules} {size} {key} {won:d} {method} {length} {nodes} ".encode()
    return blake2b(text + place, digest_size=8).digest()
