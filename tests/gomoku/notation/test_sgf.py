from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.game import Outcome, Reason
from gomoku.notation import sgf, sgf_tree
from gomoku.notation.faults import FAULTS
from gomoku.notation.record import GameRecord
from gomoku.notation.tree import Skipped
from tests.gomoku.notation.records import records

SHORT = GameRecord(
    size=15,
    moves=(112, 0, 224),
    rules="renju",
    black="A]B",
    white="C\\D",
    outcome=Outcome(Color.WHITE, Reason.TIMEOUT),
    date="2024-02-29",
    think_ms=(1500, 20, 3),
    left_ms=(60_000, None, 58_499),
    event="Club evening",
)


def test_the_text_of_a_record() -> None:
    assert sgf.dump(SHORT) == (
        "(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[15]PB[A\\]B]PW[C\\\\D]EV[Club evening]RU[renju]DT[2024-02-29]"
        "RE[W+T]TGREASON[timeout]\n"
        ";B[hh]BL[60.000]TGTHINK[1500]\n;W[aa]TGTHINK[20]\n;B[oo]BL[58.499]TGTHINK[3])\n"
    )


def test_time_in_periods_is_written_with_their_number() -> None:
    text = sgf.dump(replace(SHORT, overtime=(None, 3, 0)))
    assert ";B[hh]BL[60.000]TG" in text
    assert ";W[aa]OW[3]TG" in text
    assert ";B[oo]BL[58.499]OB[0]TG" in text
    assert sgf.load(text) == SHORT


@given(records())
def test_what_is_written_is_read_back(record: GameRecord) -> None:
    assert sgf.load(sgf.dump(record)) == record
    assert sgf_tree.load(sgf.dump(record)).skipped.count == 0


@given(st.text(max_size=30))
def test_any_name_at_all_can_be_written(name: str) -> None:
    record = replace(SHORT, black=name, event=name)
    read = sgf.load(sgf.dump(record))
    assert len(read.black) == len(name)
    assert replace(read, black=name, event=name) == record


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("B+R", Outcome(Color.BLACK, Reason.RESIGNED)),
        ("w+resign", Outcome(Color.WHITE, Reason.RESIGNED)),
        ("B+Time", Outcome(Color.BLACK, Reason.TIMEOUT)),
        ("W+F", Outcome(Color.WHITE, Reason.ABANDONED)),
        ("B+", Outcome(Color.BLACK, Reason.UNKNOWN)),
        ("W+1", Outcome(Color.WHITE, Reason.UNKNOWN)),
        ("B+five", Outcome(Color.BLACK, Reason.UNKNOWN)),
        ("White wins", Outcome(Color.WHITE, Reason.UNKNOWN)),
        ("黑胜", Outcome(Color.BLACK, Reason.UNKNOWN)),
        ("白棋勝", Outcome(Color.WHITE, Reason.UNKNOWN)),
        ("0-1", Outcome(Color.WHITE, Reason.UNKNOWN)),
        ("平局", Outcome(None, Reason.AGREED_DRAW)),
        ("B+Forfeit", Outcome(Color.BLACK, Reason.ABANDONED)),
        ("W+disconnect", Outcome(Color.WHITE, Reason.ABANDONED)),
        ("W+T.", Outcome(Color.WHITE, Reason.TIMEOUT)),
        ("White wins by time", Outcome(Color.WHITE, Reason.TIMEOUT)),
        ("Black won; white resigned", Outcome(Color.BLACK, Reason.RESIGNED)),
        ("White resigns", Outcome(Color.BLACK, Reason.RESIGNED)),
        ("Black lost on time", Outcome(Color.WHITE, Reason.TIMEOUT)),
        ("黑负，白胜", Outcome(Color.WHITE, Reason.UNKNOWN)),
        ("白超时，黑胜", Outcome(Color.BLACK, Reason.TIMEOUT)),
        ("黑方超时负", Outcome(Color.WHITE, Reason.TIMEOUT)),
        ("白认输", Outcome(Color.BLACK, Reason.RESIGNED)),
        ("黑先白胜", Outcome(Color.WHITE, Reason.UNKNOWN)),
        ("黒中押し勝ち", Outcome(Color.BLACK, Reason.RESIGNED)),
        ("백 시간승", Outcome(Color.WHITE, Reason.TIMEOUT)),
        ("引き分け", Outcome(None, Reason.AGREED_DRAW)),
        ("黑胜白胜", None),
        ("黑未胜", None),
        ("yes", None),
        ("0", Outcome(None, Reason.AGREED_DRAW)),
        ("Draw", Outcome(None, Reason.AGREED_DRAW)),
        ("Void", Outcome(None, Reason.ABORTED)),
        ("?", None),
        ("", None),
    ],
)
def test_results_of_other_programs(result: str, outcome: Outcome | None) -> None:
    assert sgf.load(f"(;GM[4]SZ[15]RE[{result}];B[hh])").outcome == outcome


