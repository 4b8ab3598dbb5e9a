"""Files become blocks, are refused by byte, line or node, and come out of the store as they went in."""

import subprocess
import sys
from contextlib import suppress
from time import process_time

import pytest

from bots.files.reading import ReadingOptions, guess_format
from gomoku.board import Color
from gomoku.notation import renlib, sgf_tree
from gomoku.notation.tree import ROOT, Tree
from server.store.store import Store
from server.store.trees import tree_rows
from server.store.trees.tree_blocks import OpenBlock, TreeBlock, put_together
from server.trees import tree_file
from server.trees.tree_file import FoundTree, MergedGame, TreeRejected, held_to_limits
from tests.gomoku.notation.trees import large_tree
from tests.server.store.examples import add_player
from tests.server.store.trees.test_tree_rows import new

SHORT_OF_MEMORY = """
from bots.files.reading import ReadingOptions, guess_format
from server.trees import tree_file

tree_file.MOST_MEMORY = 0
data = b"(;SZ[15]" + b"".join(b"(;B[aa]C[%d])" % number for number in range(15_000)) + b")"
print(tree_file.read(lambda block: None, data, "sgf", ReadingOptions()).code)
"""


def read(data: bytes, name: str = "a.lib", **wishes: int | str) -> tuple[FoundTree | TreeRejected, list[TreeBlock]]:
    blocks: list[TreeBlock] = []
    return tree_file.read(blocks.append, data, guess_format(name, data), ReadingOptions(**wishes)), blocks  # type: ignore[arg-type]


def library(nodes: int = 500) -> bytes:
    return b"".join(renlib.dump(large_tree(nodes)))


def test_a_library_becomes_blocks() -> None:
    found, blocks = read(library())
    assert isinstance(found, FoundTree)
    assert (found.size, found.encoding, found.nodes, found.skipped) == (15, "utf-8", 500, 0)
    assert put_together(15, map(OpenBlock, blocks)) == large_tree(500)
    assert found.depth == max(depth for _, depth in large_tree(500).walk())


def test_a_federations_games_are_one_tree_with_their_players() -> None:
    data = (
        b'<database><players><player id="1" name="Ann" surname="A"/></players><games>'
        b'<game id="1" black="1" bresult="1"><move>h8 i8</move><info>short</info></game>'
        b'<game id="2" white="1" bresult="0"><move>h8 h9</move></game>'
        b'<game id="3" black="1"><move></move></game><game id="4" black="1"><move>h8 h8</move></game>'
        b"</games></database>"
    )
    found, blocks = read(data, "a.rif")
    assert isinstance(found, FoundTree)
    assert (found.size, found.nodes, found.skipped) == (15, 3, 2)
    tree = put_together(15, map(OpenBlock, blocks))
    assert tree.said(tree.main_line()[-1]).comment == "Ann A - ?, B+\nshort\n\n? - Ann A, W+"


@pytest.mark.parametrize(
    ("data", "name", "why"),
    [
        (library()[:21], "a.lib", {"byte": 20, "why": "cut_off", "text": ""}),
        (b"(;SZ[15]\n\n;B[zz];W[hh])", "a.sgf", {"line": 3, "why": "outside", "text": "zz"}),
        (b"\0" * 1000, "a.lib", {"byte": 0, "why": "no_library", "text": ""}),
        (b"h8h8", "a.txt", {"line": 1, "why": "stone_twice", "text": "H8"}),
        (b"(;SZ[15];B[hh])(;SZ[19];B[hh])", "a.sgf", {"node": 0, "why": "other_board", "text": "19x19"}),
    ],
)
def test_a_bad_file_names_the_place_and_the_fault(data: bytes, name: str, why: dict[str, str | int]) -> None:
    assert read(data, name)[0] == TreeRejected("bad_notation", why)


def test_more_nodes_than_may_be_are_refused() -> None:
    found, _ = read(library(), most=100)
    assert isinstance(found, TreeRejected)
    assert found.detail["why"] == "too_many_nodes"


def test_time_has_an_end(monkeypatch: pytest.MonkeyPatch, no_finalizers: None) -> None:
    monkeypatch.setattr(tree_file, "MOST_S", 0.02)
    assert read(library(30_000))[0] == TreeRejected("tree_too_large", {"nodes": 20_000_000})


