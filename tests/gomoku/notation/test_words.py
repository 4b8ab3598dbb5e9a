"""Dates and rules in the words of other programs: as much as they say, and nothing that they deny."""

import pytest

from gomoku.notation.words import find_rules, parse_date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2025-00-00", "2025"),
        ("1996-05-00", "1996-05"),
        ("6. 5. 1996", "1996-05-06"),
        ("2025년 10월 4일", "2025-10-04"),
        ("1996-05-06,07,08", "1996-05-06"),
        ("1990s", None),
        ("before 1990", None),
    ],
)
def test_a_date_is_as_much_as_is_certain(text: str, date: str | None) -> None:
    assert parse_date(text) == date


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("无禁手连珠", "freestyle"),
        ("有禁手", "renju"),
        ("non-renju", None),
        ("Standard Gomoku, not Renju", "standard"),
        ("Free-Renju", "renju"),
    ],
)
def test_rules_that_a_text_denies_are_not_its_rules(text: str, rules: str | None) -> None:
    assert find_rules(text) == rules
