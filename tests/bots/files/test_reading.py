"""One reader for all files: format and encoding by what the bytes are, and nothing lost without a word."""

import io
import re
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.files.reading import ReadingOptions, SourceFile, guess_format, read
from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.game import Outcome, Reason
from gomoku.notation import renlib, rif, sgf_tree
from gomoku.notation.games import tree_of_moves
from gomoku.notation.rif_rows import RifGame, RifPlayer
from gomoku.notation.sgf import record_of_tree
from gomoku.notation.tree import ROOT, Tree
from tests.gomoku.notation.trees import library_trees


def opened(data: bytes, name: str = "", **wishes: object) -> SourceFile:
    return read(io.BytesIO(data), guess_format(name, data), ReadingOptions(**wishes))  # type: ignore[arg-type]


def told(source: SourceFile) -> list[tuple[str, int, str]]:
    return [(error.unit, error.line, error.fault) for error in source.skipped.first]


def names(data: bytes, **wishes: str) -> tuple[str, str, str]:
    """Black, white, and the encoding in which they were read."""
    source = opened(data, "", **wishes)
    record = record_of_tree(next(source.trees))
    return record.black, record.white, source.encoding


# --- encodings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written", "found"),
    [
        ("(;GM[4]CA[GB18030]PB[黑棋手]PW[白棋手];B[hh])", "gb18030", "gb18030"),
        ("(;GM[4]CA[gb2312]PB[朱镕基]PW[白棋手];B[hh])", "gb18030", "gb18030"),
        ("(;GM[4]CA[Big5]PB[許功蓋]PW[林書玄];B[hh])", "big5", "big5"),
        ("(;GM[4]CA[Shift_JIS]PB[ソーラー]PW[白];B[hh])", "cp932", "cp932"),
        ("(;GM[4]PB[许银川]PW[吕钦];B[hh])", "gb18030", "gb18030"),
        ("(;GM[4]PB[許功蓋]PW[林書玄];B[hh])", "big5", "big5"),
        ("(;GM[4]PB[ソーラー]PW[中村茂];B[hh])", "cp932", "cp932"),
        ("(;GM[4]PB[Иван]PW[Сергей];B[hh])", "cp1251", "cp1251"),
        ("(;GM[4]PB[张三]PW[Ann];B[hh])", "utf-16", "utf-16"),
        ("(;GM[4]PB[张三]PW[Ann];B[hh])", "utf-16-le", "utf-16-le"),
        ("(;GM[4]PB[张三]PW[Ann];B[hh])", "utf-16-be", "utf-16-be"),
        ("\ufeff(;GM[4]PB[张三]PW[Ann];B[hh])", "utf-8", "utf-8"),
    ],
)
def test_names_are_read_in_the_encoding_that_they_are_in(text: str, written: str, found: str) -> None:
    black, white = re.findall(r"P[BW]\[(.*?)\]", text)
    assert names(text.encode(written)) == (black, white, found)


def test_an_encoding_that_the_file_names_and_is_not_in_is_told() -> None:
    source = opened("(;GM[4]CA[UTF-8]PB[张三]PW[李四];B[hh])".encode("gb18030"))
    assert record_of_tree(next(source.trees)).black == "张三"
    assert told(source) == [("line", 1, "other_charset")]


@pytest.mark.parametrize(
    "label", ["GB2312", "Big5", "Shift_JIS", "EUC-KR", "windows-1252", "ISO-8859-1", "UTF-16", "UTF-7"]
)
@pytest.mark.parametrize(("black", "white"), [("王小明", "李建国"), ("田中", "鈴木"), ("김철수", "박영희")])
def test_utf_8_is_read_as_that_whatever_the_file_names(label: str, black: str, white: str) -> None:
    source = opened(f"(;GM[4]CA[{label}]RE[B+R]PB[{black}]PW[{white}];B[hh];W[ii])".encode())
    record = record_of_tree(next(source.trees))
    assert (record.black, record.white, len(record.moves), source.encoding) == (black, white, 2, "utf-8")
    assert record.outcome == Outcome(Color.BLACK, Reason.RESIGNED)
    assert told(source) == [("line", 1, "other_charset")]
    assert names("(;CA[windows-1251]PB[Łukasz]PW[é];B[hh])".encode()) == ("Łukasz", "é", "utf-8")