def test_memory_has_an_end() -> None:
    """In a new process, as in a server: one that has read much before has room for more."""
    found = subprocess.run([sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, check=True)
    assert found.stdout == "tree_too_large\n"


@pytest.mark.skipif(sys.platform != "linux", reason="limits are for Linux")
def test_time_has_an_end_even_where_the_first_signal_is_lost(
    monkeypatch: pytest.MonkeyPatch, no_finalizers: None
) -> None:
    monkeypatch.setattr(tree_file, "AGAIN_S", 0.05)
    stopped = 0
    with held_to_limits(0.05):
        while stopped < 2:
            with suppress(TimeoutError):
                began = process_time()
                while process_time() - began < 5.0:
                    pass
                break
            stopped += 1
    assert stopped == 2


def test_all_games_of_a_file_become_one_tree() -> None:
    found, blocks = read(b"(;SZ[15]PB[Ada];B[hh];W[ih])(;SZ[15];B[hh];W[hi];B[aa])", "two.sgf")
    assert isinstance(found, FoundTree)
    tree = put_together(15, map(OpenBlock, blocks))
    assert [tree.move(node) for node in tree.main_line()][1:] == [
        (112, Color.BLACK),
        (113, Color.WHITE),
        (210, Color.BLACK),
    ]
    assert found.nodes == 4  # the second game is the first, turned, and goes on


def test_games_are_merged_with_what_they_were() -> None:
    blocks: list[TreeBlock] = []
    games = [
        MergedGame((112, 113), "Ada - Bob"),
        MergedGame((112, 97, 0), "Bob - Ada"),
        MergedGame((112, 113), "Cy - Di"),
    ]
    found = tree_file.merge(blocks.append, 15, games)
    assert isinstance(found, FoundTree)
    tree = put_together(15, map(OpenBlock, blocks))
    (first,) = tree.children(ROOT)
    (second,) = tree.children(first)
    assert tree.said(second).comment == "Ada - Bob\nCy - Di"
    assert tree_file.merge(blocks.append, 15, games, most=2) == TreeRejected(
        "bad_notation", {"node": 2, "why": "too_many_nodes", "text": "2"}
    )


@pytest.mark.parametrize("format", ["lib", "sgf"])
async def test_a_stored_tree_is_written_as_it_came(store: Store, format: str) -> None:
    await add_player(store, "ada", "Ada")
    tree = large_tree(3_000)
    data = b"".join(renlib.dump(tree)) if format == "lib" else "".join(sgf_tree.dump(tree)).encode()
    found, blocks = read(data, f"a.{format}")
    assert isinstance(found, FoundTree)
    await tree_rows.insert(store, new(tree), blocks)
    stored = await tree_rows.find_tree(store, "tree00000001")
    assert stored is not None
    assert tree_file.write(store.address, stored.serial, 15, format, "utf-8") == data


async def test_a_tree_that_a_format_cannot_hold_is_told_by_its_node(store: Store) -> None:
    await add_player(store, "ada", "Ada")
    tree = Tree(15)
    tree.add(ROOT, (0, Color.WHITE))
    _, blocks = read("".join(sgf_tree.dump(tree)).encode(), "a.sgf")
    await tree_rows.insert(store, new(tree), blocks)
    stored = await tree_rows.find_tree(store, "tree00000001")
    assert stored is not None
    refused = tree_file.write(store.address, stored.serial, 15, "lib", "utf-8")
    assert refused == TreeRejected("bad_format", {"node": 1, "why": "out_of_turn", "text": ""})


def test_formats_are_known_by_their_beginning_and_else_by_the_name() -> None:
    assert guess_format("x.sgf", b"\xffRenLib\xff\x03") == "lib"
    assert guess_format("x", b"\xef\xbb\xbf \n(;GM[4])") == "sgf"
    assert guess_format("x", b"Piskvorky 15x15") == "psq"
    assert guess_format("X.LIB", b"\x78\x00") == "lib"
    assert guess_format("x", b"h8i9") == "txt"
    assert guess_format("x", b'\xef\xbb\xbf<?xml version="1.0"?>') == "rif"
    assert guess_format("a.RIF", b"") == guess_format("a.xml", b"") == "rif"
