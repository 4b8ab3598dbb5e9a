from hypothesis import given
from hypothesis import strategies as st

from bots.learning.patterns.cells import Cells, Kind, draw_cells, extent, image, least, turn_place
from gomoku import symmetry
from gomoku.point import at, xy

SIZE = 7

places = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
some_cells = st.dictionaries(places, st.sampled_from(Kind), min_size=1, max_size=9).map(
    lambda kinds: tuple((dx, dy, kind) for (dx, dy), kind in kinds.items())
)


@given(some_cells, st.integers(0, 7))
def test_images_have_one_least_image(cells: Cells, by: int) -> None:
    canonical = least(cells)
    assert least(image(cells, by)) == canonical
    assert least((dx + 3, dy - 2, kind) for dx, dy, kind in reversed(cells)) == canonical
    assert min(dx for dx, _, _ in canonical) == min(dy for _, dy, _ in canonical) == 0


@given(places, st.integers(0, 7))
def test_places_turn_as_the_board_does(place: tuple[int, int], by: int) -> None:
    maps = symmetry.maps(SIZE)
    corner, moved = xy(maps[by][at(0, 0, SIZE)], SIZE), xy(maps[by][at(*place, SIZE)], SIZE)
    assert turn_place(place, by) == (moved[0] - corner[0], moved[1] - corner[1])


@given(some_cells, some_cells)
def test_only_the_same_cells_have_the_same_drawing(one: Cells, other: Cells) -> None:
    one, other = image(one, 0), image(other, 0)
    assert (draw_cells(one) == draw_cells(other)) == (one == other)


def test_a_drawing_has_rows_from_the_top() -> None:
    cells = ((2, 0, Kind.EMPTY), (0, 1, Kind.ATTACKER), (1, 1, Kind.NOT_ATTACKER), (0, 3, Kind.DEFENDER))
    assert draw_cells(cells) == "--e.an..d"
    assert extent(cells) == (3, 4)
