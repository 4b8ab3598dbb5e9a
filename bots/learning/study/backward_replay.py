"""Backward replay: walks a decided game back from its end to where the loser lost it.

Where the winner is to move, the solver searches for a proof. Where the loser is to move, the position is lost if the
winner threatens a proven win and every defence fails; the winner's preceding move then won, whether or not the solver
sees it directly. The walk ends at the first open position, where a move of the loser withstood all that was asked of
it. A position without such a move, where not every move is proven to lose, cannot hold the mistake. Undecided positions
may lie between proven ones, but not before the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bots.learning.proofs.defence_search import DefenceResult, press, search_defences
from bots.learning.proofs.lesson import Lesson
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import QUICK, Attack, OpenMove, Standing
from bots.learning.study.findings import LosingMove
from gomoku.board import EMPTY, Board, Color

BRIDGE = 4  # consecutive undecided positions beyond which the walk stops


def replay(prover: Prover, moves: Sequence[int], winner: Color) -> Lesson | None:
    """Find the lesson of a game that ended after these moves; None where nothing is proven within the limits.

    A last move that won on the board, or lost by being forbidden, is skipped.
    """
    attacks = _walk(prover, moves, winner)
    if not attacks:
        return None
    entry = min(attacks)
    left: tuple[OpenMove, ...] = ()
    undecided: tuple[int, ...] = ()
    result: DefenceResult | None = None
    won: Attack | None = None
    if entry > 0:
        board = board_after(prover, moves[: entry - 1])
        result = harder(prover, board, winner, attacks[entry])
        won = prover.attack(board, winner.other).attack
        known = {moves[entry - 1]} if won is None else {moves[entry - 1], won.win.move}
        left = tuple(move for move in result.open() if move.point not in known)
        undecided = tuple(point for point in result.left() if point not in known)
        if result.threat is not None:
            attacks[entry - 1] = result.threat
    return Lesson(
        winner=winner,
        entry=entry,
        mistake=entry - 1 if left or won is not None else None,
        open=left,
        undecided=undecided,
        line=tuple(attacks[entry].win.longest()),
        won=None if won is None else won.win.move,
        led=tuple(ply for ply in range(entry, len(moves)) if to_move(ply) is not winner),
        attacks=attacks,
        defence=result,
    )


def _walk(prover: Prover, moves: Sequence[int], winner: Color) -> dict[int, Attack]:
    """Return the proven positions of the last run, by ply; the first has the winner to move, or no stone."""
    board = board_after(prover, moves)
    attacks: dict[int, Attack] = {}
    result: DefenceResult | None = None  # of the position after this one
    gap, before = 0, prover.spent
    for ply in range(len(moves), -1, -1):
        if ply < len(moves):
            board.remove(moves[ply])
        elif ended_on_board(prover, moves):
            continue
        if to_move(ply) is winner:
            found = prover.attack(board, winner)
            if found.standing is Standing.OPEN:
                found = prover.press(board, winner, prover.nodes)
            standing, attack = found.standing, found.attack
            if attack is None and result is not None and result.standing is Standing.WON:
                standing, attack = Standing.WON, Attack(QUICK[-1], result.win_by(moves[ply]), prover.spent - before)
                prover.note_win(board, winner, attack, attack.nodes)
        else:
            result = search_defences(prover, board, winner, attacks.get(ply + 1), patient=True)
            if result.standing is Standing.OPEN and result.threat is not None:
                result = harder(prover, board, winner, attacks.get(ply + 1))
            standing, attack = result.standing, result.threat
        if standing is Standing.OPEN:
            break
        gap = 0 if standing is Standing.WON else gap + 1
        if gap > BRIDGE:
            break
        if standing is Standing.WON and attack is not None:
            attacks[ply] = attack
    return attacks


def harder(prover: Prover, board: Board, winner: Color, refuted_by: Attack | None) -> DefenceResult:
    """Ask about every move of the loser, with no less effort for moves to be named than for the one played.

    OPEN if a move withstood everything, UNKNOWN if none did and not all lose.
    """
    result = search_defences(prover, board, winner, refuted_by, whole=True, patient=True)
    result = press(prover, board, winner, result, 0 if refuted_by is None else refuted_by.nodes)
    if result.standing is Standing.OPEN and result.threat is not None and not result.open():
        return replace(result, standing=Standing.UNKNOWN)
    return result


def to_move(ply: int) -> Color:
    """Return the colour to move after ``ply`` moves."""
    return Color.WHITE if ply % 2 else Color.BLACK


def board_after(prover: Prover, moves: Sequence[int]) -> Board:
    """Return the board after moves known to be playable."""
    return Board.from_stones(prover.size, moves[::2], moves[1::2])


def ended_on_board(prover: Prover, moves: Sequence[int]) -> bool:
    """Tell whether the last move won, or was forbidden and lost."""
    if not moves:
        return False
    board, last = board_after(prover, moves), moves[-1]
    if prover.rules.winning_line(board, last) is not None:
        return True
    board.remove(last)
    return prover.rules.forbidden(board, last, to_move(len(moves) - 1)) is not None


class LosingMoves(NamedTuple):
    """``lost``: moves with the line that wins after each. ``rest``: the line that wins after every point that is in
    neither this list nor the open and undecided ones, None if unproven. ``forbidden``: illegal points."""

    lost: tuple[LosingMove, ...]
    rest: tuple[int, ...] | None
    forbidden: tuple[int, ...]


def find_losing_moves(prover: Prover, board: Board, mover: Color, result: DefenceResult | None) -> LosingMoves:
    """Find the losing moves among those asked about, with the defender to move."""
    rules = prover.rules
    empty = [point for point in range(len(board.cells)) if board[point] == EMPTY]
    banned = tuple(point for point in empty if rules.forbidden(board, point, mover) is not None)
    if result is None or result.threat is None or prover.five(board, mover) is not None:
        return LosingMoves((), None, banned)
    lost = tuple(LosingMove(point, tuple(win.longest())) for point, win in result.wins())
    return LosingMoves(lost, tuple(result.threat.win.longest()), banned)
