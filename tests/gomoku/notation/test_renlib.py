from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.notation import renlib
from gomoku.notation.faults import FAULTS
from gomoku.notation.tree import PASS, ROOT, Note, Tree
from gomoku.point import parse
from tests.gomoku.notation.slow_library import Branch, read, write
from tests.gomoku.notation.trees import library_trees

B, W = Color.BLACK, Color.WHITE
HEADER = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
H8 = parse("H8", 15)


def dump(tree: Tree, encoding: str = "utf-8") -> bytes:
    return b"".join(renlib.dump(tree, encoding))


def as_branches(tree: Tree, node: int = ROOT) -> list[Branch]:
    """Convert a tree to the other reader's types."""
    found = []
    labels = dict(tree.said(node).labels)
    for child in tree.children(node):
        move, note = tree.move(child), tree.said(child)
        assert move is not None
        comment = note.name + ("\x08" + note.comment.replace("\n", "\r\n") if note.comment else "")
        flags = 0x10 * note.marked + 0x04 * note.start
        label = labels.pop(move[0], "")
        found.append(Branch(place(move[0]), flags, encode(comment), encode(label), as_branches(tree, child)))
    return found + [Branch(place(point), 0x02, b"", encode(text)) for point, text in sorted(labels.items())]


def encode(text: str) -> bytes:
    """Encode a text; a mark at its beginning is read as that of the encoding, so a text that has one gets another."""
    return text.encode("utf-8-sig" if text.startswith("\ufeff") else "utf-8")


def place(point: int) -> int:
    return 0 if point == PASS else 16 * (point // 15) + point % 15 + 1


@given(library_trees())
def test_what_is_written_is_read_back_and_written_the_same(tree: Tree) -> None:
    data = dump(tree)
    found = renlib.load(data, "utf-8")
    assert found.tree == tree
    assert found.skipped.count == 0
    assert dump(found.tree) == data


@given(library_trees())
def test_a_reader_that_knows_nothing_of_this_one_reads_the_same(tree: Tree) -> None:
    nodes = read(dump(tree))
    if nodes and nodes[0].place == 0 and dump(tree)[9] == 4:
        root = nodes.pop(0)
        note = tree.said(ROOT)
        assert root.flags == 0x10 * note.marked + 0x04 * note.start
    assert nodes == as_branches(tree)


@given(library_trees(), st.booleans())
def test_files_of_another_writer_are_read(tree: Tree, bare: bool) -> None:
    note = tree.said(ROOT)
    root = Branch(0, 0x10 * note.marked + 0x04 * note.start, encode(note.name + "\x08" + note.comment))
    nodes = as_branches(tree)
    bare = bare and not note and bool(nodes) and nodes[0].place != 0
    found = renlib.load(write(nodes, root=None if bare else root), "utf-8")
    assert found.tree == tree


def test_the_bytes_of_a_library() -> None:
    tree = Tree(15)
    first = tree.add(ROOT, (H8, B))
    tree.add(first, (parse("I9", 15), W))
    last = tree.add(first, (parse("A15", 15), W))
    tree.take(last, Note(name="Indirect", comment="weak", marked=True))
    tree.note(first).labels[parse("A15", 15)] = "b"
    body = bytes.fromhex("7800 69C0 0159 0001") + b"Indirect\x08weak\0" + b"b\0"
    assert dump(tree) == b"\xffRenLib\xff\x03\x00" + b"\xff" * 10 + body
    assert renlib.load(body).tree == tree  # the oldest files have no header


def test_a_text_where_no_move_leads_is_a_label_of_the_position_before() -> None:
    found = renlib.load(HEADER + b"\x00\x00" + b"\x78\x00" + b"\x79\x43\x00\x01?\x00")
    assert len(found.tree) == 2
    assert found.tree.said(1).labels == {H8 + 1: "?"}


@pytest.mark.parametrize("text", [b"good\x08mov\xe5", b"goods\x08mov\xe5\x31"])
def test_an_old_comment_ends_with_an_eighth_bit(text: bytes) -> None:
    text = text if len(text) % 2 == 0 else text + b"?"
    found = renlib.load(b"\x78\x00\x79\x60" + text)
    assert found.tree.said(2) == Note(name=text.split(b"\x08")[0].decode(), comment="move")


def test_a_comment_of_several_lines_without_a_title_is_no_name() -> None:
    found = renlib.load(HEADER + b"\x00\x08one\r\ntwo\x00\x00" + b"\x78\x48title\x00")
    assert found.tree.said(ROOT) == Note(comment="one\ntwo")
    assert found.tree.said(1) == Note(name="title")


def test_a_branch_on_a_stone_is_skipped_with_all_that_follows_and_told() -> None:
    on_it = Branch(0x78, 0, b"", b"", [Branch(0x11), Branch(0x12, 0, b"gone", b"", [Branch(0x13)])])
    nodes = [Branch(0x78, 0, b"", b"", [Branch(0x79, 0, b"", b"", [on_it, Branch(0x7A)]), Branch(0x7B)])]
    found = renlib.load(write(nodes))
    assert [found.tree.move(node) for node, _ in found.tree.walk()] == [
        None,
        (H8, B),
        (H8 + 1, W),
        (H8 + 2, B),
        (H8 + 3, W),
    ]
    assert (found.skipped.count, str(found.skipped.first[0])) == (1, "byte 24: a stone lies on 'H8' already")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("plain", "utf-8"),
        ("活三和冲四", "utf-8"),
        ("活三和冲四，此手为必败之着", "gb18030"),
        ("四々禁、白の勝ち", "cp932"),
        ("Förlorat läge à la fin", "latin-1"),
    ],
)
def test_the_encoding_of_texts_can_be_given_or_found_out(text: str, encoding: str) -> None:
    tree = Tree(15)
    tree.note(ROOT).comment = text
    data = dump(tree, encoding)
    found = renlib.load(data, lambda texts: encoding if text.encode(encoding) in b"".join(texts) else "ascii")
    assert (found.encoding, found.tree) == (encoding, tree)
    assert renlib.load(data, encoding).tree == tree


