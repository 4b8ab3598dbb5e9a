from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.notation import sgf, sgf_tree
from gomoku.notation.faults import FAULTS
from gomoku.notation.record import GameRecord
from gomoku.notation.tree import PASS, ROOT, Note, Skipped, Tree
from tests.gomoku.notation.records import records
from tests.gomoku.notation.slow_sgf import Game, read
from tests.gomoku.notation.test_limits import filled
from tests.gomoku.notation.trees import library_trees, trees

B, W = Color.BLACK, Color.WHITE


def dump(tree: Tree) -> str:
    return "".join(sgf_tree.dump(tree))


def moves(tree: Tree) -> list[tuple[int, tuple[int, Color] | None]]:
    return [(depth, tree.move(node)) for node, depth in tree.walk()]


@given(trees() | library_trees())
def test_what_is_written_is_read_back_and_written_the_same(tree: Tree) -> None:
    text = dump(tree)
    found = sgf_tree.load(text)
    assert found.tree == tree
    assert found.skipped.count == 0
    assert dump(found.tree) == text


@given(trees())
def test_a_reader_that_knows_nothing_of_this_one_reads_the_same(tree: Tree) -> None:
    sequences = [(read(dump(tree)), 0)]
    there = []
    while sequences:
        (nodes, below), depth = sequences.pop()
        for node in nodes:
            there.append((depth, [(name, node[name][0]) for name in ("B", "W") if name in node], node.get("XX")))
            depth += 1
        sequences += [(each, depth) for each in reversed(below)]
    here = []
    for number, depth in tree.walk():
        move, noted = tree.move(number), dict(tree.said(number).properties)
        letters = (
            "" if move is None or move[0] == PASS else "".join(chr(97 + n) for n in divmod(move[0], tree.size)[::-1])
        )
        played = [] if move is None else [("BW"[move[1] - 1], letters)]
        here.append((depth, played, list(noted["XX"]) if "XX" in noted else None))
    assert there == here


@given(records())
def test_a_record_is_a_tree_of_one_line_and_loses_nothing(record: GameRecord) -> None:
    found = sgf_tree.load(sgf.dump(record))
    assert len(found.tree) == len(record.moves) + 1
    assert sgf.load(dump(found.tree)) == record


def test_the_text_of_a_tree() -> None:
    tree = Tree(15)
    first = tree.add(ROOT, (112, B))
    tree.add(first, (113, W))
    last = tree.add(first, (0, W))
    tree.take(ROOT, Note(name="N", setup=((1, B), (2, W), (3, 0)), to_move=B, properties=[("XX", ("a", "b"))]))
    tree.take(last, Note(comment="a]\\\nb", marked=True, start=True, labels={7: "x:y]", 3: "四"}))
    assert dump(tree) == (
        "(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[15]AB[ba]AW[ca]AE[da]PL[B]N[N]XX[a][b]\n"
        ";B[hh]\n(;W[ih])\n(;W[aa]C[a\\]\\\\\nb]LB[da:四][ha:x\\:y\\]]HO[1]TGSTART[1]))\n"
    )


def test_an_open_bracket_in_a_text_is_no_damage() -> None:
    tree, text = Tree(15), "see B[hh or ;W["
    tree.take(ROOT, Note(name=text, comment=text, labels={0: text}))
    found = sgf_tree.load(dump(tree))
    assert (found.tree, found.skipped.count) == (tree, 0)


def test_what_others_write_is_read() -> None:
    text = (
        "\ufeffsaved by a program\r\n( ; FF[3]\r\nGM [4]5A[hi]\r\n  AddBlack[aa][cc:dd] AE[aa]SZ[15:15]PL[White]\r\n"
        "MULTIGOGM[1];W[tt]C[one\\\r\n two\r\nthree]C[four]TR[hh][ii]\r\n(;B[hh]LB[hh:1][ii:2](;W[ii])(;W[]))"
        "(;B[jj]N[name]))(;GM[4])"
    ).replace("5A", "FA")
    tree = sgf_tree.load(text).tree
    assert moves(tree) == [(0, None), (1, (PASS, W)), (2, (112, B)), (3, (128, W)), (3, (PASS, W)), (2, (144, B))]
    assert tree.said(ROOT).setup == ((0, 0), (32, B), (33, B), (47, B), (48, B))
    assert tree.said(ROOT).to_move == W
    assert tree.said(ROOT).properties == [("FA", ("hi",)), ("MULTIGOGM", ("1",))]
    assert tree.said(1) == Note(comment="one two\nthree\nfour", properties=[("TR", ("hh", "ii"))])
    assert tree.said(2).labels == {112: "1", 128: "2"}
    assert tree.said(5).name == "name"


