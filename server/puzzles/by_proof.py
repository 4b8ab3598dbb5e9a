"""Judgement of a puzzle's moves by its own proof, without a solver."""

from __future__ import annotations

from collections.abc import Sequence

from bots.immediate_wins import find_wins, wins_at
from bots.puzzles import proof_text
from bots.search.solver.proof import Win
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.rulesets import ruleset
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question, Solved


def judge_by_proof(question: Question, moves: Sequence[int]) -> AttemptVerdict | AttemptRejected | None:
    """Judge the newest of the player's ``moves`` by the proof; None if one of them is not in it.

    The replies between them are those that hold out longest.
    """
    if not question.proof:
        return None
    game = Game.replay(ruleset(question.rules), question.size, question.moves)
    win = proof_text.load(question.proof, question.size)
    found: AttemptVerdict | None = None
    for point in moves:
        if found is not None:
            if found.reply is None:
                return AttemptRejected("wrong_line")
            game.play(found.reply)
            win = dict(win.answers)[found.reply]
        try:
            game.play(point)
        except IllegalMove as error:
            return AttemptRejected(error.code)
        if question.kind == "defence":
            found = _judge_defence(question, win, point)
        elif point == win.move:
            found = _judge_attack(game, win)
        else:
            return None
    return found


def _judge_attack(game: Game, win: Win) -> AttemptVerdict:
    """Judge the attacker's move that the proof has here, after it was played."""
    me = game.to_move.other
    if game.outcome is not None:
        return AttemptVerdict(right=True, done=True)
    if not win.answers:
        rest = find_wins(game, me)[:1] if win.threat is None else win.threat.longest()
        return AttemptVerdict(right=True, done=True, line=tuple(rest))
    reply, below = max(win.answers, key=lambda answer: answer[1].length())
    if all(wins_at(game, then.move, me) for _, then in win.answers) and (
        win.threat is None or wins_at(game, win.threat.move, me)
    ):
        return AttemptVerdict(right=True, done=True, line=(reply, below.move))
    return AttemptVerdict(right=True, reply=reply)


def _judge_defence(question: Question, win: Win, point: int) -> AttemptVerdict:
    """Judge a move that should hold: all others lose, to the threat or to the proof's answer."""
    if point in question.answers:
        return AttemptVerdict(right=True, done=True)
    against = dict(win.answers).get(point, win.threat)
    return AttemptVerdict(right=False, line=None if against is None else tuple(against.longest()))


def solve_by_proof(question: Question) -> Solved | None:
    """Return the solution of a puzzle with a proof; None for others."""
    if not question.proof:
        return None
    return Solved(question.answers, proof_text.load(question.proof, question.size).dump())
