import pytest

from gomoku.board import Board
from gomoku.shapes import shape, shapes


def window(text: str) -> bytes:
    assert len(text) == 11
    assert text[5] == "*"
    return bytes(".XO".index(cell) for cell in text.replace("*", "."))


@pytest.mark.parametrize(
    ("text", "row", "fours", "straight"),
    [
        (".....*.....", 1, 0, ()),
        (".....*XX...", 3, 0, (-1, 3)),
        ("....O*XX...", 3, 0, ()),
        ("...O.*XX..O", 3, 0, (3,)),
        ("...O.*XX.O.", 3, 0, ()),
        (".....*.XX..", 1, 0, (1,)),
        ("..X..*XX..X", 3, 0, ()),
        (".....*XXX..", 4, 1, ()),
        ("....O*XXXO.", 4, 0, ()),
        ("....O*XXX..", 4, 1, ()),
        ("..X.X*X.X..", 3, 2, ()),
        ("..XX.*X.XX.", 2, 2, ()),
        (".XXX.*.XXX.", 1, 2, ()),
        ("..XX.*.....", 1, 0, (-1,)),
        ("..XX.*XX...", 3, 0, ()),
        (".....*XXXX.", 5, 0, ()),
        ("....X*XXXX.", 6, 0, ()),
        ("XXXXX*XXXXX", 11, 0, ()),
    ],
)
def test_shapes_of_a_line(text: str, row: int, fours: int, straight: tuple[int, ...]) -> None:
    made = shape(window(text))
    assert (made.row, made.fours, made.straight) == (row, fours, straight)


def test_the_edge_blocks_as_a_white_stone_does() -> None:
    board = Board.from_stones(15, [1, 2], [])
    assert [(step, made.row, made.straight) for step, made in shapes(board, 0)] == [
        (1, 3, ()),
        (15, 1, ()),
        (16, 1, ()),
        (14, 1, ()),
    ]
    board = Board.from_stones(15, [2, 3], [])
    assert shapes(board, 1)[0][1].straight == (3,)
