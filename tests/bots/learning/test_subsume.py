from dataclasses import replace

from bots.learning.cells import Cells, Kind, least
from bots.learning.pattern import Pattern
from bots.learning.subsume import essential, subsumes
from bots.search.proof import Win
from gomoku.board import Color

A, E = Kind.ATTACKER, Kind.EMPTY


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
    assert essential([LARGE, OTHER, SMALL, OTHER], 9) == [OTHER, SMALL]
    assert essential([LARGE, OTHER, SMALL, OTHER], 1) == [OTHER]
    assert essential([], 3) == []
