"""Named moves of a study, asked about again: each alone, with many times the nodes, and by the search too.

A win that the search claims counts only if the solver proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bots.engine import Limits, Stop
from bots.learning.proofs.defence_search import search_defences
from bots.learning.proofs.proven_positions import Proofs, Shelf
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import QUICK, Attack, Standing
from bots.learning.study.backward_replay import board_after, to_move
from bots.learning.study.statements import Move
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.alphabeta.negamax import WON
from bots.search.solver.solver import ENTRIES, POSITIONS, Solver
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset

SEARCHED = 4  # divisor of a proof's nodes for the search, ...
PROVED = 40  # ... and for each proof of a win it claims
SHARE = 60  # most such proofs
SEARCH_BYTES = 1 << 26


def recheck(
    rules: str,
    size: int,
    moves: Sequence[int],
    named: Sequence[Move],
    nodes: int,
    progress: Callable[[int, int], None] | None = None,
    shelf: Shelf | None = None,
) -> tuple[list[Move], Proofs]:
    """Return the moves after which ``nodes`` stones find no win either, and the proofs that others lose.

    ``named`` are moves of a game of legal ``moves``. The answer is repeatable except for what the ``shelf`` knows.
    ``progress`` is called with the moves done and their total. Raises UnknownRuleSet and BadBoardSize.
    """
    search = Deepening(ruleset(rules), size, SEARCH_BYTES)
    solver = Solver(ruleset(rules), size, ENTRIES, 2 * POSITIONS)  # this many stones fill more than the usual tree
    proofs = Proofs(solver, shelf)
    withstood = []
    for done, (ply, point) in enumerate(named):
        if progress is not None:
            progress(done, len(named))
        played = [*moves[:ply], point]
        if not _falls(solver, search, proofs, played, nodes):
            withstood.append((ply, point))
    return withstood, proofs


def _falls(solver: Solver, search: Deepening, proofs: Proofs, moves: Sequence[int], nodes: int) -> bool:
    """Tell whether the side to move after these moves is proven to win."""
    prover = Prover(solver, nodes, proofs=proofs)
    board, attacker = board_after(prover, moves), to_move(len(moves))
    if prover.rules.winning_line(board, moves[-1]) is not None or board.full:
        return False
    if prover.attack(board, attacker).standing is Standing.WON:
        return True
    found = search.search(board, attacker, moves[-1], Limits(nodes=nodes // SEARCHED), Stop())
    if found.moves and found.moves[0][1] >= WON and _wins(prover, board, attacker, found.moves[0][0]):
        return True
    return prover.press(board, attacker, nodes).standing is Standing.WON


def _wins(asked: Prover, board: Board, attacker: Color, move: int) -> bool:
    """Tell whether a move that the search takes for a win is proven: after every defence there is a win."""
    nodes = asked.nodes // PROVED
    prover = Prover(asked.solver, nodes, SHARE * nodes, proofs=asked.proofs)
    board.place(move, attacker)
    result = search_defences(prover, board, attacker, patient=True)
    board.remove(move)
    if result.standing is not Standing.WON:
        return False
    prover.note_win(board, attacker, Attack(QUICK[-1], result.win_by(move)), prover.spent)
    return True