def test_a_short_word_that_might_be_utf_8_is_in_the_encoding_that_the_file_names() -> None:
    word = b"\xc4\xaa\xc4\xb1".decode("gb18030")
    assert names(f"(;CA[GBK]PB[{word}]PW[A];B[hh])".encode("gb18030")) == (word, "A", "gb18030")


@pytest.mark.parametrize(
    ("label", "codec"),
    [("x-sjis", "cp932"), ("windows-31j", "cp932"), ("x-gbk", "gb18030"), ("win1251", "cp1251"), ("CP-1250", "cp1250")],
)
def test_labels_of_other_systems_are_known(label: str, codec: str) -> None:
    name = {"cp932": "表", "gb18030": "王", "cp1251": "Пётр", "cp1250": "Jiří"}[codec]
    source = opened(f"(;CA[{label}]PB[{name}];B[hh])".encode(codec))
    assert (record_of_tree(next(source.trees)).black, source.encoding, told(source)) == (name, codec, [])


def test_people_choose_another_encoding_and_are_refused_one_that_does_not_fit() -> None:
    data = "(;GM[4]PB[öö]PW[A];B[hh])".encode("cp1252")
    assert names(data, encoding="cp1252")[0] == "öö"
    assert names(data, encoding="cp1251")[0] == "цц"
    with pytest.raises(BadNotation) as refused:
        opened(data, encoding="utf-8")
    assert refused.value.fault == "not_encoded"


def test_letters_that_cannot_be_read_are_told() -> None:
    source = opened("(;GM[4]PB[黑棋必胜白棋必败]PW[A];B[hh])".encode().replace("棋".encode(), b"\xff", 1))
    assert record_of_tree(next(source.trees)).black == "黑\ufffd必胜白棋必败"
    assert told(source) == [("line", 1, "bad_letters")]


@given(library_trees(), st.sampled_from([None, "utf-8"]))
@settings(deadline=None)
def test_a_tree_that_was_written_is_read_from_its_bytes_and_nothing_is_told(tree: Tree, encoding: str | None) -> None:
    for data in (b"".join(renlib.dump(tree)), "".join(sgf_tree.dump(tree)).encode()):
        source = opened(data, encoding=encoding)
        assert (list(source.trees), source.skipped.count) == ([tree], 0)


def test_a_letter_that_stands_for_an_unreadable_one_is_read_as_any_other() -> None:
    tree = tree_of_moves((112,), 15)
    tree.note(ROOT).comment = "黑\ufffd必胜"
    for data in (b"".join(renlib.dump(tree)), "".join(sgf_tree.dump(tree)).encode()):
        for encoding in (None, "utf-8"):
            source = opened(data, encoding=encoding)
            assert (list(source.trees), told(source)) == ([tree], [])
    text = "".join(rif.write([RifGame(black=RifPlayer("\ufffd"), moves=(112,))]))
    source = opened(text.encode())
    assert (record_of_tree(next(source.trees)).black, list(source.trees), told(source)) == ("\ufffd", [], [])


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("hea käik, võit mustale", "cp1252"),
        ("Хороший ход", "cp1251"),
        ("dobrý tah, příště lépe", "cp1250"),
        ("活三和冲四，此手为必败之着", "gb18030"),
        ("四々禁、白の勝ち", "cp932"),
        ("Förlorat läge à la fin", "cp1252"),
    ],
)
def test_texts_of_a_library_are_found_out(text: str, encoding: str) -> None:
    tree = tree_of_moves((112,), 15)
    tree.note(ROOT).comment = text
    source = opened(b"".join(renlib.dump(tree, encoding)))
    assert next(source.trees) == tree
    assert source.encoding == encoding


