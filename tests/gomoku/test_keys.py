"""Position keys, compared with their definition."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gomoku.board import Board, Color
from gomoku.keys import Keys, along
from gomoku.symmetry import COUNT, canonical_stones, maps

Stones = dict[int, Color]
SIZES = st.sampled_from([3, 15, 20])
few = settings(max_examples=30, deadline=None)


@st.composite
def positions(draw: st.DrawFn) -> tuple[int, Stones]:
    size = draw(SIZES)
    points = st.integers(0, size * size - 1)
    return size, draw(st.dictionaries(points, st.sampled_from(Color), max_size=40))


def laid(size: int, stones: Stones) -> Board:
    board = Board(size)
    for point, color in stones.items():
        board.place(point, color)
    return board


@few
@given(positions(), st.integers(0, COUNT - 1), st.sampled_from(Color))
def test_images_have_one_key_and_other_turns_another(position: tuple[int, Stones], by: int, color: Color) -> None:
    size, stones = position
    image = laid(size, {maps(size)[by][point]: stone for point, stone in stones.items()})
    assert Keys.of(image).key(color) == Keys.of(laid(size, stones)).key(color)
    assert Keys.of(image).key(color) != Keys.of(image).key(color.other)
    assert -(1 << 63) <= Keys.of(image).key(color) < 1 << 63


@few
@given(positions(), positions())
def test_positions_that_are_no_images_have_other_keys(one: tuple[int, Stones], other: tuple[int, Stones]) -> None:
    if one[0] == other[0]:
        same = canonical_stones(one[1].items(), one[0])[0] == canonical_stones(other[1].items(), one[0])[0]
        keys = [Keys.of(laid(*each)).key(Color.BLACK) for each in (one, other)]
        assert (keys[0] == keys[1]) is same


@few
@given(positions(), st.integers(0, COUNT - 1), st.sampled_from(Color))
def test_the_symmetry_of_the_key_brings_all_images_to_one(position: tuple[int, Stones], by: int, color: Color) -> None:
    size, stones = position
    boards = [laid(size, stones), laid(size, {maps(size)[by][point]: stone for point, stone in stones.items()})]
    brought = []
    for board in boards:
        key, symmetry = Keys.of(board).least(color)
        assert key == Keys.of(board).key(color)
        image = maps(size)[symmetry]
        brought.append({image[point]: stone for point, stone in enumerate(board.cells) if stone})
    assert brought[0] == brought[1]


@few
@given(positions())
def test_stone_by_stone_they_are_the_same(position: tuple[int, Stones]) -> None:
    size, stones = position
    keys, board = Keys(size), Board(size)
    for point, color in stones.items():
        ahead = keys.after(point, color)
        keys.turn(point, color)
        board.place(point, color)
        assert keys.key(color.other) == ahead == Keys.of(board).key(color.other)
    for point, color in stones.items():
        keys.turn(point, color)
    assert keys.key(Color.BLACK) == Keys(size).key(Color.BLACK)


def test_those_along_a_game_are_those_of_its_positions() -> None:
    moves = [112, 113, 97, 98]
    found = list(along(moves, 15))
    assert len(found) == len(moves) + 1
    assert found[3] == Keys.of(Board.from_stones(15, [112, 97], [113])).key(Color.WHITE)


def test_they_never_change() -> None:
    """Databases store them."""
    assert list(along([112, 113, 97], 15)) == [0, 5859483985211636355, -9104043854915341146, -9074832808447005332]
