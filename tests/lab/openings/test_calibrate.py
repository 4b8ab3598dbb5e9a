from math import exp
from pathlib import Path
from random import Random

import pytest
from numpy.linalg import LinAlgError

from bots.openings.valuing import Curve, curves
from bots.registry import engine
from gomoku.openings.patterns import find_pattern
from gomoku.point import xy
from gomoku.rulesets import ruleset
from lab.openings.calibrate import COUNTS, Scored, compare, draw_stones, fit, play, play_all, tabulate


def test_the_parameters_of_drawn_results_are_found() -> None:
    chance = Random(1)
    seen = []
    for _ in range(4_000):
        score = chance.uniform(-200, 200)
        seen.append((score, float(chance.random() < 1 / (1 + exp(-(0.4 + score / 80))))))
    line = fit({3: seen})[3]
    assert line.offset == pytest.approx(0.4, abs=4 * line.offset_error)
    assert line.slope == pytest.approx(1 / 80, abs=4 * line.slope_error)
    assert line.offset_error < 0.06


def test_scores_that_are_alike_tell_nothing() -> None:
    with pytest.raises(LinAlgError):
        fit({3: [(0.0, 1.0), (0.0, 0.0)]})


def test_a_drawn_position_is_played_on_and_again_the_same() -> None:
    played = [play("freestyle", 50, seed) for seed in range(3)]
    assert any(played)
    assert played == [play("freestyle", 50, seed) for seed in range(3)]


@pytest.mark.parametrize("rules", ["freestyle", "renju"])
def test_stones_are_drawn_as_they_come_to_lie(rules: str) -> None:
    player = engine("search").open(ruleset(rules), 15, 1, 1 << 22)
    for count in COUNTS:
        stones = draw_stones(rules, count, Random(count), player)
        assert len(set(stones)) == count
        if rules == "renju":
            # a pattern, at most two lines from its place
            x, y = xy(stones[0], 15)
            assert max(abs(x - 7), abs(y - 7)) <= 2
            assert find_pattern([112, *(each - stones[0] + 112 for each in stones[1:3])], 15)


def drawn(counts: dict[int, tuple[int, float, float]]) -> list[Scored]:
    """Draw results by number of stones, given the number of games, offset and scale."""
    chance = Random(2)
    seen = []
    for count, (games, offset, scale) in counts.items():
        for _ in range(games):
            score = chance.uniform(-200, 200)
            odds = offset + score / scale
            seen.append(Scored(count, score, float(chance.random() < 1 / (1 + exp(-odds)))))
    return seen


def test_each_number_of_stones_has_a_line_of_its_own() -> None:
    made = {3: (3_000, 1.0, 80.0), 4: (3_000, -0.5, 120.0), 5: (3_000, 0.2, 60.0)}
    for line, (count, (games, offset, scale)) in zip(tabulate(drawn(made)), made.items(), strict=True):
        stones, a, error, found, number = (float(cell) for cell in line.split())
        assert (stones, number) == (count, games)
        assert a == pytest.approx(offset, abs=4 * error)
        assert found == pytest.approx(scale, rel=0.2)


def test_a_fit_foresees_the_other_games_better_than_a_wrong_curve_does_and_no_better_than_the_right_one() -> None:
    games = drawn(dict.fromkeys(COUNTS, (3_000, 0.5, 80.0)))
    for wrong, right in zip(
        compare(games, dict.fromkeys(COUNTS, Curve(-0.5, 200.0))),
        compare(games, dict.fromkeys(COUNTS, Curve(0.5, 80.0))),
        strict=True,
    ):
        by_file, by_fit = (float(part.split()[-4]) for part in wrong.split(","))
        assert by_fit < by_file - 0.05
        by_file, by_fit = (float(part.split()[-4]) for part in right.split(","))
        assert by_fit == pytest.approx(by_file, abs=0.005)


def test_what_few_games_do_not_show_is_taken_from_all() -> None:
    lines = list(tabulate(drawn({3: (3_000, 1.0, 80.0), 4: (300, -1.5, 2000.0), 5: (3_000, 0.2, 80.0)})))
    scales = [float(line.split()[3]) for line in lines]
    assert scales == pytest.approx([80, 80, 80], rel=0.15)
    assert float(lines[1].split()[1]) < float(lines[2].split()[1]) < float(lines[0].split()[1])


def test_games_are_kept(tmp_path: Path) -> None:
    first = play_all("freestyle", 3, 50, 1, tmp_path / "kept")
    assert play_all("freestyle", 3, 50, 1, tmp_path / "kept") == first
    assert len((tmp_path / "kept").read_text().splitlines()) == 4


@pytest.mark.parametrize("rules", ["freestyle", "standard", "caro", "renju"])
def test_the_files_have_a_curve_for_three_stones_and_more(rules: str) -> None:
    known = curves(rules)
    assert tuple(known) == COUNTS
    assert all(abs(curve.offset) < 2 and 30 < curve.scale < 300 for curve in known.values())
