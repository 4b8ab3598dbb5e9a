"""Solver queries with the quick method first, and a memory of the answers for the positions of a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bots.engine import Limits
from bots.learning.proofs.proven_positions import NO_MOVE, Proofs, Proven
from bots.learning.proofs.verdicts import METHODS, QUICK, Attack, Standing, Verdict
from bots.search.solver.proof import Proof, Refuted, Unknown, Win, relocate
from bots.search.solver.solver import Method, Solver
from gomoku import symmetry
from gomoku.board import Board, Color

INSISTENCE = 10


class Prover:
    """Proofs of at most ``nodes`` stones each and ``total`` together, on a solver's board.

    Each position is solved as the least of its eight images, so mirrored games get the same answers, and only once, so
    a prover serves one game. When the total is used up, all unsolved positions are UNKNOWN. ``proofs`` is consulted
    before the solver and receives every proven position that was asked about.
    """

    def __init__(
        self,
        solver: Solver,
        nodes: int,
        total: int | None = None,
        methods: Sequence[Method] = QUICK,
        proofs: Proofs | None = None,
    ) -> None:
        self.solver = solver
        self.proofs = proofs
        self.spent = 0
        """Stones put on the board so far."""
        self.rules = solver.position.rules
        self.size = solver.position.size
        self.nodes = nodes
        self._left = total
        self._methods = tuple(methods)
        self._known: dict[tuple[bytes, Color], Verdict] = {}
        self._insisted: set[tuple[bytes, Color]] = set()
        self._pressed: dict[tuple[bytes, Color], Verdict] = {}
        self._turned: dict[tuple[bytes, Color], tuple[Verdict, Verdict]] = {}
        """Wins as known, and in the orientation of a board that was asked about: turning a large tree takes long."""
        self._cut: set[tuple[bytes, Color]] = set()  # UNKNOWN only because the total was used up

    def allow(self, total: int) -> None:
        """Allow further proofs ``total`` more stones, and retry positions that ran out of them."""
        self._left = total
        self._known = {key: found for key, found in self._known.items() if key not in self._cut}
        self._insisted -= self._cut
        self._cut.clear()

    def attack(self, board: Board, attacker: Color) -> Verdict:
        """Search for a forced win of the attacker, to move in a running game."""
        least, by = canonical(board)
        key = bytes(least.cells), attacker
        verdict = self._known.get(key) or self._look_up_or_solve(key, least)
        if verdict.attack is None or by == 0:
            return verdict
        here = bytes(board.cells), attacker
        known = self._turned.get(here)
        if known is None or known[0] is not verdict:
            back = symmetry.maps(self.size)[symmetry.inverse(by)]
            attack = replace(verdict.attack, win=relocate(verdict.attack.win, back))
            known = self._turned[here] = verdict, Verdict(verdict.standing, attack)
        return known[1]

    def insist(self, board: Board, attacker: Color) -> None:
        """Retry an undecided position with INSISTENCE times the nodes; `attack` then returns the result."""
        least, _ = canonical(board)
        key = bytes(least.cells), attacker
        if key in self._insisted or self.attack(board, attacker).standing is not Standing.UNKNOWN:
            return
        self._insisted.add(key)
        self._solve(key, least, patient=True)

    def press(self, board: Board, attacker: Color, nodes: int) -> Verdict:
        """Search with the strongest method and this many nodes; `attack` then returns a win it finds.

        If it finds none, the verdict's ``pressed`` is set, unless less than ``nodes`` is left of the total.
        """
        known = self.attack(board, attacker)
        if known.standing is Standing.WON:
            return known
        least, _ = canonical(board)
        key = bytes(least.cells), attacker
        before = self._pressed.get(key, known)
        if before.withstands(METHODS[-1]):
            return replace(before, pressed=nodes)
        if (before.pressed or 0) >= nodes or (self._left is not None and self._left < nodes):
            return before
        found = self._prove(least, attacker, METHODS[-1], None, nodes)
        if isinstance(found, Proof):
            attack = Attack(METHODS[-1], found.win, found.nodes)
            self.note_win(least, attacker, attack, found.nodes)
            self._remember(key, Verdict(Standing.WON, attack))
            return self.attack(board, attacker)
        if isinstance(found, Refuted):
            known = replace(known, standing=Standing.OPEN, refuted=METHODS[-1])
        self._pressed[key] = replace(known, pressed=nodes)
        return self._pressed[key]

    def note_win(self, board: Board, attacker: Color, attack: Attack, nodes: int) -> None:
        """Record a win of the attacker, to move, found by other means than `attack` at a cost of ``nodes``."""
        kept = self.proofs is not None and self.proofs.store(
            board, attacker, Proven(True, attack.method, attack.win), nodes
        )
        if kept:
            least, _ = canonical(board)
            self._known.pop((bytes(least.cells), attacker), None)

    def find_loss(self, board: Board, color: Color) -> Attack | None:
        """Return the opponent's attack if ``color``, to move, is known to lose (see `Proven`), else None."""
        found = None if self.proofs is None else self.proofs.probe(board, color)
        return None if found is None or found.won else Attack(found.method, found.win)

    def note_loss(
        self, board: Board, color: Color, threat: Attack, answers: Sequence[tuple[int, Win]], nodes: int
    ) -> None:
        """Record that ``color``, to move, loses to a threat and to these answers to all that disturbs it."""
        if self.proofs is not None:
            win = Win(NO_MOVE, tuple(sorted(answers)), threat.win)
            self.proofs.store(board, color, Proven(False, threat.method, win), nodes)

    def _look_up_or_solve(self, key: tuple[bytes, Color], least: Board) -> Verdict:
        """Return the stored result of a position, or solve it."""
        known = None if self.proofs is None else self.proofs.probe(least, key[1])
        if known is None:
            return self._solve(key, least)
        if known.won:
            return self._remember(key, Verdict(Standing.WON, Attack(known.method, known.win)))
        return self._remember(key, Verdict(Standing.OPEN, None, METHODS[-1]))

    def _solve(self, key: tuple[bytes, Color], least: Board, *, patient: bool = False) -> Verdict:
        before = self.spent
        found = self.attack_here(least, key[1], patient=patient)
        if found.attack is not None and self.proofs is not None:
            self.proofs.store(least, key[1], Proven(True, found.attack.method, found.attack.win), self.spent - before)
        return self._remember(key, found)

    def _remember(self, key: tuple[bytes, Color], verdict: Verdict) -> Verdict:
        self._known[key] = verdict
        if self._left is not None and self._left <= 0:
            self._cut.add(key)
        return verdict

    def five(self, board: Board, color: Color) -> int | None:
        """Return a point where a stone of the colour makes five, or None."""
        found = self.solver.prove(board, color, fours=0)
        return found.win.move if isinstance(found, Proof) else None

    def attack_here(
        self, board: Board, attacker: Color, within: Collection[int] | None = None, *, patient: bool = False
    ) -> Verdict:
        """Search as `attack` does, but without memory, in the board's orientation, and with moves confined to
        ``within``.

        ``patient`` allows INSISTENCE times the nodes.
        """
        refuted: Method | None = None
        before = self.spent
        nodes = INSISTENCE * self.nodes if patient else self.nodes
        for method in self._methods:
            found = self._prove(board, attacker, method, within, nodes)
            if isinstance(found, Proof):
                return Verdict(Standing.WON, Attack(method, found.win, self.spent - before))
            refuted = method if isinstance(found, Refuted) else refuted
        standing = Standing.OPEN if refuted == self._methods[-1] else Standing.UNKNOWN
        return Verdict(standing, None, refuted, self.spent - before)

    def _prove(
        self, board: Board, attacker: Color, method: Method, within: Collection[int] | None, nodes: int
    ) -> Proof | Refuted | Unknown:
        nodes = nodes if self._left is None else min(nodes, self._left)
        if nodes <= 0:
            return Unknown(0, 0.0)
        found = self.solver.prove(board, attacker, Limits(nodes=nodes), method=method, within=within)
        self.spent += found.nodes
        if self._left is not None:
            self._left -= found.nodes
        return found


def canonical(board: Board) -> tuple[Board, int]:
    """Return the least of a board's eight images and the symmetry that gives it."""
    stones = ((point, color) for point, color in enumerate(board.cells) if color)
    placed, by = symmetry.canonical_stones(stones, board.size)
    least = Board(board.size)
    for point, color in placed:
        least.place(point, Color(color))
    return least, by
