"""Merging of trees: each can be found in the result, in whatever orientation."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gomoku import symmetry
from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.notation import sgf_tree
from gomoku.notation.merging import WITHOUT_MOVES, TreeMerger, merge_all
from gomoku.notation.tree import PASS, ROOT, Move, Tree
from tests.gomoku.notation.trees import library_trees

LINES = st.lists(st.lists(st.integers(0, 24), min_size=1, max_size=8, unique=True), min_size=1, max_size=6)


def moves(points: list[int]) -> list[Move]:
    return [(point, Color.WHITE if ply % 2 else Color.BLACK) for ply, point in enumerate(points)]


def line(tree: Tree, node: int) -> list[int]:
    return [move[0] for each in tree.path(node) if (move := tree.move(each)) is not None]


@given(LINES)
@settings(deadline=None, max_examples=40)
def test_every_line_is_there_turned_as_one(lines: list[list[int]]) -> None:
    merger = TreeMerger(5)
    ends = [merger.add_line(moves(points)) for points in lines]
    for points, end in zip(lines, ends, strict=True):
        images = [[turned[point] for point in points] for turned in symmetry.maps(5)]
        assert line(merger.tree, end) in images
    for node in range(len(merger.tree)):
        played = [merger.tree.move(child) for child in merger.tree.children(node)]
        assert len(played) == len(set(played))


@given(LINES, st.integers(0, 7))
@settings(deadline=None, max_examples=40)
def test_what_is_there_already_adds_nothing_however_it_is_turned(lines: list[list[int]], image: int) -> None:
    merger = TreeMerger(5)
    for points in lines:
        merger.add_line(moves(points))
    before = len(merger.tree)
    merger.add_line(moves([symmetry.maps(5)[image][point] for point in lines[-1]]))
    assert len(merger.tree) == before


@given(library_trees())
@settings(deadline=None, max_examples=20)
def test_one_tree_merged_stays_as_it_is(tree: Tree) -> None:
    merger = TreeMerger(15)
    merger.add(tree)
    assert merger.tree == tree
    merger.add(tree)
    assert len(merger.tree) == len(tree)


def test_what_is_said_is_kept_and_turned_with_the_board() -> None:
    merger = TreeMerger(15)
    merger.add(sgf_tree.load("(;SZ[15];B[hh]C[one];W[ih]LB[jh:A])").tree)
    merger.add(sgf_tree.load("(;SZ[15];B[hh]C[two];W[hi]LB[hj:B]TR[aa]XX[y])").tree)
    first, second = merger.tree.main_line()[1:]
    assert merger.tree.said(first).comment == "one\n\ntwo"
    note = merger.tree.said(second)
    assert note.labels == {114: "A"}
    assert note.properties == [("XX", ("y",))]  # the triangle's corner has moved


def test_setup_stones_keep_a_tree_apart() -> None:
    merger = TreeMerger(15)
    merger.add(sgf_tree.load("(;SZ[15];B[hh])").tree)
    merger.add(sgf_tree.load("(;SZ[15]AB[aa];B[hh])").tree)
    assert [merger.tree.move(child) for child in merger.tree.children(ROOT)] == [(112, Color.BLACK), None]


def test_passes_are_moves() -> None:
    merger = TreeMerger(15)
    end = merger.add_line([(112, Color.BLACK), (PASS, Color.WHITE), (113, Color.BLACK)])
    assert line(merger.tree, end) == [112, PASS, 113]


def test_another_board_and_too_many_nodes_are_refused() -> None:
    merger = TreeMerger(15, most=2)
    with pytest.raises(BadNotation, match="19x19"):
        merger.add(Tree(19))
    with pytest.raises(BadNotation, match="2 nodes"):
        merger.add_line(moves([1, 2, 3]))


def test_who_played_is_said_where_a_game_ends() -> None:
    texts = [
        "(;SZ[15]PB[Ann]PW[Bob]RE[B+R]DT[2001]C[of a cup]ON[Kansei];B[hh];W[ih])",
        "(;SZ[15]PB[Cid]RU[renju];B[hh])",
        "(;SZ[15]PB[Dan])",
        "(;SZ[15]C[a library];B[aa])",
    ]
    left_out: Counter[str] = Counter()
    tree = merge_all((sgf_tree.load(text).tree for text in texts), left_out=left_out)
    first, *_ = tree.children(ROOT)
    (second,) = tree.children(first)
    assert tree.said(second).comment == "Ann - Bob, B+R, 2001\nof a cup"
    assert tree.said(first).comment == "Cid - ?"
    assert tree.said(ROOT).comment == "a library"
    assert tree.said(ROOT).properties == [("RU", ("renju",))]
    assert left_out == {"ON": 1, WITHOUT_MOVES: 1}


def test_one_tree_alone_keeps_its_players() -> None:
    tree = merge_all(iter([sgf_tree.load("(;SZ[15]PB[Ann];B[hh])").tree]))
    assert tree.said(ROOT).properties == [("PB", ("Ann",))]
    with pytest.raises(BadNotation, match="no games"):
        merge_all(iter([]))


def test_what_another_tree_said_otherwise_is_counted() -> None:
    merger = TreeMerger(15)
    merger.add(sgf_tree.load("(;SZ[15]RU[a]AN[x];B[hh])").tree)
    merger.add(sgf_tree.load("(;SZ[15]RU[b]AN[x];B[hh])").tree)
    assert +merger.left_out == {"RU": 1}
