"""The solver's interface: proofs of forced wins for levels, review, learning and puzzles."""

import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Literal, get_args

import numpy as np

from bots.engine import Limits, Stop
from bots.search.board import layout
from bots.search.board.position import Position
from bots.search.deadline import deadline
from bots.search.runtime.jit import U, Words
from bots.search.solver import defences, proof_tree, solver_layout, vcf, vct
from bots.search.solver.proof import Defences, Proof, Refuted, Unknown, Win, read_win
from bots.search.solver.workspace import Workspace
from gomoku.board import Board, Color
from gomoku.ruleset import RuleSet

Method = Literal["vcf", "vct", "fukumi"]
METHODS: tuple[Method, ...] = get_args(Method)

ENTRIES = 1 << 20  # slots for refuted positions, eight bytes each
POSITIONS = 1 << 19  # positions in the tree of a threat search
POSITION_BYTES = 104  # bytes for each of them, its proof included

FOREVER = np.iinfo(np.int64).max


class Solver:
    """A solver for one rule set and board size; one search at a time.

    ``entries`` and ``positions`` size its `Workspace`, whose memory is committed as it fills. Solvers that never run at
    the same time may share a workspace. Raises BadBoardSize for an unsupported size or rule set.
    """

    def __init__(
        self,
        rules: RuleSet,
        size: int,
        entries: int = ENTRIES,
        positions: int = POSITIONS,
        workspace: Workspace | None = None,
    ) -> None:
        self.position = Position(rules, size)
        self._search: Words = np.zeros(int(solver_layout.SEARCH_WORDS), np.uint64)
        self._flags = Stop(), Stop()
        self._workspace = workspace or Workspace(entries, positions)
        # compile or load the kernels before anything is timed
        for method in METHODS:
            self.prove(Board(size), Color.BLACK, method=method)
        self.defences(Board(size), Color.BLACK, Win(0))

    @contextmanager
    def heeding(self, stop: Stop, time_ms: int | None = None) -> Iterator[None]:
        """Make every search in the block end when the flag is set or ``time_ms`` has passed."""
        with deadline(time_ms) as up:
            self._flags = stop, up
            try:
                yield
            finally:
                self._flags = Stop(), Stop()

    @property
    def ended(self) -> bool:
        """Tell whether a heeded flag or timeout has ended all searches."""
        return any(flag.is_set() for flag in self._flags)

    def prove(
        self,
        board: Board,
        attacker: Color,
        limits: Limits | None = None,
        stop: Stop | None = None,
        fours: int | None = None,
        *,
        method: Method = "vcf",
        within: Collection[int] | None = None,
    ) -> Proof | Refuted | Unknown:
        """Search for a forced win of the attacker, to move in a running game.

        ``vcf``: by continuous fours. ``vct``: by continuous threats, as `vct` defines them; Refuted then means only
        that such threats do not win. ``fukumi``: VCT with quiet moves too, at many times the cost.

        ``limits.nodes`` bounds the stones put on the board; the answer is the same for the same bound. ``fours`` bounds
        the fours before the five in a VCF, and in a VCT those of each threat and of each VCF that ends it; where only
        more fours could decide, the answer is Unknown. ``within`` confines the attacker to a set of points: it plays,
        and counts on a five, on no other.

        Without limits a VCF search runs to its end, or until a proof exceeds 64 Ki words (caro), and a VCT search until
        its tree is full. Raises BadBoardSize for a board of another size.
        """
        limits = limits or Limits()
        search = self._prepare(board, limits.nodes, within)
        search[int(solver_layout.LEFT)] = FOREVER if fours is None else fours
        search[int(solver_layout.TICK)] = fours is not None
        search[int(solver_layout.WIDE)] = method == "fukumi"
        heeded, over = self._flags
        with deadline(limits.time_ms) as up:
            before = time.perf_counter()
            result = self._run(method, stop or heeded, over if limits.time_ms is None else up, U(attacker - 1))
            ms = (time.perf_counter() - before) * 1000
        nodes = int(search[int(solver_layout.NODES)])
        if result == solver_layout.WON:
            return Proof(nodes, ms, self._win(method))
        exhausted = result == solver_layout.REFUTED and not search[int(solver_layout.CUT)]
        return Refuted(nodes, ms) if exhausted else Unknown(nodes, ms)

    def defences(
        self, board: Board, attacker: Color, win: Win, limits: Limits | None = None, stop: Stop | None = None
    ) -> Defences | Unknown:
        """Find the legal points of the defender, to move, at which the attacker's ``win`` does not replay unchanged.

        ``win`` is the attacker's proof if the defender passes, from this solver. The points are exactly those at which
        `check` would reject it, found faster. Unknown once limits or flags ended the search. Raises BadBoardSize for a
        board of another size.
        """
        limits = limits or Limits()
        search = self._prepare(board, limits.nodes)
        proof = np.array(win.words(), np.uint64)
        heeded, over = self._flags
        with deadline(limits.time_ms) as up:
            arrays = self._arrays(stop or heeded, over if limits.time_ms is None else up)
            before = time.perf_counter()
            whole = defences.find_defences(self.position.arrays, arrays, proof, U(proof.size), U(attacker - 1))
            ms = (time.perf_counter() - before) * 1000
        nodes = int(search[int(solver_layout.NODES)])
        if not whole:
            return Unknown(nodes, ms)
        return Defences(
            nodes, ms, _points(search[int(solver_layout.DEFENCES) : int(solver_layout.DEFENCES + layout.BITS)])
        )

    def replays(self, board: Board, attacker: Color, win: Win, within: Collection[int] | None = None) -> bool:
        """Tell whether the attacker, to move, wins by this proof unchanged, counting on fives only ``within`` the
        points.

        With ``within`` None it agrees with `check`, but is faster. Also False once a heeded flag ended it. Raises
        BadBoardSize for a board of another size.
        """
        self._prepare(board, None, within)
        proof = np.array(win.words(), np.uint64)
        begin = defences.replay_proof(
            self.position.arrays, self._arrays(*self._flags), proof, U(proof.size), U(attacker - 1)
        )
        return bool(begin != defences.FAILED)

    def _prepare(self, board: Board, nodes: int | None, within: Collection[int] | None = None) -> Words:
        self.position.set_board(board)
        self._workspace.searches += 1
        search = self._search
        search[: int(solver_layout.MOVES)] = 0
        search[int(solver_layout.LIMIT)] = FOREVER if nodes is None else nodes
        search[int(solver_layout.SALT)] = self._workspace.searches * int(solver_layout.SPREAD) % 2**64
        search[int(solver_layout.CONFINED)] = within is not None
        search[int(solver_layout.WITHIN) : int(solver_layout.MARKED)] = (
            ~np.uint64(0) if within is None else _set(within)
        )
        return search

    def _run(self, method: Method, stop: Stop, up: Stop, side: np.uint64) -> int:
        board, arrays, space = self.position.arrays, self._arrays(stop, up), self._workspace
        if method == "vcf":
            return int(vcf.search_vcf(board, arrays, side))
        threats = proof_tree.ThreatArrays(space.tree, space.proofs, space.solved, space.path)
        return int(vct.search_vct(board, arrays, threats, side))

    def _arrays(self, stop: Stop, up: Stop) -> solver_layout.SolverArrays:
        return solver_layout.SolverArrays(self._search, self._workspace.refuted, stop.array, up.array)

    def _win(self, method: Method) -> Win:
        if method == "vcf":
            first = int(solver_layout.PROOFS)
            return read_win(self._search[first : first + int(self._search[int(solver_layout.PROOF)])])
        return proof_tree.extract_win(self._workspace.tree, self._workspace.proofs)


def _set(points: Collection[int]) -> Words:
    """Encode a set of points as the kernels read it."""
    words = [0] * int(layout.BITS)
    for point in points:
        words[point // 64] |= 1 << point % 64
    return np.array(words, np.uint64)


def _points(words: Words) -> tuple[int, ...]:
    return tuple(64 * n + bit for n, word in enumerate(words.tolist()) for bit in range(64) if word >> bit & 1)
