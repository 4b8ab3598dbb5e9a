"""The judge of puzzles: the solver proves or refutes each move, whatever the stored answer is.

Win: a move is right if the attack continues, as proofs show that every defence then loses; the reply is the one that
holds out longest. The puzzle is solved by a five, or by a four after whose every answer a five follows.

    stones, player's move -> a threat? -> every defence loses? -> the one that holds out longest -> player's move ...

Defence: a move is right if all attacks of the puzzle's method were tried after it and none wins, and none was found by
a stronger method; one such move solves the puzzle.

Runs in a background process, which caches its results.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from bots.immediate_wins import find_wins, wins_at
from bots.learning.proofs.defence_search import DefenceResult, press, search_defences
from bots.learning.proofs.proven_positions import NO_MOVE, Proofs, Row
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Attack, Standing
from bots.learning.study.puzzle_answers import find_answers
from bots.search.solver.proof import Win
from bots.search.solver.solver import ENTRIES, POSITIONS, Solver
from bots.search.solver.workspace import Workspace
from bots.workers.background_work import Progress
from gomoku.errors import IllegalMove
from gomoku.game import Game, Reason
from gomoku.rulesets import ruleset
from server.puzzles.by_proof import judge_by_proof
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question, Solved
from server.store.knowledge.proofs import StoredProofs

VERDICTS = 2048
QUESTIONS = 16
WIN_NODES = (5_000, 20_000, 100_000)
"""Limits of each search of a tried win, used in turn until it is decided."""
WIN_TOTAL = 2_500_000
"""Limit for all searches with one of these together, a second or two."""


def judge(news: Progress[list[Row]], question: Question, moves: Sequence[int]) -> AttemptVerdict | AttemptRejected:
    """Judge the newest of the player's ``moves``, which must not be empty; the replies between them are ours. ``news``
    gets new proofs.
    """
    verdict = _verdict(question, moves)
    _tell(news, question)
    return verdict


def solve(news: Progress[list[Row]], question: Question) -> Solved | AttemptRejected:
    """Return the solution of a puzzle: a proof of its win, or the moves that hold and the wins after others."""
    game = Game.replay(ruleset(question.rules), question.size, question.moves)
    found: Solved | AttemptRejected = AttemptRejected("undecided")
    if question.kind == "win":
        attack = _prover(question, question.nodes).attack(game.board, game.to_move).attack
        if attack is not None:
            found = Solved((attack.win.move,), attack.win.dump())
    else:
        result = _search(question)
        holding = [point for point, _ in result.withstanding(question.method)]
        if result.threat is not None and holding:  # after undecided moves no win is known, either
            answers = *holding, *result.undecided(question.method)
            found = Solved(answers, Win(NO_MOVE, tuple(result.wins()), result.threat.win).dump())
    _tell(news, question)
    return found


def _tell(news: Progress[list[Row]], question: Question) -> None:
    proofs = _proofs(question.rules, question.size, question.db)
    if proofs.fresh:
        news(list(proofs.fresh.values()))
        proofs.fresh.clear()


def _verdict(question: Question, moves: Sequence[int]) -> AttemptVerdict | AttemptRejected:
    game = Game.replay(ruleset(question.rules), question.size, question.moves)
    found: AttemptVerdict | AttemptRejected = AttemptVerdict(right=True)
    for number, point in enumerate(moves):
        if number:
            if not isinstance(found, AttemptVerdict) or found.reply is None:
                return AttemptRejected("wrong_line")
            game.play(found.reply)
        try:
            game.play(point)
        except IllegalMove as error:
            return AttemptRejected(error.code)
        found = _judge(question, tuple(game.moves), _find_known(question, game))
    return found


def _find_known(question: Question, game: Game) -> bool | None:
    """Return whether the side to move is now proven to win or to lose; None if neither is known."""
    if game.outcome is not None:
        return None
    proven = _proofs(question.rules, question.size, question.db).probe(game.board, game.to_move)
    return None if proven is None else proven.won


@lru_cache(VERDICTS)
def _judge(question: Question, moves: tuple[int, ...], known: bool | None) -> AttemptVerdict | AttemptRejected:
    """Judge the last of the moves; the others are those of the question and of a correct line.

    ``known`` is the result of `_find_known`: a new proof causes a new judgement.
    """
    if (by_proof := judge_by_proof(question, moves[len(question.moves) :: 2])) is not None:
        return by_proof
    game = Game.replay(ruleset(question.rules), question.size, moves)
    if game.outcome is not None:
        return AttemptVerdict(game.outcome.reason is Reason.FIVE or question.kind == "defence", done=True)
    return _judge_attack(question, game) if question.kind == "win" else _judge_defence(question, moves[-1], known)


def _judge_attack(question: Question, game: Game) -> AttemptVerdict | AttemptRejected:
    """Judge a move that should win."""
    me = game.to_move.other
    if fives := find_wins(game, me.other):
        return AttemptVerdict(right=False, line=(fives[0],))
    provers = [_prover(question, nodes) for nodes in WIN_NODES]
    for prover in provers:
        prover.allow(WIN_TOTAL)
    standing, result = find_answers(provers, game.board, me, question.method, _before(question, game))
    if standing is Standing.UNKNOWN:
        return AttemptRejected("undecided")
    if standing is Standing.OPEN:
        left = result.withstanding(question.method)
        return AttemptVerdict(right=False, line=(left[0][0],) if left else None)
    assert result.threat is not None
    wins = {point: found.attack.win for point, found in result.after.items() if found.attack is not None}
    if not wins:
        return AttemptVerdict(right=True, done=True, line=tuple(result.threat.win.longest()))
    reply = max(sorted(wins), key=lambda point: wins[point].length())
    if all(wins_at(game, win.move, me) for win in [result.threat.win, *wins.values()]):
        return AttemptVerdict(right=True, done=True, line=(reply, wins[reply].move))
    return AttemptVerdict(right=True, reply=reply)


def _before(question: Question, game: Game) -> Attack | None:
    """Return the attack that existed before the newest move."""
    before = game.copy()
    before.undo()
    return _prover(question, question.nodes).attack(before.board, before.to_move).attack


def _judge_defence(question: Question, point: int, lost: bool | None) -> AttemptVerdict | AttemptRejected:
    """Judge a move that should leave no attack; ``lost``: it is proven to fail."""
    result = _search(question)
    found = result.after.get(point)
    if lost and found is not None and found.attack is None:  # proven since then
        _search.cache_clear()
        _prover.cache_clear()
        result = _search(question)
        found = result.after.get(point)
    if result.threat is None:  # a study has searched deeper
        return AttemptRejected("undecided")
    if found is None:  # it does not even disturb the threat
        return AttemptVerdict(right=False, line=tuple(result.threat.win.longest()))
    if found.attack is not None:
        return AttemptVerdict(right=False, line=tuple(found.attack.win.longest()))
    return AttemptVerdict(right=True, done=True) if found.withstands(question.method) else AttemptRejected("undecided")


@lru_cache(QUESTIONS)
def _search(question: Question) -> DefenceResult:
    """Search the result of each defence in the position of a puzzle."""
    game = Game.replay(ruleset(question.rules), question.size, question.moves)
    prover, attacker = _prover(question, question.nodes), game.to_move.other
    return press(prover, game.board, attacker, search_defences(prover, game.board, attacker, whole=True))


@lru_cache(4 * QUESTIONS)
def _prover(question: Question, nodes: int) -> Prover:
    proofs = _proofs(question.rules, question.size, question.db)
    return Prover(_solver(question.rules, question.size), nodes, proofs=proofs)


@cache
def _proofs(rules: str, size: int, db: str) -> Proofs:
    return Proofs(_solver(rules, size), StoredProofs(db) if db else None)


@cache
def _solver(rules: str, size: int) -> Solver:
    return Solver(ruleset(rules), size, workspace=_workspace())


@cache
def _workspace() -> Workspace:
    """Return the workspace that all solvers of this process share, one after the other."""
    return Workspace(ENTRIES, POSITIONS)
