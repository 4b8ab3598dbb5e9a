import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gomoku.notation import renlib, rif, sgf_tree
from gomoku.notation.rif_rows import RifGame, RifPlayer
from gomoku.notation.tree import Tree
from server.command_line import main
from server.files.command import write_atomically
from tests.gomoku.notation.rif_documents import said
from tests.gomoku.notation.trees import large_tree

GAMES = "(;GM[4]SZ[15]PB[Ann];B[hh];W[ii])\n(;GM[4]SZ[15]PB[Bob];B[aa])"

TABLES_LEFT_OUT = "tengen: left out: what else the federation's tables say (TGRIF), 1 times\n"


@pytest.fixture
def convert(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Converts between files of a folder; the exit status, and what was said of it."""

    def run(*arguments: str) -> tuple[int, str]:
        try:
            status = main(["convert", *(str(tmp_path / each) if "." in each else each for each in arguments)])
        except SystemExit as left:
            status = int(left.code or 0)
        return status, capsys.readouterr().err

    return run


Convert = Callable[..., tuple[int, str]]


def library(tmp_path: Path, nodes: int = 500) -> Tree:
    tree = large_tree(nodes)
    (tmp_path / "a.lib").write_bytes(b"".join(renlib.dump(tree)))
    return tree


def test_a_library_becomes_sgf_and_the_same_library_again(tmp_path: Path, convert: Convert) -> None:
    tree = library(tmp_path)
    assert convert("a.lib", "b.sgf") == (0, "")
    assert sgf_tree.load((tmp_path / "b.sgf").read_text("utf-8")).tree == tree
    assert convert("b.sgf", "c.lib") == (0, "")
    assert (tmp_path / "c.lib").read_bytes() == (tmp_path / "a.lib").read_bytes()


def test_a_line_goes_through_all_formats(tmp_path: Path, convert: Convert) -> None:
    (tmp_path / "a.txt").write_text("H8 i9, g7\n")
    for source, target in (("a.txt", "b.psq"), ("b.psq", "c.rif"), ("c.rif", "d.lib"), ("d.lib", "e.txt")):
        number = target == "d.lib"  # a library knows no number of a game
        assert convert(source, target, "--accept-terms") == (0, TABLES_LEFT_OUT if number else "")
    assert (tmp_path / "e.txt").read_text() == "h8i9g7\n"


def test_what_a_format_has_no_place_for_is_told(tmp_path: Path, convert: Convert) -> None:
    (tmp_path / "a.sgf").write_text("(;GM[4]SZ[15]PB[Ann];B[hh]TR[aa](;W[ii];B[ii])(;W[aa]TR[bb]))" + GAMES)
    assert convert("a.sgf", "b.lib") == (
        0,
        "tengen: left out: line 1: a stone lies on 'I7' already\n"
        "tengen: left out: TR, 2 times\n"
        "tengen: left out: PB, 1 times\n"
        "tengen: left out: all games but the first; --game chooses another, 1 times\n",
    )
    assert "tengen: left out: nodes of variations, 1 times\n" in convert("a.sgf", "b.txt")[1]


def test_one_game_of_many_can_be_chosen(tmp_path: Path, convert: Convert) -> None:
    (tmp_path / "a.sgf").write_text(GAMES)
    assert convert("a.sgf", "b.txt", "--game", "2") == (0, "tengen: left out: PB, 1 times\n")
    assert (tmp_path / "b.txt").read_text() == "a15\n"
    status, said = convert("a.sgf", "c.txt", "--game", "3")
    assert (status, said.endswith("a.sgf holds no such game\n")) == (1, True)
    assert not (tmp_path / "c.txt").exists()


def test_all_games_of_a_file_are_converted(tmp_path: Path, convert: Convert) -> None:
    games = [RifGame(black=RifPlayer(f"Player {n}"), moves=(n,)) for n in range(50)]
    (tmp_path / "a.rif").write_text("".join(rif.write(games)))
    assert convert("a.rif", "b.sgf", "--accept-terms")[0] == 0
    text = (tmp_path / "b.sgf").read_text()
    assert [f"PB[Player {n}]" in text for n in (0, 49)] == [True, True]
    assert convert("b.sgf", "c.xml")[0] == 0
    assert (tmp_path / "c.xml").read_text() == (tmp_path / "a.rif").read_text()


FEDERATION = """<database version="2"><countries><country id="3" name="Sweden" abbr="SWE"/></countries>
<rules><rule id="2" name="RIF"><info>of old</info></rule></rules><openings><opening id="5" name="Kansei"/></openings>
<players><player id="11" name="Ann" surname="A" country="3"/><player id="12" name="Bob"/></players>
<tournaments><tournament id="4" name="Cup" country="3" rule="2" rated="1"/></tournaments><odd/>
<games><game id="77" publisher="11" tournament="4" rule="2" black="11" white="11" btime="90" wtime="85" opening="5">
<move>h8 i9</move><info>drawn</info></game></games></database>"""


def test_a_federations_file_keeps_all_it_says(tmp_path: Path, convert: Convert) -> None:
    (tmp_path / "a.rif").write_text(FEDERATION)
    assert convert("a.rif", "b.rif", "--accept-terms") == (0, "")
    assert said((tmp_path / "b.rif").read_text()) == said(FEDERATION)
    assert convert("a.rif", "c.sgf", "--accept-terms") == (
        0,
        "tengen: left out: rows of its tables that no game names, 1 times\n"
        "tengen: left out: tables that are not known, 1 times\n",
    )
    assert convert("c.sgf", "d.rif") == (0, "")
    found, before = said((tmp_path / "d.rif").read_text()), said(FEDERATION)
    for row in ("players 11", "tournaments 4", "rules 2", "openings 5", "countries 3", "games 77"):
        assert found[row] == before[row]


def test_a_line_of_moves_tells_what_it_leaves_out(tmp_path: Path, convert: Convert) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[15]PB[Ann]BR[1 dan]RE[B+R]C[a game];B[hh]BL[9]C[good])")
    for target, kept in (("a.rif", {"PB", "RE"}), ("a.psq", {"PB"}), ("a.txt", set())):
        said = convert("a.sgf", target)[1]
        for name in ("PB", "BR", "RE", "BL", "comments"):
            assert (f"left out: {name}," in said) == (name not in kept), (target, name)
    assert "how a game ended (RE)" in convert("a.sgf", "b.rif")[1]


def test_the_terms_of_a_federations_file_are_shown_first(tmp_path: Path, convert: Convert) -> None:
    (tmp_path / "a.rif").write_text("".join(rif.write([RifGame(moves=(1,))])))
    status, said = convert("a.rif", "b.sgf")
    assert status == 1
    assert rif.TERMS in said
    assert "--accept-terms" in said
    assert not (tmp_path / "b.sgf").exists()


def test_the_encoding_is_found_out_or_given(tmp_path: Path, convert: Convert) -> None:
    tree = Tree(15)
    tree.note(0).comment = "四三"
    (tmp_path / "a.lib").write_bytes(b"".join(renlib.dump(tree, "cp932")))
    assert convert("a.lib", "b.sgf", "--encoding", "shift-jis")[0] == 0
    assert "四三" in (tmp_path / "b.sgf").read_text("utf-8")
    assert convert("b.sgf", "c.lib", "--to-encoding", "gbk")[0] == 0
    assert "四三".encode("gbk") in (tmp_path / "c.lib").read_bytes()
    assert "no encoding is called" in convert("a.lib", "d.sgf", "--encoding", "klingon")[1]
    (tmp_path / "e.sgf").write_bytes("(;CA[gb2312]GM[4]C[必败])".encode("gb2312"))
    assert convert("e.sgf", "f.sgf")[0] == 0
    assert "必败" in (tmp_path / "f.sgf").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (["a.lib", "b.docx"], 1, "none of the endings"),
        (["gone.lib", "b.sgf"], 1, "No such file"),
        (["a.lib", "a.lib"], 1, "is there already"),
        (["bad.sgf", "b.lib"], 1, "bad.sgf: line 2: 'zz' is outside the board"),
        (["bad.lib", "b.sgf"], 1, "bad.lib: byte 0: this is no RenLib library"),
        (["a.lib", "nowhere/b.sgf"], 1, "No such file"),
        (["a.lib"], 2, "TO"),
        (["a.lib", "b.sgf", "--to", "docx"], 2, "invalid choice"),
        (["a.lib", "b.txt", "--size", "99"], 2, "a board has"),
    ],
)
def test_what_goes_wrong_is_said_in_a_line(
    tmp_path: Path, convert: Convert, arguments: list[str], status: int, why: str
) -> None:
    library(tmp_path, 10)
    (tmp_path / "bad.sgf").write_text("(;GM[4]SZ[15]\n;B[zz])")
    (tmp_path / "bad.lib").write_bytes(b"nothing")
    before = (tmp_path / "a.lib").read_bytes()
    found, said = convert(*arguments)
    assert found == status
    assert why in said
    assert said.count("\n") == 1
    assert (tmp_path / "a.lib").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.lib", "bad.lib", "bad.sgf"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "a.sgf"
    target.write_bytes(b"before")

    def failing() -> Iterator[bytes]:
        yield b"x"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_atomically(target, failing())
    assert target.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [target]
    write_atomically(target, [b"af", b"ter"])
    assert target.read_bytes() == b"after"
    mask = os.umask(0o022)
    os.umask(mask)
    assert target.stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.parametrize(("ending", "begin"), [("svg", b"<svg "), ("png", b"\x89PNG\r\n"), ("gif", b"GIF89a")])
def test_pictures(tmp_path: Path, convert: Convert, ending: str, begin: bytes) -> None:
    (tmp_path / "a.txt").write_text("h8i9g7")
    assert convert("a.txt", f"b.{ending}") == (0, "")
    whole = (tmp_path / f"b.{ending}").read_bytes()
    assert whole.startswith(begin)
    if ending != "gif":
        assert convert("a.txt", f"c.{ending}", "--ply", "1", "--plain") == (0, "")
        assert (tmp_path / f"c.{ending}").read_bytes() != whole
        assert convert("a.txt", f"d.{ending}", "--ply", "4") == (
            1,
            f"tengen: {tmp_path}/a.txt: move 3: the game has no move 4\n",
        )


def test_many_games_of_several_files_are_merged_into_one_library(tmp_path: Path, convert: Convert) -> None:
    (tmp_path / "a.sgf").write_text(
        "(;SZ[15]PB[Ann]PW[Bob]RE[B+];B[hh];W[ih];B[aa])(;SZ[15]PB[Cid]ON[x]C[fine];B[hh];W[hi];B[ii])"
    )
    (tmp_path / "b.txt").write_text("h8 i8 k11")
    assert convert("a.sgf", "all.lib", "--merge", "--also", str(tmp_path / "b.txt")) == (
        0,
        "tengen: left out: ON, 1 times\n",
    )
    tree = renlib.load((tmp_path / "all.lib").read_bytes()).tree
    (first,) = tree.children(0)
    (second,) = tree.children(first)
    assert (len(tree), len(list(tree.children(second)))) == (6, 3)
    assert [tree.said(each).comment for each in tree.children(second)] == ["Ann - Bob, B+", "Cid - ?\nfine", ""]
    status, said = convert("a.sgf", "all.lib", "--merge")
    assert (status, "is there already" in said) == (1, True)