@pytest.mark.parametrize("declared", ["GB2312", "Big5", "Shift_JIS", "EUC-KR", "windows-1251", "iso-8859-1", "UTF-8"])
def test_a_federation_s_file_is_read_in_any_encoding_that_it_declares(declared: str) -> None:
    name = {"windows-1251": "Пётр", "iso-8859-1": "Göran", "EUC-KR": "김", "GB2312": "陈小明"}.get(declared, "林")
    text = "".join(rif.write([RifGame(black=RifPlayer(name), moves=(112, 113))])).replace("UTF-8", declared)
    source = opened(text.encode(declared), "a.rif")
    assert record_of_tree(next(source.trees)).black == name
    undeclared = text.replace(f' encoding="{declared}"', "").encode("gb18030" if declared == "GB2312" else "utf-8")
    assert record_of_tree(next(opened(undeclared).trees)).black == name


@pytest.mark.parametrize(
    ("declared", "written", "name"),
    [
        *(("UTF-8", "gb18030", "陈小明"), ("windows-1251", "utf-8", "Пётр"), ("GB2312", "utf-8", "陈小明")),
        *(("us-ascii", "utf-8", "Jiří"), ("UTF-16", "utf-8", "陈小明")),
    ],
)
def test_a_federation_s_file_that_declares_a_wrong_encoding_keeps_its_names(
    declared: str, written: str, name: str
) -> None:
    text = "".join(rif.write([RifGame(black=RifPlayer(name), moves=(112,))])).replace("UTF-8", declared)
    assert record_of_tree(next(opened(text.encode(written)).trees)).black == name


def test_a_federation_s_file_is_read_in_the_encoding_that_is_asked_for() -> None:
    text = "".join(rif.write([RifGame(black=RifPlayer("Пётр"), moves=(112,))])).replace("UTF-8", "iso-8859-1")
    assert record_of_tree(next(opened(text.encode("cp1251"), encoding="cp1251").trees)).black == "Пётр"


# --- formats ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "name", "format"),
    [
        (b"\xffRenLib\xff\x03\x04", "game.sgf", "lib"),
        (b"\n (;GM[4])", "game.psq", "sgf"),
        (b"From a mail:\n\n(;GM[4])", "game.txt", "sgf"),
        ("(;GM[4])".encode("utf-16"), "x", "sgf"),
        ("Piskvorky 15x15".encode("utf-16-be"), "x", "psq"),
        (b"piskvorky 15x15, 0:0, 0", "game.sgf", "psq"),
        (b"\xef\xbb\xbf<?xml", "game.sgf", "rif"),
        (b"<database>", "game.sgf", "rif"),
        (b"<html>(;GM[4])", "game.html", "sgf"),
        (b"x\x00", "old.LIB", "lib"),
        (b"h8i9", "game", "txt"),
        (b"h8i9", "game.xml", "rif"),
    ],
)
def test_a_format_is_told_by_the_bytes_before_the_name(data: bytes, name: str, format: str) -> None:
    assert guess_format(name, data) == format


# --- damage -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("second", ["(;GM[4]SZ[15]", "(;PB[C \\] (;]FF[4]", "( ;\nSiZe[15]", "(;SZ[15]"])
@pytest.mark.parametrize("first", ["", "(;W[aa](;B[bb]", ";W[bb]"])
def test_a_game_that_is_not_closed_does_not_go_on_with_the_moves_of_the_next(first: str, second: str) -> None:
    source = opened(f"(;GM[4];B[hh]{first}\n{second};B[cc];W[dd])".encode())
    records = [record_of_tree(tree) for tree in source.trees]
    assert [len(each.moves) for each in records] == [{"": 1, ";W[bb]": 2}.get(first, 3), 2]
    assert [fault for *_, fault in told(source)] == ["unclosed_game"]
    other = opened(f"(;GM[1]SZ[19];B[hh]{first}\n{second};B[cc];W[dd])".encode())
    assert [len(record_of_tree(tree).moves) for tree in other.trees] == [2]


def test_properties_in_small_letters_are_read() -> None:
    record = record_of_tree(next(opened(b"(;gm[4]sz[13]pb[Ann];b[hh];w[ii])").trees))
    assert (record.size, record.black, len(record.moves)) == (13, "Ann", 2)