def test_texts_that_are_not_in_the_given_encoding_are_named() -> None:
    tree = Tree(15)
    tree.note(ROOT).comment = "四"
    with pytest.raises(BadNotation, match="byte 20: a text cannot be read as ascii"):
        renlib.load(dump(tree), "ascii")
    for encoding in ("latin-1", "utf-16"):
        with pytest.raises(BadNotation, match="node 0"):
            dump(tree, encoding)


@pytest.mark.parametrize(
    ("data", "at", "code"),
    [
        (b"", 0, "no_library"),
        (b"\xffRenLib\xff\x03", 0, "no_library"),
        (b"(;GM[4])" * 5, 0, "no_library"),
        (b"\xffRenLib\xff\x03\x05" + b"\xff" * 10, 8, "newer_library"),
        (b"\xffRenLib\xff\x04\x00" + b"\xff" * 10, 8, "newer_library"),
        (b"\x78", 0, "cut_off"),
        (b"\x78\x01\x00", 2, "cut_off"),
        (b"\x78\x00" + b"\x00\x00" * 2_000, 2_000, "too_deep"),
    ],
)
def test_a_bad_file_is_refused_with_its_byte(data: bytes, at: int, code: str) -> None:
    with pytest.raises(BadNotation) as refused:
        renlib.load(data)
    assert (refused.value.line, refused.value.unit, refused.value.fault) == (at, "byte", code)
    assert refused.value.why == FAULTS[code].format(text=refused.value.text)


@pytest.mark.parametrize(
    ("data", "at", "code"),
    [
        (b"\x78\x00\x79\x80", 4, "cut_off"),
        (b"\x78\x00\x79\x80\x7a", 4, "cut_off"),
        (b"\x78\x08abc", 2, "cut_text"),
        (b"\x78\x20abc", 2, "cut_text"),
        (b"\x78\x41\x00\x01ab", 4, "cut_text"),
        (b"\x78\x00\x10\x40", 2, "no_such_point"),
        (b"\x78\x00\xf1\x40", 2, "no_such_point"),
    ],
)
def test_what_comes_before_damage_is_read_and_the_damage_told(data: bytes, at: int, code: str) -> None:
    found = renlib.load(data)
    assert [found.tree.move(node) for node in found.tree.main_line()[1:2]] == [(112, B)]
    assert [(error.line, error.unit, error.fault) for error in found.skipped.first] == [(at, "byte", code)]


def test_more_nodes_than_are_wanted_are_refused() -> None:
    data = HEADER + b"\x00\x00" + b"\x78\x80" + b"\x79\xc0" * 100 + b"\x7a\x40"
    with pytest.raises(BadNotation) as refused:
        renlib.load(data, most=50)
    assert refused.value.fault == "too_many_nodes"


def test_what_comes_after_the_end_is_told() -> None:
    found = renlib.load(b"\x78\x40\x79\x40")
    assert len(found.tree) == 2
    assert found.skipped.first[0].fault == "after_the_end"


@pytest.mark.parametrize(
    ("size", "moves", "code"),
    [
        (19, [(0, B)], "not_fifteen"),
        (15, [(0, W)], "out_of_turn"),
        (15, [(0, B), (1, B)], "out_of_turn"),
        (15, [None], "no_move_here"),
    ],
)
def test_what_a_library_cannot_hold_is_named(size: int, moves: list[tuple[int, Color] | None], code: str) -> None:
    tree, node = Tree(size), ROOT
    for move in moves:
        node = tree.add(node, move)
    with pytest.raises(BadNotation) as refused:
        dump(tree)
    assert refused.value.fault == code


@pytest.mark.parametrize("node", [0, 1])
def test_setup_stones_are_named(node: int) -> None:
    tree = Tree(15)
    tree.add(ROOT, (0, B))
    tree.note(node).setup = ((5, B),)
    with pytest.raises(BadNotation, match=f"node {node}: AB"):
        dump(tree)


def test_what_a_library_has_no_place_for_is_counted() -> None:
    tree = Tree(15)
    tree.note(ROOT).properties = [("TR", ("aa",)), ("PB", ("Ann",))]
    tree.note(tree.add(ROOT, (0, B))).properties = [("TR", ("bb",))]
    assert renlib.count_left_out(tree) == {"TR": 2, "PB": 1}


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    for start in (HEADER, b"\x78", b""):
        with suppress(BadNotation):
            found = renlib.load(start + data)
            dump(found.tree)


@given(library_trees(), st.data())
def test_a_file_with_some_bytes_changed_breaks_nothing(tree: Tree, data: st.DataObject) -> None:
    broken = bytearray(dump(tree))
    for _ in range(data.draw(st.integers(1, 4))):
        broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    with suppress(BadNotation):
        found = renlib.load(bytes(broken))
        written = dump(found.tree)
        assert renlib.load(written, "utf-8").tree == found.tree


@pytest.mark.parametrize(
    "part", [b"\x79\x80", b"\x79\x08a", b"\x00\x00", b"\x79\xc0", b"\x79\xc3\x00\x01a\x00", b"\x78\x00"]
)
def test_nothing_takes_long(part: bytes) -> None:
    began = process_time()
    with suppress(BadNotation):
        renlib.load(HEADER + b"\x00\x00\x78\x00" + part * (256 * 1024 // len(part)))
    assert process_time() - began < 3
