"""The generator: which puzzles it takes, and how it resumes."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from bots.puzzles.puzzle import PUZZLES, BadPuzzle, read, read_all
from bots.search.solver.proof import Win
from lab.puzzles.generate import MOST_SHORT, RULES, SHARES, Stock, make
from tests.bots.puzzles.test_puzzle import LINE

LONG = replace(read(LINE), win=Win(1, ((2, Win(3, ((4, Win(5, ((6, Win(7)),))),))),)))


def test_a_motif_is_taken_once() -> None:
    stock = Stock(300)
    assert stock.take(LONG, "a")
    assert not stock.take(LONG, "a")
    assert stock.take(LONG, "b")
    assert stock.total == 2


def test_a_motif_of_a_puzzle_that_is_there_is_taken_no_more_even_if_that_one_is_surplus() -> None:
    stock = Stock(0)
    assert not stock.take(LONG, "a")
    stock.add(LONG, "a")
    stock.each = dict.fromkeys(SHARES, 9.0)
    assert not stock.take(replace(LONG, rules="caro"), "a")
    assert stock.take(replace(LONG, rules="caro"), "b")
    assert stock.total == 2


def test_there_are_so_many_of_each_sort_and_few_short_ones() -> None:
    stock = Stock(300)
    each = round(300 / len(RULES) * SHARES["vcf"])
    short = [stock.take(read(LINE), f"short {n}") for n in range(each)]
    assert sum(short) == round(MOST_SHORT * each)
    assert "vcf" in stock.wanted()["freestyle"]
    assert sum(stock.take(LONG, f"long {n}") for n in range(2 * each)) == each - sum(short)
    assert "vcf" not in stock.wanted()["freestyle"]
    assert "vcf" in stock.wanted()["renju"]
    assert stock.take(replace(LONG, rules="renju"), "another")


def test_a_file_of_another_seed_or_make_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    for head in ("# Made by: python -m lab.puzzles.generate --seed 2; games: 24", LINE, ""):
        file.write_text(f"{head}\n{LINE}\n")
        with pytest.raises(BadPuzzle, match="was not made with seed 1"):
            next(make(file, 300, 1, 1))
        assert file.read_text() == f"{head}\n{LINE}\n"


def test_a_file_that_has_enough_stays_as_it_is() -> None:
    before = PUZZLES.read_bytes()
    assert list(make(PUZZLES, 0, 1, 1)) == []
    assert PUZZLES.read_bytes() == before


@pytest.mark.slow
def test_it_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    assert len(list(islice(make(whole, 300, 3, 1), 2))) == 2
    for _ in range(2):
        assert len(list(islice(make(parts, 300, 3, 1), 1))) == 1
    assert parts.read_text() == whole.read_text()
    assert len(list(read_all(whole.read_text().splitlines()))) > 3


@pytest.mark.slow
def test_a_rule_set_that_comes_later_is_added_alone(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    head = "# Made by: python -m lab.puzzles.generate --seed 1; games: 6096"
    file.write_text(f"{head}\n{LINE}\n")
    next(make(file, 300, 1, 1, ("caro",)))
    first, before, *others = file.read_text().splitlines()
    assert (first, before) == (head.replace("6096", "6120"), LINE)
    assert {line.split()[0] for line in others} == {"caro"}
