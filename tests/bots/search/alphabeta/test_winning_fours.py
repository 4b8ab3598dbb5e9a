"""The filter for searches of fours, compared with all wins by fours."""

import random

import numpy as np
import pytest

from bots.engine import Limits, Stop
from bots.search.alphabeta import search_layout
from bots.search.alphabeta.search_layout import SearchArrays
from bots.search.alphabeta.winning_fours import fours_may_win, plies_to_win_by_fours
from bots.search.board import layout
from bots.search.board.network import open_network
from bots.search.runtime.jit import U, Words
from bots.search.solver import solver_layout
from bots.search.solver.proof import Proof
from bots.search.solver.solver import Solver
from bots.search.solver.solver_layout import SolverArrays
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.bots.search.positions import position_of
from tests.gomoku.positions import drawn

RULES = ruleset("freestyle")


def leads_on(board: Board, color: Color) -> bool:
    return bool(fours_may_win(position_of(board, RULES).state, U(color - 1)))


def looked_for(board: Board, color: Color, budget: int) -> tuple[int, int]:
    """Return the plies of the win found, and the stones it took."""
    position, search = position_of(board, RULES), np.zeros(int(search_layout.SEARCH_WORDS), np.uint64)
    search[int(search_layout.LIMIT)] = 1 << 20
    fours, refuted = np.zeros(int(solver_layout.SEARCH_WORDS), np.uint64), np.zeros(1 << 12, np.uint64)
    fours[int(solver_layout.WITHIN) : int(solver_layout.MARKED)] = ~np.uint64(0)
    arrays = SearchArrays(search, refuted, SolverArrays(fours, refuted, Stop().array, Stop().array), open_network())
    plies = plies_to_win_by_fours(position.arrays, arrays, U(color - 1), U(budget))
    return int(plies), int(search[int(search_layout.NODES)])


LONE = ("O X X X . .", ". . . . . .", ". . . . . .", ". . . . . .")
CROSSED = ("O X X X . .", ". . . . X .", ". . . . X .", ". . . . O .")  # the third on the column comes with the four
APART = ("O X X X . .", "O X X X . .", ". . . . X .", ". . . . . .")  # either four's stone makes a two on the column


@pytest.mark.parametrize(("rows", "leads"), [(LONE, False), (CROSSED, True), (APART, True)])
def test_a_four_leads_on_by_what_its_stone_makes_on_another_line(rows: tuple[str, ...], leads: bool) -> None:
    board, _ = drawn(*rows)
    assert leads_on(board, Color.BLACK) is leads
    assert not leads_on(board, Color.WHITE)
    assert (looked_for(board, Color.BLACK, 100)[1] > 0) is leads


def test_few_wins_are_missed_and_most_vain_searches_spared() -> None:
    chance, solver = random.Random(1), Solver(RULES, 15)
    wins = missed = refuted = spared = 0
    while wins < 100:
        board = scattered(chance)
        position = position_of(board, RULES)
        if has(position.state, Color.BLACK, layout.FIVES) or not has(position.state, Color.BLACK, layout.FOURS):
            continue
        proof = solver.prove(board, Color.BLACK, Limits(nodes=100_000), Stop(), method="vcf")
        if isinstance(proof, Proof):
            wins += 1
            missed += not leads_on(board, Color.BLACK)
        else:
            refuted += 1
            spared += not leads_on(board, Color.BLACK)
    assert missed <= 5
    assert spared > refuted / 3


def scattered(chance: random.Random) -> Board:
    """Place equal numbers of random stones of both sides in the middle."""
    area = [y * 15 + x for y in range(3, 12) for x in range(3, 12)]
    points = chance.sample(area, 2 * chance.randint(6, 12))
    return Board.from_stones(15, points[::2], points[1::2])


def has(state: Words, color: Color, points: U) -> bool:
    first = int(points) + (color - 1) * int(layout.BITS)
    return bool(state[first : first + int(layout.BITS)].any())


def test_a_win_is_found_within_the_budget_or_not_at_all() -> None:
    board, _ = drawn(*CROSSED[:3])
    plies, stones = looked_for(board, Color.BLACK, 100)
    assert plies == 5
    assert looked_for(board, Color.BLACK, stones) == (plies, stones)
    assert looked_for(board, Color.BLACK, stones - 1)[0] == 0
