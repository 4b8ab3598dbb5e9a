from itertools import permutations

import pytest

from gomoku.openings.patterns import DIRECT, INDIRECT, find_pattern
from gomoku.openings.turns import central
from gomoku.point import at, parse, xy
from gomoku.symmetry import canonical_stones, maps


def points(text: str, size: int = 15) -> list[int]:
    return [parse(name, size) for name in text.split()]


def test_the_patterns_are_exactly_the_26_classes_of_three_stones_around_the_centre() -> None:
    center = parse("H8", 15)
    classes: dict[object, set[str | None]] = {}
    zone = [point for point in range(225) if central(5).contains(point, 15)]
    for second, third in permutations(zone, 2):
        if center in (second, third) or not central(3).contains(second, 15):
            continue
        key = canonical_stones([(center, 1), (second, 2), (third, 1)], 15)[0]
        classes.setdefault(key, set()).add(find_pattern([center, second, third], 15))
    assert len(classes) == 26
    assert all(len(numbers) == 1 for numbers in classes.values())
    numbers = {number for (number,) in classes.values()}
    assert numbers == {f"{letter}{n}" for letter in "DI" for n in range(1, 14)}


@pytest.mark.parametrize(
    ("moves", "number", "name"),
    [
        ("H8 H9 H10", "D1", "Kansei"),
        ("H8 H9 I9", "D4", "Kagetsu"),
        ("H8 H9 H7", "D8", "Shogetsu"),
        ("H8 I9 H6", "I10", "Myojo"),
        ("H8 I9 F6", "I13", "Suisei"),
        ("H8 G8 G9", "D4", "Kagetsu"),  # rotated
        ("H8 G9 I7", "I11", "Shagetsu"),  # mirrored
    ],
)
def test_by_hand(moves: str, number: str, name: str) -> None:
    table = {"D": DIRECT, "I": INDIRECT}[number[0]].split(", ")
    assert find_pattern(points(moves), 15) == number
    assert table[int(number[1:]) - 1].split()[0] == name
    for image in maps(15):
        turned = [image[point] for point in points(moves)]
        assert find_pattern(turned, 15) == find_pattern(points(moves), 15)


def test_more_stones_change_nothing_and_fewer_have_no_name() -> None:
    assert find_pattern(points("H8 H9 I9 A1 O15"), 15) == "D4"
    assert find_pattern(points("H8 H9"), 15) is None
    assert find_pattern([], 15) is None


def test_larger_boards_and_other_places() -> None:
    def shifted(text: str, size: int, dx: int) -> list[int]:
        moved = [xy(point, 15) for point in points(text)]
        return [at(x + dx, y + dx, size) for x, y in moved]

    assert find_pattern(shifted("H8 H9 I9", 19, 2), 19) == "D4"
    assert find_pattern(shifted("H8 H9 I9", 20, 2), 20) == "D4"
    assert find_pattern(shifted("H8 H9 I9", 15, 3), 15) == "D4"


def test_the_stone_in_the_middle_is_the_first_one_whenever_it_was_laid() -> None:
    assert find_pattern(points("J10 H9 H8"), 15) == find_pattern(points("H8 H9 J10"), 15) == "D3"


@pytest.mark.parametrize("moves", ["H8 J8 I8", "H8 H9 K8", "H8 H10 H9", "A1 O15 H8"])
def test_other_stones_have_no_name(moves: str) -> None:
    assert find_pattern(points(moves), 15) is None


def test_no_name_twice() -> None:
    names = [entry.split()[0] for table in (DIRECT, INDIRECT) for entry in table.split(", ")]
    assert len(set(names)) == 26
