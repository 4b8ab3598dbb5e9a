from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.errors import BadNotation
from gomoku.notation import psq
from gomoku.notation.faults import FAULTS
from gomoku.notation.record import GameRecord
from gomoku.point import at
from tests.gomoku.notation.records import records

SHORT = GameRecord(15, (112, 0, 224), None, "Ann", "Bob", None, None, (1500, 20, 3), ())


def test_the_text_of_a_record() -> None:
    assert psq.dump(SHORT) == "Piskvorky 15x15, 0:0, 0\r\n8,8,1500\r\n1,1,20\r\n15,15,3\r\nAnn\r\nBob\r\n0\r\n"


def test_a_file_as_the_manager_writes_it() -> None:
    """The file has the moves' times, and the names of the programs' files."""
    text = "\r\n".join(
        ["Piskvorky 20x20, 11:11, 0", "10,9,456", "11,11,4500", "12,9,1015", "10,11,0", "C:\\one.exe", "two.ZIP", "1"]
    )
    record = psq.load(text + "\r\n")
    assert (record.size, record.black, record.white) == (20, "C:\\one.exe", "two.ZIP")
    assert record.moves == (at(9, 8, 20), at(10, 10, 20), at(11, 8, 20), at(9, 10, 20))
    assert record.think_ms == (456, 4500, 1015, 0)
    assert psq.load(psq.dump(record)) == record


def test_a_file_of_the_manager(shared_data: Path) -> None:
    record = psq.load((shared_data / "example_gomocup.psq").read_bytes().decode())
    assert (record.size, len(record.moves), record.black, record.white) == (20, 16, "pisq7.exe", "renjusolver.ZIP")
    assert (record.moves[:2], record.think_ms[:2]) == ((at(9, 9, 20), at(10, 11, 20)), (456, 4500))
    assert (record.rules, record.outcome, record.date, record.left_ms) == (None, None, None, ())
    assert psq.load(psq.dump(record)) == record


@given(records())
def test_what_the_format_holds_is_read_back(record: GameRecord) -> None:
    held = replace(record, rules=None, outcome=None, date=None, left_ms=(), event="")
    assert psq.load(psq.dump(record)) == held


@given(st.text(max_size=30))
def test_any_name_at_all_can_be_written(name: str) -> None:
    read = psq.load(psq.dump(replace(SHORT, black=name)))
    assert len(read.black) == len(name)
    assert replace(read, black="Ann") == SHORT


@pytest.mark.parametrize("name", ["1,2,3", "7,7", " 1 , 1 , 1 "])
def test_a_name_that_reads_like_a_move_is_told_from_one(name: str) -> None:
    read = psq.load(psq.dump(replace(SHORT, white=name)))
    assert (read.moves, read.white) == (SHORT.moves, name.replace(",", " "))


def test_the_second_named_player_may_have_moved_first() -> None:
    record = psq.load("Piskvorky 15x15, 7:7, 1\n8,8,1500\n1,1,20\n15,15,3\nBob\nAnn\n0\n")
    assert record == SHORT


@pytest.mark.parametrize("name", ["", "Ann"])
def test_names_may_be_blank(name: str) -> None:
    read = psq.load(psq.dump(replace(SHORT, black=name, white="")))
    assert (read.moves, read.black, read.white) == (SHORT.moves, name, "")


@pytest.mark.parametrize("moves", [[], ["8,8,5"], ["8,8,5", "9,9,6", "1,1,0"]])
def test_players_may_be_missing(moves: list[str]) -> None:
    record = psq.load("\n".join(["piskvorky 15x15,1:0,0", *moves, "-1", "", ""]))
    assert (len(record.moves), record.black, record.white) == (len(moves), "", "")


def test_times_may_be_missing() -> None:
    record = psq.load("\ufeffPiskvorky 15x15, 0:0, 0\r8,8\r9, 9, 40\rAnn\rBob\r0")
    assert (record.moves, record.think_ms) == ((112, 128), ())
    assert psq.load(psq.dump(replace(SHORT, think_ms=()))).think_ms == ()


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "empty"),
        ("\n\n", 1, "empty"),
        ("(;GM[4])", 1, "first line"),
        ("Piskvorky 20x20, 7:7, 2\n0", 1, "first line"),
        ("Piskvorky 20x15, 7:7, 0\n0", 1, "square"),
        ("Piskvorky 2x2, 7:7, 0\n0", 1, "size 2"),
        ("Piskvorky 27x27, 7:7, 0\n0", 1, "size 27"),
        ("Piskvorky 20x20, 7:7, 0", 1, "end code"),
        ("Piskvorky 20x20, 7:7, 0\n1,1,5\n2,2,5", 3, "end code"),
        ("Piskvorky 20x20, 7:7, 0\n1,1,5\nAnn\nBob", 4, "end code"),
        ("Piskvorky 20x20, 7:7, 0\n1,1,5\n1;2;5\nAnn\nBob\n0", 3, "must read like"),
        ("Piskvorky 20x20, 7:7, 0\n1,1,5\n\n2,2,5\nAnn\nBob\n0", 3, "must read like"),
        ("Piskvorky 20x20, 7:7, 0\n1,1,5\n21,1,5\nAnn\nBob\n0", 3, "outside"),
        ("Piskvorky 20x20, 7:7, 0\n0,1,5\nAnn\nBob\n0", 2, "outside"),
        ("Piskvorky 20x20, 7:7, 0\n1,1,5\n2,2,5\n1,1,9\nAnn\nBob\n0", 4, "already"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(text: str, line: int, why: str) -> None:
    with pytest.raises(BadNotation) as refused:
        psq.load(text)
    assert refused.value.line == line
    assert why in refused.value.why
    assert refused.value.why == FAULTS[refused.value.fault].format(text=refused.value.text)
    assert refused.value.code == "bad_notation"