def test_control_characters_in_texts_are_spaces() -> None:
    tree = sgf_tree.load("(;SZ[15]C[a\x00b\tc\nd\x85]N[e\x1b]LB[aa:f\x01]XX[\x02];B[hh])").tree
    assert tree.said(ROOT) == Note("e ", "a b c\nd ", labels={0: "f "}, properties=[("XX", ("\x02",))])
    assert sgf_tree.load(dump(tree)).tree == tree


def test_names_of_properties_may_have_digits() -> None:
    tree = sgf_tree.load("(;GM[4]SZ[15]5A[hi][hj];B[hh])").tree
    assert tree.said(ROOT).properties == [("5A", ("hi", "hj"))]
    assert "5A[hi][hj]" in dump(tree)
    assert sgf.load("(;GM[4]SZ[15]5A[hi];B[hh])").moves == (112,)


def test_the_moves_may_start_in_the_root() -> None:
    tree = sgf_tree.load("(;C[here]B[aa];W[oo])").tree
    assert moves(tree) == [(0, None), (1, (0, B)), (2, (224, W))]
    assert tree.said(ROOT).comment == "here"


def test_a_variation_on_a_stone_is_skipped_with_all_that_follows_and_told() -> None:
    found = sgf_tree.load("(;SZ[15]\n;B[hh](;W[hh];B[aa](;W[bb])(;W[cc]))\n(;W[ii](;B[ii])(;B[jj];W[hh])))")
    assert moves(found.tree) == [(0, None), (1, (112, B)), (2, (128, W)), (3, (144, B))]
    assert found.skipped.count == 3
    assert [str(fault) for fault in found.skipped.first] == [
        "line 2: a stone lies on 'H8' already",
        "line 3: a stone lies on 'I7' already",
        "line 3: a stone lies on 'H8' already",
    ]
    assert sgf_tree.load("(;SZ[15];B[hh];AE[hh];W[hh])").skipped.count == 0
    at_once = sgf_tree.load("(;SZ[15]AW[hh]B[hh];W[ii](;B[jj])(;B[kk]))")
    assert (len(at_once.tree), at_once.skipped.count) == (1, 1)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, "no_game"),
        ("(;\nGM[1])", 2, "other_game"),
        ("(;SZ[x])", 1, "no_size"),
        ("(;SZ[27])", 1, "no_such_board"),
        ("(;SZ[15]\n;B[aa]W[bb])", 2, "two_moves"),
        ("(;SZ[15]\n;B[aa][bb])", 2, "two_moves"),
        ("(;SZ[15]\n\n;B[pa])", 3, "outside"),
        ("(;SZ[15]\n\n;B[tt]AB[tt])", 3, "outside"),
        ("(;SZ[15]\n;B[H8])", 2, "no_point"),
        ("(;SZ[15]\n;AB[])", 2, "no_point"),
        ("(;SZ[15]\n;B[aa", 2, "unclosed_value"),
        ("(;" + "(" * 20_000, 1, "too_deep"),
        ("(;" + ";" * 20_000, 1, "too_deep"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(text: str, line: int, code: str) -> None:
    with pytest.raises(BadNotation) as refused:
        sgf_tree.load(text)
    assert (refused.value.line, refused.value.fault) == (line, code)
    assert refused.value.why == FAULTS[code].format(text=refused.value.text)


@pytest.mark.parametrize(
    ("text", "line", "code", "left"),
    [
        ("(;GM[4]\n;B[aa]", 2, "unclosed_game", [0]),
        ("(;GM[4]\n;B[aa]\n!)", 3, "out_of_place", [0]),
        ("(;SZ[15]\n;C)", 2, "no_value", [None]),
        ("(;SZ[15]\n;B[aa]\n;W[bb]C[(;B[cc];W[dd", 3, "open_value", [0, 16]),
        ("(;SZ[15];B[aa];W[bb];B[zz];W[cc];B[dd])", 1, "outside", [0, 16]),
        ("(;SZ[15];B[aa];W;B[cc])", 1, "no_value", [0]),
        ("(;SZ[15];B[aa];W[bb])\n)(;SZ[15];B[cc])", 2, "out_of_place", [0, 16]),
        ("(;SZ[15];B[aa]C[one;W[bb];B[cc])", 1, "open_value", [0, 32]),
        ("(;GM[1]SZ[15]RU[Renju];B[aa])", 1, "taken_for_five", [0]),
    ],
)
def test_what_is_damaged_is_told_and_what_is_sound_is_read(
    text: str, line: int, code: str, left: list[int | None]
) -> None:
    skipped = Skipped()
    tree = next(games := sgf_tree.load_all(text, skipped))
    list(games)
    assert (skipped.first[0].line, skipped.first[0].fault) == (line, code)
    found = [tree.move(node) for node in tree.main_line()[1:]]
    assert [None if move is None else move[0] for move in found] == left


def test_a_game_that_cannot_be_read_leaves_the_others() -> None:
    skipped = Skipped()
    text = "(;SZ[9];B[aa])\n(;GM[1]SZ[19](;B[aa])(;B[bb]C[\\])]))\n(;SZ[x])(;SZ[15];B[bb])"
    assert [tree.size for tree in sgf_tree.load_all(text, skipped)] == [9, 15]
    assert [(error.line, error.fault) for error in skipped.first] == [(2, "other_game"), (3, "no_size")]
    assert [tree.size for tree in sgf_tree.load_all("(;GM[1]SZ[19];B[aa])", skipped, any_game=True)] == [19]


def test_more_nodes_than_are_wanted_are_refused() -> None:
    text = "(;" + "(;B[aa])" * 50 + ")"
    assert len(sgf_tree.load(text, most=51).tree) == 51
    with pytest.raises(BadNotation) as refused:
        sgf_tree.load(text, most=50)
    assert refused.value.fault == "too_many_nodes"


@given(st.text("(;)[]\\BWSZACLGM4hia1\n :", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    for start in ("", "(;SZ[15]"):
        with suppress(BadNotation):
            tree = sgf_tree.load(start + text).tree
            assert sgf_tree.load(dump(tree)).tree == tree


SAMPLE = (
    "(;GM[4]SZ[15]AB[aa:cc]AE[bb]PL[W]C[a\\]b\\\\]N[x:y]LB[aa:1][bb:\\:2]XX[a][b];B[hh]BL[3.4]TR[aa];W[tt]"
    "(;B[ii]HO[2])(;B[jj]TGSTART[1];AW[kk]))"
)


@given(st.lists(st.tuples(st.integers(0, len(SAMPLE)), st.integers(0, 6), st.text("(;)[]\\BWaht:", max_size=6))))
def test_a_file_with_some_letters_changed_breaks_nothing(changes: list[tuple[int, int, str]]) -> None:
    text = SAMPLE
    for at, dropped, put in changes:
        text = text[:at] + put + text[at + dropped :]
    with suppress(BadNotation):
        tree = sgf_tree.load(text).tree
        written = dump(tree)
        assert sgf_tree.load(written).tree == tree
        assert dump(sgf_tree.load(written).tree) == written


@pytest.mark.parametrize(
    "text",
    [
        filled("", "("),
        filled("(;", "\n;"),
        filled("(;", "(;B[aa])", ")"),
        filled("(;", ";B[]", ")"),
        filled("(;LB", "[aa:x]", ")"),
        filled("(;C[", "\\\\", "])"),
        filled("(;C", "[a]", ")"),
        filled("(;C[", "["),
        filled("(;AB", "[aa:oo]", ")"),
        filled("(;", ";B[aa]AE[aa:oo]", ")"),
        filled("(;", "N[a]", ")"),
        filled("(;", "C[a]", ")"),
    ],
    ids=lambda text: repr(text[:12]),
)
def test_nothing_takes_long(text: str) -> None:
    began = process_time()
    with suppress(BadNotation):
        sgf_tree.load(text)
    assert process_time() - began < 4


def test_the_other_reader_tells_sequences_apart() -> None:
    game: Game = read("(;A[1];B[2](;C[3\\]])(;D[4][5]))")
    assert game == (({"A": ["1"]}, {"B": ["2"]}), ((({"C": ["3\\]"]},), ()), (({"D": ["4", "5"]},), ())))