def test_the_manager_s_result_line_is_read() -> None:
    text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n8,9,123\n9,9,1\nA.zip\nB.zip\n-1\n{}\n"
    for result, outcome in (("1", Color.BLACK), ("2", Color.WHITE), ("0", None)):
        source = opened(text.format(f"{result},Renju1").encode())
        record = record_of_tree(next(source.trees))
        assert (record.black, record.white, record.rules, len(record.moves)) == ("A.zip", "B.zip", "renju", 4)
        reason = Reason.AGREED_DRAW if outcome is None else Reason.UNKNOWN
        assert (record.outcome, told(source)) == (Outcome(outcome, reason), [])
    odd = opened(text.format("1,Renju1\nand more").encode())
    assert record_of_tree(next(odd.trees)).rules == "renju"
    assert told(odd) == [("line", 10, "more_lines")]


def test_moves_of_a_psq_never_become_names() -> None:
    head = "Piskvorky 15x15, 0:0, 0\n8,8,5\n9,8,7\n"
    timed = opened(f"{head}8,9,-3\n9,9,-4\n-1\n".encode())
    record = record_of_tree(next(timed.trees))
    assert (len(record.moves), record.black, record.think_ms, told(timed)) == (4, "", (), [("line", 4, "no_time")])
    damaged = opened(f"{head}8;9;3\n9,9,4\n-1\n".encode())
    record = record_of_tree(next(damaged.trees))
    assert (len(record.moves), record.black, told(damaged)) == (2, "", [("line", 4, "no_move")])


def test_a_last_move_that_has_run_into_a_name_is_no_name() -> None:
    source = opened(b"Piskvorky 15x15, 0:0, 0\n8,8,5\n9,8,7Ada\nBob\n0\n")
    record = record_of_tree(next(source.trees))
    assert (len(record.moves), record.black, told(source)) == (1, "", [("line", 3, "no_move")])


@pytest.mark.parametrize("time", ["2.5", "1e3", "-3", "99999999999999", "+4"])
def test_a_time_that_is_no_whole_number_costs_neither_its_move_nor_the_names(time: str) -> None:
    source = opened(f"Piskvorky 15x15, 0:0, 0\n8,8,5\n9,8,7\n\n8,9,{time}\n9,9,{time}\n-1\n\n".encode())
    record = record_of_tree(next(source.trees))
    assert (len(record.moves), record.black, record.think_ms, told(source)) == (4, "", (), [("line", 5, "no_time")])


def test_each_game_of_a_psq_has_its_own_moves_names_and_result() -> None:
    first = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\nA\nB\n-1\n1,Renju\n"
    second = "Piskvorky 19x19, 11:11, 1\r\n1,1,4\r\nC\r\nD\r\n-1\r\n2,Freestyle\r\n"
    source = opened(f"{first}\n{second}".encode())
    records = [record_of_tree(tree) for tree in source.trees]
    assert [(len(each.moves), each.size, each.black, each.white, each.rules) for each in records] == [
        *((2, 15, "A", "B", "renju"), (1, 19, "D", "C", "freestyle"))
    ]
    assert [each.outcome and each.outcome.winner for each in records] == [Color.BLACK, Color.WHITE]
    assert told(source) == []
    damaged = opened((first + second.replace("19x19", "19x15") + first.replace("9,8,0", "9,8!0")).encode())
    assert [len(record_of_tree(tree).moves) for tree in damaged.trees] == [2, 1]
    assert told(damaged) == [("line", 8, "not_square"), ("line", 16, "no_move")]


def test_a_psq_that_breaks_off_loses_its_last_line_if_that_may_be_half_of_one() -> None:
    cut = opened(b"Piskvorky 15x15, 0:0, 0\n8,8,5\n9,1")
    assert len(record_of_tree(next(cut.trees)).moves) == 1
    assert told(cut) == [("line", 3, "no_end_code")]


def test_a_position_a_line_is_a_game_a_line() -> None:
    source = opened(b"h8i9g7\n\nh8i8g9\nh8h8\n", "openings.txt")
    assert [len(record_of_tree(tree).moves) for tree in source.trees] == [3, 3]
    assert told(source) == [("line", 4, "stone_twice")]
    with pytest.raises(BadNotation):
        next(opened(b"h8h8").trees)


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("h8\ni9\n\ng7\n", [3]),
        ("h8\ni9\nh8\n", [1, 1, 1]),
        ("h8\ni9\n", [1, 1]),
        ("h8\ni9\ng7h7", [1, 1, 2]),
        ("h8\n#\ng7", [1, 1]),
    ],
)
def test_a_game_with_a_move_a_line_is_one_game(text: str, lengths: list[int]) -> None:
    source = opened(text.encode(), "a.txt")
    assert [len(record_of_tree(tree).moves) for tree in source.trees] == lengths