@pytest.mark.parametrize(
    ("reason", "result"),
    [
        (Reason.FIVE, "B+"),
        (Reason.RESIGNED, "B+R"),
        (Reason.TIMEOUT, "B+T"),
        (Reason.ABANDONED, "B+F"),
        (Reason.FORBIDDEN, "B+F"),
        (Reason.FULL_BOARD, "0"),
        (Reason.AGREED_DRAW, "0"),
        (Reason.ABORTED, "Void"),
    ],
)
def test_results_that_other_programs_understand(reason: Reason, result: str) -> None:
    drawn = result in ("0", "Void")
    record = replace(SHORT, outcome=Outcome(None if drawn else Color.BLACK, reason))
    text = sgf.dump(record)
    assert f"RE[{result}]" in text
    assert sgf.load(text) == record


def test_a_bare_win_is_five_where_the_board_shows_it() -> None:
    row = ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]"
    assert sgf.load(f"(;SZ[15]RE[B+]{row})").outcome == Outcome(Color.BLACK, Reason.FIVE)
    assert sgf.load(f"(;SZ[15]RE[W+]{row})").outcome == Outcome(Color.WHITE, Reason.UNKNOWN)
    six = ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[ea];W[eb];B[fa];W[fb];B[da]"
    assert sgf.load(f"(;SZ[15]RE[B+]{six})").outcome == Outcome(Color.BLACK, Reason.FIVE)
    assert sgf.load(f"(;SZ[15]RE[B+]RU[Standard]{six})").outcome == Outcome(Color.BLACK, Reason.UNKNOWN)


def test_a_private_reason_that_contradicts_the_result_is_not_believed() -> None:
    text = "(;GM[4]SZ[15]RE[B+R]TGREASON[timeout];B[hh])"
    assert sgf.load(text).outcome == Outcome(Color.BLACK, Reason.RESIGNED)


def test_what_others_write_is_tolerated() -> None:
    text = (
        "\ufeffsaved by a program\r\n( ; FF[3]\r\nGM [4]XX[a][b]\r\n  PlayerBlack[Zo\\\r\ne\\:\tx]PW[]SZ[15:15]"
        "RU[Unknown rules]DT[1999-12-31,2000-01-01]\r\n;B[hh]C[a (comment; with \\] brackets)]C[again]\r\n"
        "(;W[ii]WL[12.5](;B[jj])(;B[kk];AB[aa]))(;W[aa];B[bb]))trailing"
    )
    assert sgf.load(text) == GameRecord(
        15, (112, 128, 144), None, "Zoe: x", "", None, "1999-12-31", (), (None, 12_500, None)
    )


