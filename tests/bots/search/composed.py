"""Proofs deeper than the solver finds them, spoilt ones, and a judge of both that tries every answer."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bots.search.solver.proof import Defences, Proof, Win
from bots.search.solver.proof_check import Unsound, check
from bots.search.solver.solver import Solver
from gomoku.board import EMPTY, Board, Color
from gomoku.ruleset import RuleSet
from tests.bots.search.positions import ENCLOSED, RULES, walled

RULE_SETS = pytest.mark.parametrize(
    "rules", [pytest.param(rules, marks=[pytest.mark.slow] * (rules in ENCLOSED)) for rules in RULES]
)
"""Trying every answer takes longest where fives may be enclosed: in caro some 12 s of 33."""


def empty(board: Board) -> list[int]:
    return [point for point, cell in enumerate(board.cells) if cell == EMPTY]


def makes_five(rules: RuleSet, board: Board, color: Color) -> bool:
    """Tell whether some stone of the colour wins at once."""
    for point in empty(board):
        board.place(point, color)
        row = rules.winning_line(board, point)
        board.remove(point)
        if row is not None:
            return True
    return False


def holds(rules: RuleSet, board: Board, attacker: Color, win: Win) -> bool:
    """Tell whether a proof holds by its definition: every legal answer to a move is tried."""
    if not 0 <= win.move < len(board.cells) or board[win.move] != EMPTY:
        return False
    if rules.forbidden(board, win.move, attacker) is not None:
        return False
    board.place(win.move, attacker)
    answers = dict(win.answers)

    def answered(point: int) -> bool:
        then = answers.get(point, win.threat)
        board.place(point, attacker.other)
        if win.threat is None and makes_five(rules, board, attacker):
            found = True
        else:
            found = then is not None and holds(rules, board, attacker, then)
        board.remove(point)
        return found

    found = rules.winning_line(board, win.move) is not None or (
        not makes_five(rules, board, attacker.other)
        and all(answered(p) for p in empty(board) if rules.forbidden(board, p, attacker.other) is None)
    )
    board.remove(win.move)
    return found


def accepted(rules: RuleSet, board: Board, attacker: Color, win: Win) -> bool:
    """Tell whether the checker accepts a proof."""
    try:
        check(rules, board, attacker, win)
    except Unsound:
        return False
    return True


def spoiling(rules: RuleSet, board: Board, attacker: Color, win: Win) -> tuple[int, ...]:
    """List every point at which the checker rejects the attack, a five of the defender's included."""
    defender, found = attacker.other, []
    for point in empty(board):
        if rules.forbidden(board, point, defender):
            continue
        board.place(point, defender)
        if rules.winning_line(board, point) is not None or not accepted(rules, board, attacker, win):
            found.append(point)
        board.remove(point)
    return tuple(found)


def listed(solver: Solver, board: Board, attacker: Color, win: Win) -> tuple[int, ...]:
    """Return the points that the solver finds."""
    found = solver.defences(board, attacker, win)
    assert isinstance(found, Defences)
    return found.points


def composed(chance: random.Random, solver: Solver, board: Board, attacker: Color, depth: int) -> Win | None:
    """Compose a win by a move that threatens a win of this depth; those of depth 0 are the solver's own.

    None when the move leaves an answer after which the solver has no win.
    """
    rules, move = solver.position.rules, chance.choice(empty(board))
    if depth == 0 or rules.forbidden(board, move, attacker):
        found = solver.prove(board, attacker, method="vct")
        return found.win if isinstance(found, Proof) else None
    board.place(move, attacker)
    win = None
    threat = composed(chance, solver, board, attacker, depth - 1)
    if threat is not None and not makes_five(rules, board, attacker.other):
        answers = []
        for point in spoiling(rules, board, attacker, threat):
            board.place(point, attacker.other)
            five = makes_five(rules, board, attacker.other)
            then = None if five else composed(chance, solver, board, attacker, chance.randrange(depth))
            board.remove(point)
            if then is None:
                break
            answers.append((point, then))
        else:
            win = Win(move, tuple(answers), threat)
    board.remove(move)
    return win


def composed_wins(chance: random.Random, solver: Solver, most: int) -> Iterator[tuple[Board, Color, Win]]:
    """Yield boards with few empty points, the colour to move, and its wins of depth 2 with at most ``most`` moves."""
    while True:
        attacker = chance.choice(list(Color))
        board = walled(chance, attacker, 14, 5)
        win = composed(chance, solver, board, attacker, 2)
        if win is not None and win.threat is not None and sum(1 for _ in win) <= most:
            yield board, attacker, win


def spoilt(chance: random.Random, win: Win) -> Iterator[Win]:
    """Yield the proof with one thing removed or replaced at some node: most are not proofs."""
    nodes = list(win)
    for _ in range(5):
        node, other = chance.choice(nodes), chance.choice(nodes)
        changed = [replace(node, move=other.move), other]
        if node.answers:
            n = chance.randrange(len(node.answers))
            rest = node.answers[:n] + node.answers[n + 1 :]
            changed += [replace(node, answers=rest), replace(node, answers=(*rest, (node.answers[n][0], other)))]
        if node.threat is not None:
            changed += [replace(node, threat=other), replace(node, threat=None)]
        yield _exchanged(win, node, chance.choice(changed))


def _exchanged(win: Win, old: Win, new: Win) -> Win:
    if win is old:
        return new
    answers = tuple((reply, _exchanged(below, old, new)) for reply, below in win.answers)
    return Win(win.move, answers, win.threat and _exchanged(win.threat, old, new))
