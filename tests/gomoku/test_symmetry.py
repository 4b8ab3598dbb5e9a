import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.point import at
from gomoku.symmetry import COUNT, canonical_stones, inverse, maps

MOVES = st.lists(st.integers(0, 224), unique=True, max_size=8)


@pytest.mark.parametrize("size", [3, 15, 20])
def test_the_eight_maps_are_different_permutations(size: int) -> None:
    assert len(set(maps(size))) == COUNT == 8
    assert all(sorted(image) == list(range(size * size)) for image in maps(size))
    assert maps(size)[0] == tuple(range(size * size))


def test_neighbours_stay_neighbours() -> None:
    for image in maps(15):
        for point in range(224):
            if point % 15 < 14:
                assert abs(image[point] - image[point + 1]) in (1, 15)


def test_quarters_turn_clockwise_and_mirrors_swap_left_and_right() -> None:
    corner = at(1, 0, 15)
    assert [maps(15)[s][corner] for s in range(4)] == [1, at(14, 1, 15), at(13, 14, 15), at(0, 13, 15)]
    assert maps(15)[4][corner] == at(13, 0, 15)


@pytest.mark.parametrize("symmetry", range(COUNT))
def test_undoing(symmetry: int) -> None:
    images = maps(5)
    assert [images[inverse(symmetry)][p] for p in images[symmetry]] == list(range(25))


@given(MOVES, st.integers(0, 7))
def test_all_images_of_a_position_share_one_canonical_form(moves: list[int], symmetry: int) -> None:
    stones = {(point, 1 + ply % 2) for ply, point in enumerate(moves)}
    canonical, used = canonical_stones(stones, 15)
    assert set(canonical) == {(maps(15)[used][point], color) for point, color in stones}
    assert list(canonical) == sorted(canonical)
    turned = {(maps(15)[symmetry][point], color) for point, color in stones}
    assert canonical_stones(turned, 15)[0] == canonical


def test_colours_tell_positions_apart() -> None:
    assert canonical_stones([(0, 1), (14, 2)], 15) == (((0, 1), (14, 2)), 0)
    assert canonical_stones([(0, 2), (14, 1)], 15)[0] == ((0, 1), (14, 2))
    assert canonical_stones([(0, 1), (14, 1)], 15)[0] != canonical_stones([(0, 1), (14, 2)], 15)[0]
