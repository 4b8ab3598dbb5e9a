import random

from bots.learning.cells import Cells, Kind, image, least
from bots.learning.lies import lies_on, lies_within
from gomoku.board import Board, Color
from gomoku.point import at

A, E, N, D = Kind.ATTACKER, Kind.EMPTY, Kind.NOT_ATTACKER, Kind.DEFENDER
HOOK: Cells = least([(0, 0, A), (1, 0, E), (2, 0, A), (0, 1, N), (2, 1, D)])


def placed(cells: Cells, left: int, top: int) -> Board:
    points = {kind: [at(left + dx, top + dy, 15) for dx, dy, k in cells if k is kind] for kind in (A, D)}
    return Board.from_stones(15, points[A], points[D])


def test_cells_lie_in_all_orientations_and_places() -> None:
    chance = random.Random(5)
    for by in range(8):
        board = placed(image(HOOK, by), chance.randrange(1, 11), chance.randrange(1, 11))
        assert lies_on(HOOK, board, Color.BLACK)
        assert not lies_on(HOOK, board, Color.WHITE)


def test_every_kind_is_asked_for() -> None:
    for dx, dy, kind in HOOK:
        board = placed(HOOK, 5, 5)
        point = at(5 + dx, 5 + dy, 15)
        if board[point]:
            board.remove(point)
        else:
            board.place(point, Color.BLACK)
        assert not lies_on(HOOK, board, Color.BLACK), kind


def test_the_edge_is_not_the_attacker_s_and_not_empty() -> None:
    board = Board.from_stones(15, [0, 1, 2, 3], [])
    four = [(n, 0, A) for n in range(4)]
    assert lies_on(least([*four, (-1, 0, N), (4, 0, E)]), board, Color.BLACK)
    assert not lies_on(least([*four, (-1, 0, E), (4, 0, E)]), board, Color.BLACK)


def test_cells_lie_within_those_that_ask_for_no_less() -> None:
    assert lies_within(HOOK, HOOK)
    assert lies_within(HOOK, image((*HOOK, (7, 7, A)), 3))
    assert not lies_within((*HOOK, (7, 7, A)), HOOK)
    weaker = tuple((dx, dy, N if kind in (E, D) else kind) for dx, dy, kind in HOOK)
    assert lies_within(weaker, HOOK)
    assert not lies_within(HOOK, weaker)
