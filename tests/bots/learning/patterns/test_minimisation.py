"""Patterns from random wins: minimal, proven on their own, and proven again wherever they match."""

import random
from functools import cache

import pytest

from bots.learning.patterns.cells import Kind
from bots.learning.patterns.extraction import Extractor
from bots.learning.patterns.minimisation import Minimiser
from bots.learning.patterns.pattern import CANVAS, Pattern, canvas, canvas_point, lies_on
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Standing
from bots.learning.study.blocked_cells import list_places
from bots.learning.study.study import PATTERN_NODES, solver
from bots.search.solver.proof_check import check
from bots.search.solver.solver import Method
from gomoku.board import EMPTY, Board, Color
from gomoku.rulesets import ruleset
from tests.bots.learning.positions import won_positions

RULES = ["freestyle", "standard", "renju", "caro"]
METHODS: tuple[Method, ...] = ("vcf",)  # fast; the study is tested with both


@cache
def learned(rules: str) -> list[tuple[Board, Color, Pattern]]:
    """Extract patterns from random wins, with the boards and attackers they come from."""
    game = Prover(solver(rules, 15), 5_000, None, METHODS)
    extractor = Extractor(Prover(solver(rules, CANVAS), PATTERN_NODES, None, METHODS))
    found = []
    for board, attacker in won_positions(game, random.Random(29), 25):
        attack = game.attack(board, attacker).attack
        assert attack is not None
        pattern = extractor.pattern(board, attacker, attack)
        if pattern is not None:
            found.append((board, attacker, pattern))
    return found


def bare(rules: str) -> Prover:
    return Prover(solver(rules, CANVAS), PATTERN_NODES, None, METHODS)


@pytest.mark.parametrize("rules", RULES)
def test_a_pattern_lies_where_it_comes_from(rules: str) -> None:
    assert len(learned(rules)) >= 5
    for board, attacker, pattern in learned(rules):
        assert pattern.attacker in (None, attacker)
        assert lies_on(pattern.cells, board, attacker)
        assert any(list_places(pattern, board, attacker))


@pytest.mark.parametrize("rules", RULES)
def test_the_proof_of_a_pattern_holds_on_its_own(rules: str) -> None:
    for _, _, pattern in learned(rules):
        check(ruleset(rules), pattern.board(), pattern.color, pattern.win)


@pytest.mark.parametrize("rules", RULES)
def test_no_stone_of_a_pattern_can_be_spared(rules: str) -> None:
    for _, _, pattern in learned(rules):
        work = Minimiser(bare(rules), pattern.color)
        kinds = {pattern.point((dx, dy)): kind for dx, dy, kind in pattern.cells}
        assert work.win(kinds) is not None
        for point, kind in kinds.items():
            if kind in (Kind.ATTACKER, Kind.DEFENDER):
                assert work.win({other: k for other, k in kinds.items() if other != point}) is None


@pytest.mark.parametrize("rules", RULES)
def test_blocking_points_block_and_no_other_empty_cell_is_known_to(rules: str) -> None:
    for _, _, pattern in learned(rules):
        work = bare(rules)
        empty = {pattern.point((dx, dy)) for dx, dy, kind in pattern.cells if kind is Kind.EMPTY}
        blocking = {pattern.point((dx, dy)) for dx, dy, _ in pattern.blocking}
        assert blocking
        for point in empty:
            board = pattern.board()
            board.place(point, pattern.color.other)
            found = work.attack_here(board, pattern.color, empty - {point})
            assert (found.standing is Standing.OPEN) == (point in blocking)


