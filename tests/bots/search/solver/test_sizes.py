"""Proofs anywhere on the larger boards, compared with the checker and with slow searches of the rules."""

import random
from collections import Counter
from functools import partial

import pytest

from bots.engine import Limits
from bots.search.solver.proof import Proof
from bots.search.solver.proof_check import check
from bots.search.solver.solver import METHODS, Solver
from gomoku.board import Board, Color
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset
from gomoku.symmetry import COUNT
from tests.bots.search.composed import accepted, empty, listed
from tests.bots.search.positions import RULES, thicket, turned, walled
from tests.oracles.every_reply import wins_in_fours, wins_in_threats

SIZES = [19, 20]
LIMITS = Limits(nodes=2000)
PROOFS = 2  # by fours, and as many by threats
OF_EACH = 3  # pair of verdicts
BOARDS = 1000  # at most


def running(chance: random.Random, rules: RuleSet, size: int) -> Board:
    """Return a board of a game that nobody has won."""
    while True:
        board = thicket(chance, size, 9, 9)
        if not any(rules.winning_line(board, point) for point, cell in enumerate(board.cells) if cell):
            return board


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_proofs_hold_and_are_spoilt_where_the_checker_says(rules: str, size: int) -> None:
    chance, rule = random.Random(f"{rules} {size}"), ruleset(rules)
    solver, proofs, verdicts = Solver(rule, size), Counter[bool](), Counter[bool]()
    while min(proofs[True], proofs[False]) < PROOFS:
        board, attacker = running(chance, rule, size), chance.choice(list(Color))
        found = solver.prove(board, attacker, LIMITS, method="vct")
        if not isinstance(found, Proof):
            continue
        by_threats = any(win.threat for win in found.win)
        if proofs[by_threats] == PROOFS:
            continue
        proofs[by_threats] += 1
        check(rule, board, attacker, found.win)
        defences = listed(solver, board, attacker, found.win)
        for point in {*chance.sample(empty(board), 5), *chance.sample(defences, min(len(defences), 5))}:
            other = board.copy()
            other.place(point, attacker.other)
            holds = accepted(rule, other, attacker, found.win)
            assert solver.replays(other, attacker, found.win) == holds
            if rule.forbidden(board, point, attacker.other) is None and rule.winning_line(other, point) is None:
                assert (point in defences) != holds
                verdicts[holds] += 1
    assert min(verdicts.values()) > PROOFS


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_what_the_rules_alone_win_in_a_corner_is_not_refuted(rules: str, size: int) -> None:
    chance, solver, seen = random.Random(f"{rules} {size}"), Solver(ruleset(rules), size), Counter[str]()
    crossing = [y * size + x for x, y in [(4, 1), (4, 2), (1, 3), (2, 3)]]
    for n in range(BOARDS):
        if seen.total() == 3 * OF_EACH:
            break
        attacker = chance.choice(list(Color))
        crowded, sparse = walled(chance, attacker, 11, 11, (), size), walled(chance, attacker, 2, 7, crossing, size)
        board = turned(sparse if n % 3 else crowded, n % COUNT)
        fours, threats = (solver.prove(board, attacker, method=method) for method in METHODS[:2])
        verdicts = f"{type(fours).__name__} {type(threats).__name__}"
        if seen[verdicts] == OF_EACH:
            continue
        seen[verdicts] += 1
        for found, depth, search in ((fours, 2, wins_in_fours), (threats, 1, partial(wins_in_threats, method="vct"))):
            if isinstance(found, Proof):
                check(ruleset(rules), board, attacker, found.win)
            else:
                assert not search(rules, board, attacker, depth)
    assert seen == dict.fromkeys(["Proof Proof", "Refuted Proof", "Refuted Refuted"], OF_EACH)