@pytest.mark.parametrize(
    ("date", "read"),
    [
        ("2025.10.04 12:13:14", "2025-10-04"),
        ("2025/10/4", "2025-10-04"),
        ("20251004", "2025-10-04"),
        ("2025年10月4日", "2025-10-04"),
        ("4 Oct 2025", "2025-10-04"),
        ("October 4th, 2025", "2025-10-04"),
        ("04.10.2025", "2025-10-04"),
        ("25/12/2024", "2024-12-25"),
        ("04/05/2025", "2025"),
        ("1985", "1985"),
        ("1996-05", "1996-05"),
        ("1996-05,06", "1996-05"),
        ("1996-12-27,28", "1996-12-27"),
        ("May 1996", "1996-05"),
        ("2023-02-29", None),
        ("2023-13", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_a_date_is_read_as_far_as_it_is_certain(date: str, read: str | None) -> None:
    assert sgf.load(f"(;SZ[15]DT[{date}])").date == read


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        ("<time forfeit>", Reason.TIMEOUT),
        ("white resigned", Reason.RESIGNED),
        ("<illegal move>", Reason.ABANDONED),
        ("", Reason.UNKNOWN),
    ],
)
def test_another_program_s_words_about_the_ending_count(ending: str, reason: Reason) -> None:
    record = sgf.load(f"(;GM[4]SZ[15]RE[B+1]TE[{ending}];B[hh])")
    assert record.outcome == Outcome(Color.BLACK, reason)


def test_what_is_not_understood_of_a_head_is_told() -> None:
    skipped = Skipped()
    tree = sgf_tree.load("(;GM[4]SZ[15]DT[some day]RE[who knows];B[hh])").tree
    record = sgf.record_of_tree(tree, skipped, 3)
    assert (record.date, record.outcome) == (None, None)
    assert [str(error) for error in skipped.first] == [
        "game 3: 'some day' is no date that is understood",
        "game 3: 'who knows' is no result that is understood",
    ]


def test_the_moves_may_start_in_the_root_and_the_size_may_be_missing() -> None:
    record = sgf.load("(;B[aa];W[oo])")
    assert (record.size, record.moves) == (15, (0, 224))


@pytest.mark.parametrize("left", ["", "soon", "-3", "1e5", "NaN"])
def test_clock_times_that_are_none_are_left_out(left: str) -> None:
    assert sgf.load(f"(;SZ[15];B[aa]BL[{left}])").left_ms == ()


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "no game"),
        ("Piskvorky 20x20, 7:7, 0", 1, "no game"),
        ("(;GM[4]SZ[15]\n;B[hh]", 2, "not closed"),
        ("(;GM[4]SZ[15]\n;B[hh]\n;W[ii;C\n)", 3, "W is not closed"),
        ("(;GM[4]\n;B\n;W[ii])", 3, "no value"),
        ("(;GM[4]\n;B[aa]\n!)", 3, "out of place"),
        ("(;GM[4]\n;B[aa]\né[x])", 3, "out of place"),
        ("(;\nGM[1]SZ[19])", 2, "Gomoku"),
        ("(;GM[4]\n\nSZ[big])", 3, "no board size"),
        ("(;GM[4]SZ[15:19])", 1, "square"),
        ("(;GM[4]SZ[2])", 1, "size 2"),
        ("(;GM[4]SZ[27])", 1, "size 27"),
        ("(;GM[4]SZ[15]\nAB[hh][ii])", 1, "setup"),
        ("(;GM[4]SZ[15]\n;B[hh]\n;AW[ii])", 2, "setup"),
        ("(;GM[4]SZ[15]\n;W[hh])", 1, "in turn"),
        ("(;GM[4]SZ[15]\n;B[hh]\n;B[ii])", 2, "in turn"),
        ("(;GM[4]SZ[15]\n;B[hh]W[ii])", 2, "more than one"),
        ("(;GM[4]SZ[15]\n;B[hh]\nB[ii])", 3, "more than one"),
        ("(;GM[4]SZ[15]\n;B[hh][ii])", 2, "more than one"),
        ("(;GM[4]SZ[15]\r\n;B[hh]\r\n;W[])", 2, "passing"),
        ("(;GM[4]SZ[15]\r;B[H8])", 2, "two letters"),
        ("(;GM[4]SZ[15]\n;B[pa])", 2, "outside"),
        ("(;GM[4]SZ[15]\n;B[ap])", 2, "outside"),
        ("(;GM[4]SZ[15]\n;B[hh]\n;W[hh])", 3, "already"),
    ],
)
def test_a_bad_file_is_refused_with_its_line_or_move(text: str, line: int, why: str) -> None:
    with pytest.raises(BadNotation) as refused:
        sgf.load(text)
    assert refused.value.line == line
    assert why in refused.value.why
    assert refused.value.why == FAULTS[refused.value.fault].format(text=refused.value.text)


@given(st.text("(;)[]\\BWSZGM4hia1\n :", max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(BadNotation):
        record = sgf.load(text)
        assert len(set(record.moves)) == len(record.moves)