def scattered(pattern: Pattern, chance: random.Random, mine: int, theirs: int) -> tuple[Board, Color]:
    """Return a board on which the pattern matches, turned, among random stones of both colours."""
    color = pattern.attacker or chance.choice(list(Color))
    while True:
        board = canvas(pattern.cells, color)
        size = max(dx for dx, _, _ in pattern.cells) + 1, max(dy for _, dy, _ in pattern.cells) + 1
        taken = {canvas_point((dx, dy), size) for dx, dy, _ in pattern.cells}
        free = [p for p in range(CANVAS * CANVAS) if p not in taken and board[p] == EMPTY]
        stones = chance.sample(free, mine + theirs)
        for n, point in enumerate(stones):
            board.place(point, color if n < mine else color.other)
        if lies_on(pattern.cells, board, color) and not five(board, pattern.rules):
            return board, color


def five(board: Board, rules: str) -> bool:
    rule = ruleset(rules)
    return any(cell and rule.winning_line(board, point) for point, cell in enumerate(board.cells))


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_a_pattern_that_matches_among_the_attacker_s_stones_is_proven_again(rules: str) -> None:
    """The attacker may have any other stones; the defender has only those of the pattern."""
    chance = random.Random(31)
    for _, _, pattern in learned(rules):
        for _ in range(3):
            board, color = scattered(pattern, chance, 40, 0)
            assert bare(rules).attack_here(board, color).standing is Standing.WON


@pytest.mark.parametrize("rules", RULES)
def test_among_stones_of_both_only_the_defender_s_fours_refute_it(rules: str) -> None:
    """The solver is asked each time; where it finds no win, the defender has answered with a four."""
    chance, proven, asked = random.Random(37), 0, 0
    for _, _, pattern in learned(rules):
        for _ in range(3):
            board, color = scattered(pattern, chance, 8, 8)
            found = bare(rules).attack_here(board, color)
            asked += 1
            proven += found.standing is Standing.WON
            if found.attack is not None:
                check(ruleset(rules), board, color, found.attack.win)
    assert proven >= 0.9 * asked


def test_images_of_a_position_give_one_pattern() -> None:
    from tests.bots.learning.proofs.test_prover import image

    game = Prover(solver("renju", 15), 5_000, None, METHODS)
    extractor = Extractor(bare("renju"))
    for board, attacker, pattern in learned("renju")[:4]:
        for by in range(1, 8):
            turned = image(board, by)
            attack = game.attack(turned, attacker).attack
            assert attack is not None
            assert extractor.pattern(turned, attacker, attack) == pattern


@pytest.mark.parametrize("rules", ["freestyle", "renju"])
def test_wins_by_threats_give_patterns_too(rules: str) -> None:
    game = Prover(solver(rules, 15), 3_000)
    canvas_prover = Prover(solver(rules, CANVAS), PATTERN_NODES)
    extractor, found = Extractor(canvas_prover), 0
    for board, attacker in won_positions(game, random.Random(43), 30):
        attack = game.attack(board, attacker).attack
        if attack is None or attack.method != "vct":
            continue
        pattern = extractor.pattern(board, attacker, attack)
        if pattern is None:
            continue
        found += 1
        assert lies_on(pattern.cells, board, attacker)
        check(ruleset(rules), pattern.board(), pattern.color, pattern.win)
        work = Minimiser(canvas_prover, pattern.color)
        kinds = {pattern.point((dx, dy)): kind for dx, dy, kind in pattern.cells}
        for point in [point for point, kind in kinds.items() if kind is Kind.ATTACKER]:
            assert work.win({other: kind for other, kind in kinds.items() if other != point}) is None
        if found == 4:
            break
    assert found >= 2


def test_only_a_five_that_is_there_already_is_too_trivial_to_keep() -> None:
    game, extractor = Prover(solver("freestyle", 15), 5_000), Extractor(bare("freestyle"))
    lengths = []
    for stones in ([110, 111, 112, 113], [110, 111, 112], [110, 111, 113]):
        board = Board.from_stones(15, stones, [])
        attack = game.attack(board, Color.BLACK).attack
        assert attack is not None
        pattern = extractor.pattern(board, Color.BLACK, attack)
        lengths.append(pattern and pattern.length)
    assert lengths == [None, 2, 2]
