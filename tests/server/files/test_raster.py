from io import BytesIO

import pytest

from gomoku.notation import sgf_tree
from gomoku.notation.games import tree_of_moves
from gomoku.notation.picture import BLACK, LAST, WHITE, WOOD, picture_of, pictures_of
from gomoku.point import parse, xy
from server.files import raster


def color(text: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text[1:]))


def place(name: str) -> tuple[int, int]:
    """A pixel in the upper part of a stone on a point, where no number is."""
    x, y = xy(parse(name, 15), 15)
    return raster.CELL * (x + 1), raster.CELL * (y + 1) - 10


def test_stones_lie_where_they_were_played() -> None:
    from PIL import Image

    tree = tree_of_moves(tuple(parse(name, 15) for name in ("H8", "I9")), 15)
    with Image.open(BytesIO(raster.png(picture_of(tree, 2)))) as image:
        drawn = image.convert("RGB")
    assert drawn.size == (480, 480)
    assert drawn.getpixel(place("H8")) == color(BLACK)
    assert drawn.getpixel(place("I9")) == color(WHITE)
    assert drawn.getpixel((45, 45)) == color(WOOD)


def test_marks_and_labels_are_drawn() -> None:
    from PIL import Image

    tree = sgf_tree.load("(;SZ[15];B[hh]LB[hh:A][aa:b][bb:1234]TR[cc]SQ[dd]CR[ee]MA[ff])").tree
    with Image.open(BytesIO(raster.png(picture_of(tree, 1, numbers=False)))) as image:
        drawn = image.convert("RGB")
    for x, y in ((3, 3), (4, 4), (5, 5), (6, 6)):
        box = drawn.crop((x * 30 - 12, y * 30 - 12, x * 30 + 12, y * 30 + 12))
        assert color(LAST) in {each for _, each in box.getcolors(1000) or []}


def test_a_film_has_a_frame_for_each_position_and_stays_at_the_last() -> None:
    from PIL import Image, ImageSequence

    tree = tree_of_moves((112, 113, 114), 15)
    with Image.open(BytesIO(raster.gif(list(pictures_of(tree))))) as film:
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    assert times == [raster.FRAME_MS] * 3 + [raster.LAST_FRAME_MS]


def test_a_film_of_nothing_is_none() -> None:
    with pytest.raises(ValueError, match="1 to 700"):
        raster.gif([])


def test_a_film_shows_what_each_picture_does_though_only_changes_are_drawn() -> None:
    from PIL import Image, ImageChops, ImageSequence

    tree = sgf_tree.load("(;SZ[9]AB[aa];W[bb]TR[cc];B[cc]LB[dd:A];AE[aa];W[ee]LB[ee:B]MA[bb];B[])").tree
    pictures = list(pictures_of(tree))
    with Image.open(BytesIO(raster.gif(pictures))) as film:
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]
    assert len(frames) == len(pictures)
    for frame, picture in zip(frames, pictures, strict=True):
        with Image.open(BytesIO(raster.png(picture))) as whole:
            differences = ImageChops.difference(frame, whole.convert("RGB")).convert("L").histogram()
        assert sum(differences[48:]) < 150  # a film has fewer colours; a stone covers 570 pixels
