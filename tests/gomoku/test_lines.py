from itertools import pairwise

import pytest

from gomoku.lines import lines, rays, star


@pytest.mark.parametrize(("size", "length", "count"), [(15, 5, 572), (19, 5, 1020), (3, 3, 8)])
def test_number_of_lines(size: int, length: int, count: int) -> None:
    found = lines(size, length)
    assert len(found) == len(set(found)) == count
    assert all(len(line) == length and list(line) == sorted(line) for line in found)


def test_lines_are_straight_and_do_not_wrap_around_the_edge() -> None:
    for line in lines(5, 4):
        xs, ys = zip(*((p % 5, p // 5) for p in line), strict=True)
        assert len({b - a for a, b in pairwise(xs)}) == 1
        assert len({b - a for a, b in pairwise(ys)}) == 1


def test_rays_of_a_corner_and_of_the_centre() -> None:
    assert rays(3)[0] == ((1, (), (1, 2)), (3, (), (3, 6)), (4, (), (4, 8)), (2, (), ()))
    assert rays(3)[4] == ((1, (3,), (5,)), (3, (1,), (7,)), (4, (0,), (8,)), (2, (2,), (6,)))


def test_a_star_reaches_so_far_and_no_further() -> None:
    assert set(star(5, 2)[0]) == {1, 2, 5, 10, 6, 12}
    assert len(star(15, 2)[112]) == 16
