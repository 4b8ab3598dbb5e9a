"""Backward replay: a decided game is walked back from its end to where its loser was lost.

Where the winner is to move, the solver is asked for a proof. Where the loser is to move, the position is lost when the
winner threatens a proof and every defence fails; then the winner's move before it has won, whatever the solver sees of
it. The walk ends at the first position that is open: where the loser had a move that withstood all that was asked of
it. One without, where not every move is proven to lose, does not carry the mistake. What was not decided within the
limits may lie between proven positions, never before the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bots.learning.proofs.defence_search import DefenceResult, press, search_defences
from bots.learning.proofs.lesson import Lesson
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import QUICK, Attack, OpenMove, Standing
from gomoku.board import Board, Color

BRIDGE = 4  # undecided positions in a row, beyond which the walk goes no further back


def replay(prover: Prover, moves: Sequence[int], winner: Color) -> Lesson | None:
    """Lesson of a game that ended after these moves; None where nothing is proven within the limits.

    A last move that won on the board, or lost by being forbidden, is not looked at.
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
    """Proven positions of the last run, by ply; the first of them has the winner to move, or no stone."""
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
    """The loser's turn with every move asked about, those that are to be named no less than the one played.

    OPEN where some move withstood it all, UNKNOWN where none did and not all of them lose.
    """
    result = search_defences(prover, board, winner, refuted_by, whole=True, patient=True)
    result = press(prover, board, winner, result, 0 if refuted_by is None else refuted_by.nodes)
    if result.standing is Standing.OPEN and result.threat is not None and not result.open():
        return replace(result, standing=Standing.UNKNOWN)
    return result


def to_move(ply: int) -> Color:
    """Colour to move after so many moves."""
    return Color.WHITE if ply % 2 else Color.BLACK


def board_after(prover: Prover, moves: Sequence[int]) -> Board:
    """Board after moves that are known to be playable."""
    return Board.from_stones(prover.size, moves[::2], moves[1::2])


def ended_on_board(prover: Prover, moves: Sequence[int]) -> bool:
    """Whether the last move won, or was forbidden and lost."""
    if not moves:
        return False
    board, last = board_after(prover, moves), moves[-1]
    if prover.rules.winning_line(board, last) is not None:
        return True
    board.remove(last)
    return prover.rules.forbidden(board, last, to_move(len(moves) - 1)) is not None
