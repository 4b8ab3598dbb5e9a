"""Motifs: the same for an attack in any place and orientation, different for different attacks."""

import pytest

from bots.search.solver.proof import Win, relocate
from gomoku.board import Board, Color
from gomoku.point import at, xy
from gomoku.rulesets import ruleset
from gomoku.symmetry import COUNT, maps
from lab.puzzles.motif import motif

SIZE = 15
RULES = ruleset("freestyle")
BLACK, WHITE = [67, 68, 69, 100, 115], [66, 3]
WIN = Win(70, ((71, Win(85)),))


def of(black: list[int], white: list[int], win: Win) -> str:
    return motif(RULES, Board.from_stones(SIZE, black, white), Color.BLACK, win, win.move)


@pytest.mark.parametrize("by", range(COUNT))
def test_turned_it_is_the_same(by: int) -> None:
    image = maps(SIZE)[by]
    moved = [[image[point] for point in stones] for stones in (BLACK, WHITE)]
    assert of(moved[0], moved[1], relocate(WIN, image)) == of(BLACK, WHITE, WIN)


def test_moved_it_is_the_same_and_what_the_proof_does_not_use_does_not_matter() -> None:
    places = [at(min(x + 1, SIZE - 1), min(y + 2, SIZE - 1), SIZE) for x, y in (xy(p, SIZE) for p in range(SIZE**2))]
    moved = [places[point] for point in BLACK]
    assert of([*moved, 0], [places[66], 14], relocate(WIN, places)) == of(BLACK, WHITE, WIN)


def test_another_attack_is_another() -> None:
    assert of([67, 68, 69, 100, 130], WHITE, WIN) != of(BLACK, WHITE, WIN)
    other = Win(85, ((40, WIN), (145, WIN)), WIN)
    assert of(BLACK, WHITE, other) != of(BLACK, WHITE, WIN)
