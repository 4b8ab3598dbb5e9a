"""Positions that are proven won or lost, kept once for all who ask: up to symmetry, each with its proof.

A row says of one position, under one rule set, that the side to move wins, or that it loses whatever it plays. It lies
as the symmetry brings it that gives its key, and it is a position's own: it tells of no game. What is found on a shelf
has the very stones that were asked about, since two positions may share a key. What is put there was replayed first,
from the bytes that are kept.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bots.errors import BadProof
from bots.search.solver.proof import Defences, Proof, Win, load_win, relocate
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.keys import Keys

if TYPE_CHECKING:  # rows are read where no kernels are
    from bots.search.solver.solver import Solver

MOST_BYTES = 1 << 16  # of a packed proof: what takes more is found again, or not
NO_MOVE = 0
_ONE_BYTE = 256  # points of a board, each of which a byte can name


@dataclass(frozen=True, slots=True)
class Proven:
    """What is proven of the side to move: that it wins by ``win``, or that it is lost.

    Lost: ``win`` has what the opponent threatens and the answers to what disturbs that, as after a move of the
    opponent's, and its own move says nothing. ``method``: of the win, or of the threat.
    """

    won: bool
    method: str
    win: Win


class Row(NamedTuple):
    """A proven position as it is kept; ``length``: the number of the winner's moves, ``nodes``: what the proof took."""

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
        """Whether the row, but for its proof, is as it was made; a packed proof has a checksum of its own."""
        return self.seal == _seal(*self[:8])

    def proven(self) -> Proven:
        """What the row says, as it lies; raises BadProof for one that is damaged."""
        if not self.whole:
            raise BadProof("a row is not as it was made")
        return Proven(self.won, self.method, unpack_proof(self.proof))

    @property
    def to_move(self) -> Color:
        """The side of which it tells."""
        return Color(self.position[0])

    def board(self) -> Board:
        """The stones as they lie."""
        black, white = stones(self.position, self.size)
        return Board.from_stones(self.size, black, white)


class Shelf(Protocol):
    """Where rows are looked up."""

    def rows(self, rules: str, size: int, key: int) -> Iterable[Row]:
        """Those of a key; mostly one or none."""
        ...


class Proofs:
    """What a shelf knows and what was proven since, for one solver's rule set and size; ``fresh`` has the latter."""

    def __init__(self, solver: Solver, shelf: Shelf | None = None) -> None:
        self.fresh: dict[tuple[int, bytes], Row] = {}
        self._solver = solver
        self._rules = solver.position.rules.name
        self._size = solver.position.size
        self._shelf = shelf

    def probe(self, board: Board, to_move: Color) -> Proven | None:
        """What is proven of a position, for the board as it lies."""
        key, by = Keys.of(board).least(to_move)
        row = self._row(key, position(board, to_move, by))
        if row is None:
            return None
        try:
            found = row.proven()
        except BadProof:
            return None
        back = symmetry.maps(self._size)[symmetry.inverse(by)]
        return found if by == 0 else Proven(found.won, found.method, relocate(found.win, back))

    def store(self, board: Board, to_move: Color, proven: Proven, nodes: int) -> bool:
        """Keep what was proven of a position with so many ``nodes``; whether it is kept.

        It is not where it is known already, does not replay, or is too large.
        """
        key, by = Keys.of(board).least(to_move)
        place = position(board, to_move, by)
        if self._row(key, place) is not None:
            return False
        win = relocate(proven.win, symmetry.maps(self._size)[by])
        row = seal_row(self._rules, self._size, key, place, proven.won, proven.method, nodes, win)
        if len(row.proof) > MOST_BYTES or not replays(self._solver, row):
            return False
        self.fresh[key, place] = row
        return True

    def before(self, wanted: Callable[[Iterable[int]], Collection[int]]) -> None:
        """Keep, too, that who moves into a position that was found lost has won before; ``wanted`` says of which keys.

        Those positions are the ones a stone of the winner's less.
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
    """A row about a position that lies as its key has it."""
    plain = rules, size, key, place, won, method, win.length(), nodes
    return Row(*plain, _seal(*plain), pack_proof(win))


def replays(solver: Solver, row: Row) -> bool:
    """Whether a row is proven by what it holds, as far as the solver's own replay tells; False once that has ended."""
    try:
        proven, board, to_move = row.proven(), row.board(), row.to_move
    except (BadProof, ValueError):
        return False
    if proven.won:
        return solver.replays(board, to_move, proven.win)
    return _loses(solver, board, to_move, proven.win)


def _loses(solver: Solver, board: Board, color: Color, win: Win) -> bool:
    """Whether the side to move has no five, and after whatever it plays the other wins by its threat or answers."""
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
    """The side to move and the stones, as a symmetry brings them: the number of black's, then black's and white's."""
    image = symmetry.maps(board.size)[by]
    cells = board.cells
    black, white = (sorted(there for there, cell in zip(image, cells, strict=True) if cell == color) for color in Color)
    if len(cells) <= _ONE_BYTE:
        return bytes([to_move, len(black), *black, *white])
    return bytes([to_move]) + b"".join(n.to_bytes(2, "little") for n in (len(black), *black, *white))


def stones(place: bytes, size: int) -> tuple[list[int], list[int]]:
    """Black's and white's points of a position."""
    if size * size <= _ONE_BYTE:
        numbers = list(place[1:])
    else:
        numbers = [low + 256 * high for low, high in zip(place[1::2], place[2::2], strict=True)]
    black = numbers[0]
    return numbers[1 : 1 + black], numbers[1 + black :]


def pack_proof(win: Win) -> bytes:
    """A proof as it is kept."""
    return zlib.compress(json.dumps(win.dump(), separators=(",", ":")).encode())


def unpack_proof(proof: bytes) -> Win:
    """The proof that was packed; raises BadProof for anything else."""
    try:
        return load_win(json.loads(zlib.decompress(proof)))
    except (zlib.error, ValueError, RecursionError) as error:
        raise BadProof(str(error)) from error


def _seal(rules: str, size: int, key: int, place: bytes, won: bool, method: str, length: int, nodes: int) -> bytes:
    text = f"{rules} {size} {key} {won:d} {method} {length} {nodes} ".encode()
    return blake2b(text + place, digest_size=8).digest()
