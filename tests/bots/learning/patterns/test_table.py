import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.learning.patterns.cells import Cell, Kind, image, least
from bots.learning.patterns.pattern import Pattern
from bots.learning.patterns.table import Match, PatternTable
from bots.learning.players.published import publish, table_for
from gomoku import symmetry
from gomoku.board import EMPTY, Board, Color
from tests.bots.learning.made_up import boards, holding, pattern, patterns

WIDEST = 5
WIDE = 10  # so wide that a few patterns have more cells than the matcher's window

Found = tuple[int, frozenset[Cell], int | None]


def looked_for(table: PatternTable, board: Board, attacker: Color) -> Counter[Found]:
    """Find every match by trying every pattern in every orientation on every place."""
    found: dict[Found, int] = {}
    for number, one in enumerate(table.patterns):
        if one.attacker not in (None, attacker):
            continue
        for by in range(symmetry.COUNT):
            cells = image(one.cells, by)
            for top in range(-WIDE, board.size):
                for left in range(-WIDE, board.size):
                    moved = [(left + dx, top + dy, kind) for dx, dy, kind in cells]
                    wrong = list(islice((cell for cell in moved if not holds(board, attacker, cell)), 2))
                    if not wrong:
                        found[number, frozenset(moved), None] = 1
                    elif len(wrong) == 1 and may_lack(one, board, wrong[0]):
                        found[number, frozenset(moved), wrong[0][1] * board.size + wrong[0][0]] = 1
    return Counter(found)


def holds(board: Board, attacker: Color, cell: Cell) -> bool:
    x, y, kind = cell
    inside = 0 <= x < board.size and 0 <= y < board.size
    value = board[y * board.size + x] if inside else None
    return {
        Kind.ATTACKER: value == attacker,
        Kind.EMPTY: value == EMPTY,
        Kind.NOT_ATTACKER: value != attacker,
        Kind.DEFENDER: value == attacker.other,
    }[kind]


def may_lack(one: Pattern, board: Board, cell: Cell) -> bool:
    """Tell whether the cell is a stone that a setup may lack, on an empty point."""
    x, y, kind = cell
    inside = 0 <= x < board.size and 0 <= y < board.size
    if kind is not Kind.ATTACKER or not inside or board[y * board.size + x] != EMPTY:
        return False
    return sum(kind is Kind.ATTACKER for _, _, kind in one.cells) > 2


def told(table: PatternTable, board: Board, attacker: Color) -> Counter[Found]:
    """Convert the matcher's result to the same form, with a count of duplicates."""
    found: Counter[Found] = Counter()
    for matches in table.match(board, attacker):
        for match, number in zip(matches, matches.numbers.tolist(), strict=True):
            assert match.number == number
            cells = table.patterns[match.number].cells
            found[match.number, frozenset((*match.place(dx, dy), kind) for dx, dy, kind in cells), match.missing] += 1
    return found


@settings(max_examples=25, deadline=None)
@given(st.lists(patterns(WIDEST), min_size=1, max_size=4), boards(), st.sampled_from(Color))
def test_finds_what_lies_on_the_board(some: list[Pattern], board: Board, attacker: Color) -> None:
    table = PatternTable("freestyle", some)
    assert told(table, board, attacker) == looked_for(table, board, attacker)


@settings(max_examples=25, deadline=None)
@given(st.lists(patterns(WIDE), min_size=1, max_size=3), st.sampled_from(Color), st.data())
def test_finds_wide_ones_whole_or_with_one_cell_changed(
    some: list[Pattern], attacker: Color, data: st.DataObject
) -> None:
    table, board = PatternTable("freestyle", some), data.draw(holding(some[0], attacker))
    assert told(table, board, attacker) == looked_for(table, board, attacker)


@pytest.mark.parametrize("by", range(symmetry.COUNT))
@pytest.mark.parametrize("size", [15, 20])
def test_is_found_turned_and_shifted_to_any_corner(by: int, size: int) -> None:
    hook = [(0, 0, Kind.ATTACKER), (1, 0, Kind.ATTACKER), (2, 0, Kind.ATTACKER), (2, 1, Kind.ATTACKER)]
    one = pattern(list(least(hook)))
    table = PatternTable("freestyle", [one])
    cells = image(one.cells, by)
    wide, high = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    for left in (0, size - wide):
        for top in (0, size - high):
            stones = [(top + dy) * size + left + dx for dx, dy, kind in cells if kind is Kind.ATTACKER]
            found, _ = table.match(Board.from_stones(size, [], stones), Color.WHITE)
            assert len(found) == 1
            (match,) = found
            assert {(*match.place(dx, dy), kind) for dx, dy, kind in one.cells} == {
                (left + dx, top + dy, kind) for dx, dy, kind in cells
            }
            assert not any(table.match(Board.from_stones(size, stones, []), Color.WHITE))


def test_the_edge_is_not_the_attackers() -> None:
    cells: list[Cell] = [(0, 0, Kind.NOT_ATTACKER), (1, 0, Kind.ATTACKER), (2, 0, Kind.ATTACKER), (3, 0, Kind.EMPTY)]
    table = PatternTable("freestyle", [pattern(list(least(cells)))])
    corner = Board.from_stones(15, [0, 1], [15, 16])
    assert [match.missing for match in table.match(corner, Color.BLACK)[0]] == [None]


def test_a_pattern_of_one_colour_is_not_found_for_the_other() -> None:
    cells: list[Cell] = [(0, 0, Kind.ATTACKER), (0, 1, Kind.ATTACKER), (0, 2, Kind.ATTACKER)]
    mine, theirs = (pattern(cells, rules="renju", color=color) for color in Color)
    table = PatternTable("renju", [theirs, mine])
    board = Board.from_stones(15, [32, 33, 34], [])
    assert [match.number for match in table.match(board, Color.BLACK)[0]] == [1]
    assert not any(table.match(board, Color.WHITE))


def test_a_table_holds_one_rule_set() -> None:
    with pytest.raises(ValueError, match="other rules"):
        PatternTable("renju", [pattern([(0, 0, Kind.ATTACKER)])])


@pytest.mark.parametrize(
    ("cells", "why"), [([(0, 0, Kind.EMPTY)], "no stone"), ([(0, 0, Kind.ATTACKER), (20, 0, Kind.EMPTY)], "wider")]
)
def test_what_no_board_can_hold_is_refused(cells: list[Cell], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        PatternTable("freestyle", [pattern(cells)])


def test_no_more_than_the_most_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.learning.patterns.table.MOST", 5)
    table = PatternTable("freestyle", [pattern([(0, 0, Kind.ATTACKER), (0, 1, Kind.ATTACKER)])])
    full = Board.from_stones(15, random.Random(1).sample(range(225), 150), [])
    assert len(table.match(full, Color.BLACK)[0]) == 5


def test_matches_can_be_sliced_and_counted_from_the_end() -> None:
    table = PatternTable("freestyle", [pattern([(0, 0, Kind.ATTACKER), (0, 1, Kind.ATTACKER)])])
    found, _ = table.match(Board.from_stones(15, [0, 1, 2], []), Color.BLACK)
    assert found[0] == Match(0, found[0].symmetry, found[0].x, found[0].y)
    assert list(found) == [*found[:1], found[-1]]
    with pytest.raises(IndexError):
        found[2]


def test_a_published_table_is_that_of_its_rules_alone() -> None:
    assert table_for("caro").revision == 0
    table = PatternTable("caro", [], 7)
    publish(table)
    assert table_for("caro") is table
    assert table_for("standard").rules == "standard"
    publish(PatternTable("caro"))
