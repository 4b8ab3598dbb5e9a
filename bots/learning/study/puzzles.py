"""Puzzles of a studied game: the first of a run of proven wins, and last chances with few answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import QUICK
from bots.learning.study.backward_replay import board_after, to_move
from bots.learning.study.findings import StudiedMove, StudiedPuzzle
from bots.learning.study.puzzle_answers import decidable
from bots.search.alphabeta.iterative_deepening import Deepening

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