def test_a_federation_s_file_that_breaks_off_keeps_its_games() -> None:
    text = "".join(rif.write([RifGame(moves=(112,)), RifGame(moves=(113,))]))
    source = opened(text[: text.rindex("<game")].encode())
    assert len(list(source.trees)) == 1
    assert [fault for *_, fault in told(source)] == ["no_xml"]


GOOD = {
    "sgf": "(;FF[4]GM[4]SZ[15]PB[Ada]PW[Bob]RE[B+R]\n;B[hh]C[one];W[ih]\n;B[gg](;W[gh];B[fg])(;W[aa]TR[bb];B[bb]))\n",
    "psq": "Piskvorky 15x15, 0:0, 0\n8,8,100\n9,8,200\n7,7,300\n7,8,400\nAda\nBob\n0\n1,Freestyle1\n",
    "rif": "".join(rif.write([RifGame(moves=(112, 113, 96)), RifGame(moves=(0, 1))])),
}
UNSEEN = {"sgf": "[A-Za-z0-9]", "psq": "[0-9]", "rif": "[A-Za-z0-9 ]"}
"""Signs whose damage makes another file that is as good: a digit less is another point, a letter more another name."""


def lines_of(data: bytes, format: str) -> tuple[list[tuple[tuple[int, Color], ...]], SourceFile]:
    """The main lines of all games."""
    source = read(io.BytesIO(data), format, ReadingOptions())
    lines = [[tree.move(node) for node in tree.main_line()] for tree in source.trees]
    return [tuple(move for move in line if move is not None) for line in lines], source


@given(st.sampled_from(sorted(GOOD)), st.data())
def test_a_damaged_file_is_the_same_game_or_is_told_or_is_refused(format: str, data: st.DataObject) -> None:
    good = GOOD[format]
    whole, _ = lines_of(good.encode(), format)
    at = data.draw(st.integers(0, len(good) - 1), "at")
    kind = data.draw(st.sampled_from(["cut", "drop", "put", "change", "twice"]), "kind")
    sign = data.draw(st.sampled_from('()[];,\\\n<>"/=!'), "sign")
    if kind in ("drop", "change", "twice") and re.match(UNSEEN[format], good[at]):
        kind = "cut"
    damaged = {
        "cut": good[:at],
        "drop": good[:at] + good[at + 1 :],
        "put": good[:at] + sign + good[at:],
        "change": good[:at] + sign + good[at + 1 :],
        "twice": good[: at + 1] + good[at:],
    }[kind]
    try:
        found, source = lines_of(damaged.encode(), format)
    except BadNotation:
        return
    assert found == whole or source.skipped.count > 0, (found, damaged)


@given(st.integers(23, 101), st.integers(0, 30))
def test_a_library_that_is_cut_or_goes_on_is_told_or_refused(cut: int, more: int) -> None:
    tree = Tree(15)
    node = ROOT
    for ply in range(40):
        node = tree.add(node, (ply, Color.WHITE if ply % 2 else Color.BLACK))
    data = b"".join(renlib.dump(tree))
    for damaged in (data[:cut], data + b"\x78" * more):
        try:
            source = opened(damaged, "a.lib")
        except BadNotation:
            continue
        assert next(source.trees) == tree or source.skipped.count > 0


@pytest.mark.parametrize("data", [b"(;CA[" + b" " * 5000, b"(;CA[a" + b" " * 5000, b"(;CA" + b" " * 5000])
def test_the_blanks_around_a_named_encoding_take_no_time(data: bytes) -> None:
    began = process_time()
    with suppress(BadNotation):
        list(read(io.BytesIO(data), "sgf", ReadingOptions()).trees)
    assert process_time() - began < 1.0
