"""The generator: what is taken, and that it goes on where it was."""

from dataclasses import replace
from pathlib import Path

import pytest

from bots.puzzles.generate import MOST_SHORT, RULES, SHARES, Stock, make
from bots.puzzles.puzzle import MadePuzzle, read, read_all
from bots.search.solver.proof import Win
from tests.bots.puzzles.test_puzzle import LINE

LONG = replace(read(LINE), win=Win(1, ((2, Win(3, ((4, Win(5, ((6, Win(7)),))),))),)))


def test_a_motif_is_taken_once() -> None:
    stock = Stock(300)
    assert stock.take(LONG, "a")
    assert not stock.take(LONG, "a")
    assert stock.take(LONG, "b")
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


@pytest.mark.slow
def test_it_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    def made(path: Path) -> list[MadePuzzle]:
        return list(read_all(path.read_text().splitlines()))

    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    for number, _ in enumerate(make(whole, 300, 3, 1)):
        if number == 1:
            break
    for _ in make(parts, 300, 3, 1):
        break
    with parts.open("a") as file:  # it was ended between a line and the note of it
        file.write(f"{LINE}\n")
    for _ in make(parts, 300, 3, 1):
        break
    assert made(parts) == made(whole)
    assert len(made(whole)) > 3
