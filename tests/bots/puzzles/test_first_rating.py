"""The first rating of a puzzle: more of anything never lowers it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bots.puzzles.first_rating import LEAST, MOST, Measure, measure, rate
from bots.search.solver.proof import Win
from tests.bots.puzzles.trees import WINS

MEASURES = st.builds(
    Measure, st.integers(1, 40), st.integers(1, 400), st.floats(1, 12), st.integers(0, 30), st.booleans()
)


@given(MEASURES)
def test_it_is_monotone_and_bounded(of: Measure) -> None:
    rating = rate(of)
    assert LEAST <= rating <= MOST
    assert rate(replace(of, length=of.length + 1)) >= rating
    assert rate(replace(of, size=of.size + 1)) >= rating
    assert rate(replace(of, breadth=of.breadth + 0.5)) >= rating
    assert rate(replace(of, tempting=of.tempting + 1)) >= rating
    assert rate(replace(of, threes=True)) >= rating


def test_the_figures_are_those_of_the_formula() -> None:
    fours = Win(1, ((2, Win(3, ((4, Win(5)),))),))
    assert measure(fours, 2) == Measure(length=3, size=3, breadth=1.0, tempting=2, threes=False)
    assert rate(measure(fours, 2)) == 885
    threes = Win(1, ((2, fours), (6, fours)), fours)
    assert measure(threes, 0) == Measure(length=4, size=10, breadth=8 / 7, tempting=0, threes=True)
    assert measure(threes, 0, lost=True) == Measure(length=3, size=9, breadth=8 / 7, tempting=0, threes=False)


@given(WINS)
def test_every_proof_has_a_rating(win: Win) -> None:
    assert LEAST <= rate(measure(win, 3)) <= MOST
