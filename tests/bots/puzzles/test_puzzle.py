"""The file of puzzles: the format of a line, and the proof of every puzzle of the tree."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.puzzles.puzzle import (
    LEAST,
    MOST,
    PUZZLES,
    SIZE,
    BadPuzzle,
    MadePuzzle,
    Measure,
    measure,
    rate,
    read,
    read_all,
)
from bots.puzzles.themes import themes_of_defence, themes_of_win
from bots.search.solver.proof import Win
from bots.search.solver.proof_check import Unsound
from gomoku.symmetry import canonical_stones
from lab.puzzles.check import check_puzzle
from lab.puzzles.motif import motif_of
from tests.bots.puzzles.trees import WINS

LINE = "freestyle win vcf 1 k11 vcf,four_three h11g11i11a15j11o15k9n14k8a1 k11[l11k10]"
SAMPLE = 12
DEFENCES = 20
"""Moves sampled in a puzzle of defence, besides those that the proof names."""


@pytest.fixture(scope="module")
def puzzles() -> list[MadePuzzle]:
    return list(read_all(PUZZLES.read_text(encoding="ascii").splitlines()))


def test_a_line_says_all_of_a_puzzle() -> None:
    puzzle = read(LINE)
    assert (puzzle.rules, puzzle.kind, puzzle.method, puzzle.tempting) == ("freestyle", "win", "vcf", 1)
    assert (puzzle.answers, puzzle.themes, puzzle.win) == ((70,), ("vcf", "four_three"), Win(70, ((71, Win(85)),)))
    assert puzzle.moves[:3] == (67, 66, 68)
    assert puzzle.line() == LINE
    check_puzzle(puzzle)
    assert themes_of_win(puzzle.ruleset, puzzle.board(), puzzle.attacker, puzzle.win) == puzzle.themes


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("freestyle", "draughts"),
        ("win", "draw"),
        ("vcf 1", "mate 1"),
        ("1", "-1"),
        ("k11 vcf", "z9 vcf"),
        ("four_three", "zugzwang"),
        ("h11g11", "h11h11"),
        ("[l11k10]", "[l11]"),
        (" k11[", " "),
    ],
)
def test_another_line_is_refused(before: str, after: str) -> None:
    with pytest.raises(BadPuzzle):
        read(LINE.replace(before, after, 1))
    with pytest.raises(BadPuzzle, match=r"^line 3: "):
        list(read_all(["# a remark", LINE, LINE.replace(before, after, 1)]))


@pytest.mark.parametrize(("before", "after"), [("[l11k10]", "[l11k7]"), ("[l11k10]", ""), ("k11 vcf", "k10 vcf")])
def test_a_proof_that_does_not_hold_is_found(before: str, after: str) -> None:
    with pytest.raises(Unsound):
        check_puzzle(read(LINE.replace(before, after, 1)))


def test_a_move_that_holds_must_not_lose_and_others_must(puzzles: list[MadePuzzle]) -> None:
    puzzle = next(puzzle for puzzle in puzzles if puzzle.kind == "defence")
    (lost, _), *others = puzzle.win.answers
    without = replace(puzzle, win=Win(0, tuple(others), puzzle.win.threat))
    with pytest.raises(Unsound):
        check_puzzle(without, [lost])
    held = replace(puzzle, answers=(lost,))
    with pytest.raises(Unsound):
        check_puzzle(held, [])


def test_some_drawn_by_lot_hold(puzzles: list[MadePuzzle]) -> None:
    for puzzle in random.sample(puzzles, SAMPLE):
        named = [point for point, _ in puzzle.win.answers]
        check_puzzle(puzzle, [*named, *random.sample(range(SIZE * SIZE), DEFENCES)])  # a failure shows its line
        assert read(puzzle.line()) == puzzle
        assert LEAST <= puzzle.rating <= MOST
        assert puzzle.themes == _themes(puzzle)


def test_no_position_comes_twice_and_there_are_some_of_each_sort(puzzles: list[MadePuzzle]) -> None:
    stones = (enumerate(puzzle.moves) for puzzle in puzzles)
    keys = {canonical_stones([(point, ply % 2) for ply, point in each], SIZE)[0] for each in stones}
    assert len(keys) == len(puzzles) >= 2000
    assert {puzzle.rules for puzzle in puzzles} == {"freestyle", "standard", "renju", "caro"}
    assert {(puzzle.kind, puzzle.method) for puzzle in puzzles} == {("win", "vcf"), ("win", "vct"), ("defence", "vct")}
    assert min(puzzle.measure.length for puzzle in puzzles if puzzle.kind == "win") == 3
    assert PUZZLES.stat().st_size < 1_500_000


@pytest.mark.slow
def test_all_hold_and_no_motif_comes_twice(puzzles: list[MadePuzzle]) -> None:
    motifs = set()
    for puzzle in puzzles:
        check_puzzle(puzzle)
        assert puzzle.themes == _themes(puzzle)
        motifs.add(motif_of(puzzle))
    assert len(motifs) == len(puzzles)


def _themes(puzzle: MadePuzzle) -> tuple[str, ...]:
    if puzzle.kind == "win":
        return themes_of_win(puzzle.ruleset, puzzle.board(), puzzle.attacker, puzzle.win)
    assert puzzle.win.threat is not None
    return themes_of_defence(puzzle.ruleset, puzzle.board(), puzzle.color, puzzle.answers[0], puzzle.win.threat)


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
