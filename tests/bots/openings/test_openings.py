from pathlib import Path

import pytest

from bots.openings import FREESTYLE, BadOpenings, load
from gomoku import point
from gomoku.rulesets import FIVES, ruleset
from gomoku.symmetry import canonical_stones
from lab.openings.make_openings import FEWEST, MOST, quiet

RULES = ruleset("freestyle")
OPENINGS = load(FREESTYLE, RULES, 15)


def test_there_are_500_at_least_none_like_another_in_any_orientation() -> None:
    keys = {canonical_stones([(move, 1 + ply % 2) for ply, move in enumerate(moves)], 15)[0] for moves in OPENINGS}
    assert len(keys) == len(OPENINGS) >= 500


def test_they_are_short_and_quiet() -> None:
    assert {len(moves) for moves in OPENINGS} == set(range(FEWEST, MOST + 1))
    assert all(quiet(moves) for moves in OPENINGS)


def test_every_rule_set_has_openings_on_every_large_board() -> None:
    for rules in map(ruleset, FIVES):
        for size in rules.sizes[rules.sizes.index(15) :]:
            assert len(load(FREESTYLE, rules, size)) >= 500


def test_larger_boards_take_them_around_their_centre(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# a remark\n\nH8 A1 o15\n")
    assert load(path, RULES, 15) == ((112, 210, 14),)
    assert [point.name(move, 19) for move in load(path, RULES, 19)[0]] == ["J10", "C3", "Q17"]
    assert [point.name(move, 20) for move in load(path, RULES, 20)[0]] == ["J11", "C4", "Q18"]


def test_what_the_rules_do_not_allow_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("H8 A1 H9\nG8 A1 F8 A15 H9 O1 H10 O15 H8\nA1 B1 A2 B2 A3 B3 A4 B4 A5\n")
    assert len(load(path, RULES, 15)) == 2
    assert len(load(path, ruleset("renju"), 15)) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("H8\nH8 P1\n", "line 2"),
        ("H8 x\n", "line 1"),
        ("H8 A1 H8\n", "line 1: repeats a stone"),
        ("H8 A1\n# remark\nh8 a1\n", "line 3: repeats an opening"),
        ("H8 Ä1\n", "not a text file"),
    ],
)
def test_a_bad_file_is_told_by_its_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(content)
    with pytest.raises(BadOpenings, match=message):
        load(path, RULES, 15)


def test_a_missing_file_and_a_small_board(tmp_path: Path) -> None:
    with pytest.raises(BadOpenings, match="No such file"):
        load(tmp_path / "none", RULES, 15)
    with pytest.raises(BadOpenings, match="not 3x3"):
        load(FREESTYLE, ruleset("tictactoe"), 3)
