import random

import numpy as np
import pytest

from bots.engine import Advice, Limits, Stop
from bots.search.alphabeta.iterative_deepening import Deepening, Found
from bots.search.alphabeta.negamax import WON
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from tests.bots.positions import played
from tests.bots.search.positions import RULES, thicket, turned

GAME = played("freestyle", 15, (7, 7), (8, 8), (7, 9), (6, 7), (9, 6), (8, 5))


@pytest.mark.parametrize("nodes", [1, 50, 3000])
def test_nodes_are_counted_and_kept_to(nodes: int) -> None:
    found = Deepening(GAME.rules, 15, 1 << 20).search(
        GAME.board, GAME.to_move, GAME.moves[-1], Limits(nodes=nodes), Stop()
    )
    assert nodes <= found.nodes <= nodes + 1
    assert found.moves
    assert not GAME.board[found.moves[0][0]]


@pytest.mark.parametrize("nodes", [1, 5, 300])
def test_no_score_is_left_from_an_earlier_search(nodes: int) -> None:
    won = played("freestyle", 15, (7, 7), (0, 0), (7, 8), (2, 14), (7, 9), (14, 3))
    used, fresh = (Deepening(GAME.rules, 15, 1 << 20) for _ in range(2))
    assert used.search(won.board, won.to_move, won.moves[-1], Limits(nodes=3000), Stop()).moves[0][1] >= WON
    asked = GAME.board, GAME.to_move, GAME.moves[-1], Limits(nodes=nodes), Stop()
    assert used.search(*asked) == fresh.search(*asked)


def test_a_line_starts_with_the_best_move_and_can_be_played() -> None:
    found = Deepening(GAME.rules, 15, 1 << 20).search(
        GAME.board, GAME.to_move, GAME.moves[-1], Limits(nodes=20_000), Stop()
    )
    assert found.line[0] == found.moves[0][0]
    assert len(found.line) >= 2
    game = GAME.copy()
    for point in found.line:
        game.play(point)
    scores = [score for _, score in found.moves]
    assert max(scores) == scores[0]


def test_a_selective_search_looks_deeper() -> None:
    plain, selective = (
        Deepening(GAME.rules, 15, 1 << 20, selective=each).search(
            GAME.board, GAME.to_move, GAME.moves[-1], Limits(nodes=20_000), Stop()
        )
        for each in (False, True)
    )
    assert 2 <= plain.depth < selective.depth


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [15, 19, 20])
def test_a_board_turned_has_the_same_score(rules: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search without pruning has the same score whatever the order of moves."""
    monkeypatch.setattr("bots.search.alphabeta.iterative_deepening.DEEPEST", 3)
    chance, limits, scores = random.Random(f"{rules} {size}"), Limits(nodes=1_000_000), set()
    plain = Deepening(ruleset(rules), size, 0, selective=False)
    for _ in range(3):
        board, color = thicket(chance, size, 4, 4), chance.choice(list(Color))
        last = board.cells.index(color.other)
        found = [
            plain.search(turned(board, symmetry), color, image[last], limits, Stop())
            for symmetry, image in enumerate(maps(size))
        ]
        assert len({(each.depth, each.moves[0][1]) for each in found}) == 1
        scores.add(found[0].moves[0][1])
    assert len(scores) > 1


def test_a_search_goes_on_where_it_was_without_the_moves_excluded() -> None:
    limits = Limits(nodes=20_000)
    deepening = Deepening(GAME.rules, 15, 1 << 20)
    deepening.start(GAME.board, GAME.to_move, GAME.moves[-1], limits)
    first = deepening.deepen(Limits(nodes=10_000), Stop())
    best = first.moves[0][0]
    deepening.exclude(best)
    second = deepening.deepen(Limits(nodes=10_000), Stop())
    assert {point for point, _ in second.moves} == {point for point, _ in first.moves} - {best}
    assert second.depth >= first.depth - 1  # the same depth is searched again, as far as the nodes go
    assert 20_000 <= second.nodes <= 20_002
    assert second.line[0] == second.moves[0][0]


def after(game: Game, *points: int) -> Advice:
    """Return advice that the position after these moves is won for the side to move."""
    board, color = game.board.copy(), game.to_move
    for point in points:
        board.place(point, color)
        color = color.other
    return Advice(np.array([board.cells], np.uint8), np.array([color], np.uint8))


def advised(advice: Advice, nodes: int = 20_000) -> Found:
    deepening, limits = Deepening(GAME.rules, 15, 1 << 20), Limits(nodes=nodes)
    deepening.start(GAME.board, GAME.to_move, GAME.moves[-1], limits)
    deepening.advise(advice, GAME.board, GAME.to_move)
    return deepening.deepen(limits, Stop())


NOTHING = Advice(np.empty((0, 225), np.uint8), np.empty(0, np.uint8))


def test_a_move_that_is_known_to_lose_is_not_chosen() -> None:
    first = advised(NOTHING).moves[0][0]
    others = [point for point, _ in advised(after(GAME, first)).moves]
    assert others
    assert first not in others
    mine = after(GAME, first)  # the same board as if this side had won it: its opponent is not to move
    assert advised(Advice(mine.won, 3 - mine.winners)).moves[0][0] == first


def test_a_move_wins_when_every_answer_leads_to_what_is_known_to_be_won() -> None:
    move = advised(NOTHING).moves[1][0]
    free = [point for point in range(225) if not GAME.board[point] and point != move]
    won = np.concatenate([after(GAME, move, point).won for point in free])
    found = advised(Advice(won, np.full(len(won), GAME.to_move, np.uint8)))
    assert found.moves[0][0] == move
    assert found.moves[0][1] >= WON
