"""Judging answers to puzzles: whether an attack goes on after a move, and whether a win makes a decidable puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from bots.engine import Limits, Stop
from bots.learning.proofs.defence_search import DefenceResult, search_defences
from bots.learning.proofs.prover import Prover, canonical
from bots.learning.proofs.verdicts import METHODS, QUICK, Attack, Standing
from bots.learning.study.backward_replay import board_after, to_move
from bots.learning.study.findings import StudiedMove, StudiedPuzzle
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.solver.solver import Solver
from gomoku import symmetry
from gomoku.board import EMPTY, Board, Color

SHARE = 60  # nodes for judging a puzzle, in proofs that reach their limit
CANDIDATES = 4  # moves that look good to the search, one of which wins
SEARCH_NODES = 2_000
QUIET = 3  # arbitrary moves near the stones that are tried
NEAR = 2  # most lines from a stone


def find_answers(
    provers: Sequence[Prover], board: Board, attacker: Color, method: str, hint: Attack | None
) -> tuple[Standing, DefenceResult]:
    """Tell whether every defence loses, the defender to move; OPEN when one certainly leaves no win by the method.

    The provers are asked in order, those with few nodes first, until one decides: one open defence suffices, and often
    one is refuted with few nodes while others are not with many. ``hint`` is the attack before the last move: a quiet
    move leaves it as a threat that need not be found again.
    """
    for prover in provers:
        result = search_defences(prover, board, attacker, hint, whole=True)
        standing = _standing(result, method)
        if standing is not Standing.UNKNOWN:
            break
    return standing, result


def _standing(result: DefenceResult, method: str) -> Standing:
    if result.threat is None:
        refuted = result.refuted is not None and METHODS.index(result.refuted) >= METHODS.index(method)
        return Standing.OPEN if refuted else Standing.UNKNOWN
    if result.withstanding(method):
        return Standing.OPEN
    return Standing.WON if result.standing is Standing.WON else Standing.UNKNOWN


def decidable(solver: Solver, search: Deepening, nodes: int, board: Board, attacker: Color, last: int) -> bool:
    """Tell whether most alternatives can be judged in little time, and at least one fails to keep up the attack.

    The attacker is to move after a stone on ``last``, and has a win that takes at most ``nodes`` to prove. The
    alternatives are the best moves of the search and some near the stones; at most one may stay undecided. Images of a
    board get the same answer.
    """
    least, by = canonical(board)
    provers = [Prover(solver, limit, SHARE * nodes) for limit in (nodes // 4, nodes)]
    attack = provers[-1].attack(least, attacker).attack
    if attack is None:
        return False
    found = search.search(least, attacker, symmetry.maps(board.size)[by][last], Limits(nodes=SEARCH_NODES), Stop())
    moves = dict.fromkeys([point for point, _ in found.moves[:CANDIDATES]] + list(_near(least)))
    seen = dict.fromkeys(Standing, 0)
    for point in moves:
        if point == attack.win.move or solver.position.rules.forbidden(least, point, attacker) is not None:
            continue
        least.place(point, attacker)
        standing, _ = find_answers(provers, least, attacker, attack.method, attack)
        least.remove(point)
        seen[standing] += 1
        if seen[Standing.UNKNOWN] > 1:
            return False
    return seen[Standing.OPEN] > 0


def _near(board: Board) -> Iterator[int]:
    """Yield points near the stones, spread over the board."""
    size = board.size
    near = {
        y * size + x
        for point, cell in enumerate(board.cells)
        if cell
        for y in range(max(0, point // size - NEAR), min(size, point // size + NEAR + 1))
        for x in range(max(0, point % size - NEAR), min(size, point % size + NEAR + 1))
    }
    free = sorted(point for point in near if board[point] == EMPTY)
    return islice(free, len(free) // (2 * QUIET), None, max(1, len(free) // QUIET))


MOST_PUZZLES = 4
MOST_LEFT = 3  # moves, named or undecided, in a puzzle of defence
LONG = 2  # least number of the attacker's moves, up to the unstoppable one, that make a win a puzzle


def find_puzzles(
    prover: Prover, search: Deepening, nodes: int, moves: Sequence[int], found: Sequence[StudiedMove]
) -> tuple[StudiedPuzzle, ...]:
    """Find the positions of a game to solve, from the findings about its moves.

    ``nodes`` bounds each search of the judge of answers; ``search`` finds plausible alternatives.
    """
    return tuple(islice(_list_puzzles(prover, search, nodes, moves, found), MOST_PUZZLES))


def _list_puzzles(
    prover: Prover, search: Deepening, nodes: int, moves: Sequence[int], found: Sequence[StudiedMove]
) -> Iterator[StudiedPuzzle]:
    for ply, move in enumerate(found):
        win = move.win
        before = found[ply - 2].win if ply >= 2 else None
        long = win is not None and win.method in QUICK and len(win.line) >= 2 * LONG - 1
        if win is not None and long and before is None and _decidable(prover, search, nodes, moves[:ply]):
            yield StudiedPuzzle("win", ply, win.method, win.line)
        left, threat = tuple(each.point for each in move.open), move.threat
        few = left and win is None and len(left) + len(move.undecided) <= MOST_LEFT
        if few and threat is not None and threat.method in QUICK and _is_found_alone(prover, nodes, moves[: ply + 1]):
            yield StudiedPuzzle("defence", ply, threat.method, left)


def _is_found_alone(prover: Prover, nodes: int, moves: Sequence[int]) -> bool:
    """Tell whether the solver finds the win anew, as the judge of answers must: proofs are forgotten."""
    board = board_after(prover, moves)
    return Prover(prover.solver, nodes).attack(board, to_move(len(moves))).attack is not None


def _decidable(prover: Prover, search: Deepening, nodes: int, moves: Sequence[int]) -> bool:
    """Tell whether most moves can be judged against the proven win."""
    board = board_after(prover, moves)
    return decidable(prover.solver, search, nodes, board, to_move(len(moves)), moves[-1])
