from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.board import Color
from gomoku.notation import sgf_tree
from gomoku.notation.games import tree_of_moves
from gomoku.notation.picture import Stone, picture_of, pictures_of, star_points, svg
from gomoku.notation.tree import Tree
from gomoku.point import parse
from tests.gomoku.notation.trees import trees

B, W = Color.BLACK, Color.WHITE
SVG = "{http://www.w3.org/2000/svg}"


def test_a_picture_shows_the_stones_as_they_lie_with_their_numbers() -> None:
    tree = sgf_tree.load("(;SZ[15]AB[aa];W[bb];B[];W[cc]AE[aa]TR[bb][dd:ed]LB[aa:long text][bb: ])").tree
    picture = picture_of(tree, tree.main_line()[-1], title="T")
    assert picture.stones == {16: Stone(W, 1), 32: Stone(W, 3)}
    assert (picture.last, picture.title) == (32, "T")
    assert picture.marks == dict.fromkeys([16, 48, 49], "triangle")
    assert picture.labels == {0: "long"}
    assert picture_of(tree, tree.main_line()[2]).last is None
    assert picture_of(tree, tree.main_line()[1], numbers=False).stones == {0: Stone(B), 16: Stone(W)}


def test_a_game_is_as_many_pictures_as_positions() -> None:
    tree = tree_of_moves((112, 113, 114), 15)
    assert [len(picture.stones) for picture in pictures_of(tree)] == [0, 1, 2, 3]


def test_an_svg_has_a_disc_and_a_number_for_each_stone() -> None:
    tree = tree_of_moves((parse("H8", 15), parse("A1", 15)), 15)
    root = ElementTree.fromstring(svg(picture_of(tree, 2, title="<A & B>")))
    assert root.findtext(f"{SVG}title") == "<A & B>"
    discs = {(each.get("cx"), each.get("cy")) for each in root.iter(f"{SVG}circle") if each.get("r") == "13.5"}
    assert discs == {("240", "240"), ("30", "450")}
    numbers = [each.text for each in root.iter(f"{SVG}text") if each.get("font-size") == "12"]
    assert numbers == ["1", "2"]


def test_without_numbers_the_last_move_has_a_dot() -> None:
    text = svg(picture_of(tree_of_moves((0, 1), 15), 2, numbers=False))
    assert text.count('r="4"') == 1


@given(trees(), st.booleans())
def test_every_position_is_well_formed(tree: Tree, numbers: bool) -> None:
    for node in (0, len(tree) - 1):
        picture = picture_of(tree, node, numbers=numbers, title="\x00")
        board = tree.board(node)
        assert {point: stone.color for point, stone in picture.stones.items()} == {
            point: color for point, color in enumerate(board.cells) if color
        }
        ElementTree.fromstring(svg(picture_of(tree, node, numbers=numbers)))


@pytest.mark.parametrize(("size", "names"), [(15, "D12 L12 D4 L4 H8"), (5, "C3"), (6, ""), (10, "D7 G7 D4 G4")])
def test_star_points(size: int, names: str) -> None:
    assert star_points(size) == [parse(name, size) for name in names.split()]
    assert len(star_points(19)) == 9
