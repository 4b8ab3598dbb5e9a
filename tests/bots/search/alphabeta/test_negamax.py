"""Alpha-beta compared with brute force on nearly full boards, and the pruning by forced replies."""

import random
from collections import Counter

import numpy as np
import pytest

from bots.engine import Limits, Stop
from bots.search.alphabeta import search_layout
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.alphabeta.negamax import WON
from bots.search.alphabeta.search_moves import init_search
from bots.search.alphabeta.winning_fours import has_winning_four
from bots.search.board import layout, point_classes
from bots.search.board.network import open_network
from bots.search.board.position import Position
from bots.search.runtime.jit import U
from gomoku.board import EMPTY, Board, Color
from gomoku.rulesets import RULESETS, ruleset
from tests.bots.search.positions import RULES, position_of, thicket
from tests.oracles.best_play import find_score

THREATS = 10  # of a five, and as many of a winning four
TRIES = 1000  # most attempts


def walled(chance: random.Random, rules: str) -> Board:
    """Make a board with 6 empty points among rows of both sides, enclosed by stones without a row.

    X X O O X X
    O O X X O O
    X X O O X X
    """
    while True:
        board = Board(15)
        for point in range(225):
            board.place(point, Color(1 + (point % 15 // 2 + point // 15) % 2))
        area = [y * 15 + x for y in range(5, 11) for x in range(5, 11)]
        for point in area:
            board.remove(point)
            board.place(point, Color(1 + (point // 15 % 2 == (chance.random() < 0.7))))
        for point in chance.sample(area, 6):
            board.remove(point)
        if not any(RULESETS[rules].winning_line(board, point) for point in range(225) if board[point]):
            return board


@pytest.mark.parametrize("rules", RULES)
def test_wins_and_losses_are_those_of_brute_force(rules: str) -> None:
    chance = random.Random(rules)
    exact, whole = (Deepening(ruleset(rules), 15, 0, selective=selective) for selective in (False, True))
    seen = set()
    for _ in range(120):
        board, color = walled(chance, rules), chance.choice(list(Color))
        score = find_score(board, rules, color)
        first = int(layout.COUNT) + (color - 1) * int(layout.CLASSES) + int(point_classes.FIVE)
        if score is None or position_of(board, ruleset(rules)).state[first]:
            continue
        result = [search.search(board, color, 0, Limits(nodes=100_000), Stop()) for search in (exact, whole)]
        found = [each.moves[0][1] for each in result]
        if len(result[0].moves) > 1:  # a forced move is not searched for long
            assert found[0] == score
        if abs(found[1]) >= WON:
            assert found[1] * score > 0
        seen.add(np.sign(score))
    assert {-1, 0} <= seen  # a loss for one side is a win for the other


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [15, 19, 20])
def test_moves_left_out_against_a_threat_do_not_stop_it(rules: str, size: int) -> None:
    chance, seen = random.Random(f"{rules} {size}"), Counter[bool]()
    for _ in range(TRIES):
        board, color = thicket(chance, size, 10, 10), chance.choice(list(Color))
        position = position_of(board, ruleset(rules))
        fives = bool(count(position, color.other, point_classes.FIVE))
        if count(position, color, point_classes.FIVE) or seen[fives] == THREATS:
            continue
        if not fives and (wins_next(position, color) or not wins_next(position, color.other)):
            continue
        seen[fives] += 1
        search = np.zeros(int(search_layout.SEARCH_WORDS), np.uint64)
        init_search(position.arrays, search, U(color - 1), open_network(active=False))
        first = int(search_layout.ROOT)
        tried = search[first : first + int(search[int(search_layout.ROOTS)])].tolist()
        assert tried
        for point, cell in enumerate(board.cells):
            if cell == EMPTY and point not in tried and not position.is_forbidden(point, color):
                position.do_move(point, color)
                if fives:
                    assert count(position, color.other, point_classes.FIVE)
                else:
                    assert wins_next(position, color.other)
                    assert not count(position, color, point_classes.FIVE)
                position.undo_move(point)
    assert seen == {True: THREATS, False: THREATS}


def count(position: Position, color: Color, kind: U) -> int:
    return int(position.state[int(layout.COUNT) + (color - 1) * int(layout.CLASSES) + int(kind)])


def wins_next(position: Position, color: Color) -> bool:
    return bool(has_winning_four(position.arrays, U(color - 1)))
