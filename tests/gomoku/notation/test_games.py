import pytest
from hypothesis import given

from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.notation import games, sgf, sgf_tree
from gomoku.notation.record import GameRecord
from gomoku.notation.tree import PASS, ROOT, Move, Skipped, Tree
from tests.gomoku.notation.records import records

B, W = Color.BLACK, Color.WHITE


@given(records())
def test_a_record_is_a_tree_and_back(record: GameRecord) -> None:
    tree = sgf.tree_of_record(record)
    assert games.moves_of_tree(tree) == record.moves
    assert sgf.record_of_tree(tree) == record


def test_moves_are_a_line() -> None:
    tree = games.tree_of_moves((7, 9, 11), 5)
    assert [tree.move(node) for node in tree.main_line()] == [None, (7, B), (9, W), (11, B)]


def test_a_record_is_the_main_line_without_nodes_that_only_say_something() -> None:
    tree = sgf_tree.load("(;SZ[15]PB[Ann];C[before];B[hh](;W[ii];C[between];B[jj])(;W[aa]))").tree
    record = sgf.record_of_tree(tree)
    assert (record.moves, record.black) == ((112, 128, 144), "Ann")


@pytest.mark.parametrize(
    ("moves", "code"),
    [([(0, W)], "out_of_turn"), ([(0, B), (PASS, W)], "passing"), ([(0, B), (1, W), (0, B)], "stone_twice")],
)
def test_a_line_that_is_no_game_is_named(moves: list[Move], code: str) -> None:
    tree, node = Tree(15), ROOT
    for move in moves:
        node = tree.add(node, move)
    with pytest.raises(BadNotation) as refused:
        games.moves_of_tree(tree)
    assert (refused.value.fault, refused.value.line, refused.value.unit) == (code, len(moves), "move")


def test_a_line_is_a_game_up_to_a_pass_and_that_is_told() -> None:
    skipped = Skipped()
    tree = sgf_tree.load("(;SZ[15];B[hh];W[tt];B[ih])").tree
    assert games.moves_of_tree(tree, skipped) == (112,)
    assert [str(error) for error in skipped.first] == ["move 2: there is no passing in five in a row"]


def test_setup_stones_are_no_game() -> None:
    tree = Tree(15)
    tree.note(ROOT).setup = ((5, B),)
    with pytest.raises(BadNotation, match="setup"):
        games.moves_of_tree(tree)
