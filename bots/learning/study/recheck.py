"""Named moves of a study, asked about again: each alone, with many times the nodes, and by the search too.

A win that the search claims counts as proven only if the solver proves it; its scores are for the check of a study.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bots.engine import Limits, Stop
from bots.learning.proofs.defence_search import search_defences
from bots.learning.proofs.proven_positions import Proofs, Shelf
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import QUICK, Attack, Standing
from bots.learning.study.backward_replay import board_after, to_move
from bots.learning.study.check import ScoreQuestion
from bots.learning.study.findings import PROVEN, PositionScore
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


def answer(
    rules: str,
    size: int,
    moves: Sequence[int],
    question: ScoreQuestion,
    nodes: int,
    proof_nodes: int,
    shelf: Shelf | None = None,
) -> tuple[PositionScore, Proofs]:
    """Score a move or position of a game with ``nodes`` of the search; ``proof_nodes`` bound the proofs that a move
    loses. Return the new proofs too, as `recheck`, and raise as it does.
    """
    ply, point = question
    search = Deepening(ruleset(rules), size, SEARCH_BYTES)
    solver = Solver(ruleset(rules), size, ENTRIES, 2 * POSITIONS)
    proofs = Proofs(solver, shelf)
    if point is None:
        best, value = _score(search, moves[:ply], nodes, moves[ply])
        return PositionScore(ply, None, value, best), proofs
    played = [*moves[:ply], point]
    if _falls(solver, search, proofs, played, proof_nodes):
        return PositionScore(ply, point, -PROVEN), proofs
    return PositionScore(ply, point, -_score(search, played, nodes)[1]), proofs


def _score(search: Deepening, moves: Sequence[int], nodes: int, without: int | None = None) -> tuple[int | None, int]:
    """Return the best move other than ``without`` and its score; PROVEN is a win that the search claims.

    A single move is played before the search, which would not look beyond it.
    """
    rules, size = search.position.rules, search.position.size
    board = Board.from_stones(size, moves[::2], moves[1::2])
    if rules.winning_line(board, moves[-1]) is not None:
        return None, -PROVEN
    if board.full:
        return None, 0
    search.start(board, to_move(len(moves)), moves[-1], Limits(nodes=nodes))
    left = [point for point in search.roots if point != without]
    if not left:
        return None, -PROVEN
    if len(left) == 1:
        return left[0], -_score(search, [*moves, left[0]], nodes)[1]
    if without in search.roots:
        search.exclude(without)
    best, value = search.deepen(Limits(nodes=nodes), Stop()).moves[0]
    return best, PROVEN if value >= WON else -PROVEN if value <= -WON else value


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
