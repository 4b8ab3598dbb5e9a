import random
from dataclasses import replace

from bots.learning.patterns.cells import Cells, Kind, image, least
from bots.learning.patterns.pattern import Pattern, lies_on, lies_within, select_essential, subsumes
from bots.search.solver.proof import Win
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


def pattern(cells: Cells, rules: str = "freestyle") -> Pattern:
    return Pattern(rules, None, least(cells), "vcf", 3, (), False, Win(0))


SMALL = pattern(((0, 0, A), (1, 0, A), (2, 0, E)))
LARGE = pattern(((5, 5, A), (5, 6, A), (5, 7, E), (8, 8, A)))
OTHER = pattern(((0, 0, A), (1, 1, A), (2, 2, E)))


def test_a_pattern_makes_superfluous_what_holds_all_its_cells() -> None:
    assert subsumes(SMALL, LARGE)
    assert not subsumes(LARGE, SMALL)
    assert not subsumes(OTHER, LARGE)


def test_rules_and_colours_keep_apart() -> None:
    assert not subsumes(replace(SMALL, rules="standard"), LARGE)
    renju = [replace(one, rules="renju", attacker=color) for one in (SMALL, LARGE) for color in Color]
    assert subsumes(renju[0], renju[2])
    assert not subsumes(renju[0], renju[3])


def test_the_first_of_what_is_left_are_kept_once() -> None:
    assert select_essential([LARGE, OTHER, SMALL, OTHER], 9) == [OTHER, SMALL]
    assert select_essential([LARGE, OTHER, SMALL, OTHER], 1) == [OTHER]
    assert select_essential([], 3) == []
