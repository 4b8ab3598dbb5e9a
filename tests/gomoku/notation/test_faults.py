from collections.abc import Callable

import pytest

from gomoku.errors import BadNotation
from gomoku.notation import psq, sgf
from gomoku.notation.faults import MOST
from gomoku.notation.record import GameRecord


@pytest.mark.parametrize(
    ("load", "text", "fault", "quoted"),
    [
        (sgf.load, "(;SZ[15]\n;B[zz])", "outside", "zz"),
        (sgf.load, "(;SZ[15];AB[hh])", "setup_stones", "AB"),
        (psq.load, "Piskvorky 2x2, 7:7, 0\n0", "no_such_board", "2"),
        (psq.load, "Piskvorky 20x20, 7:7, 0\n21,1,5\n0", "outside", "21,1"),
    ],
)
def test_a_fault_has_its_code_and_what_stands_in_the_file(
    load: Callable[[str], GameRecord], text: str, fault: str, quoted: str
) -> None:
    with pytest.raises(BadNotation) as refused:
        load(text)
    assert (refused.value.fault, refused.value.text) == (fault, quoted)


def test_of_a_long_text_only_the_beginning_is_quoted_and_control_characters_are_written_out() -> None:
    with pytest.raises(BadNotation) as refused:
        sgf.load(f"(;SZ[15];B[\x1b{'x' * 4000}])")
    assert refused.value.text == "\x1b" + "x" * (MOST - 1)
    assert "\\x1bxxx" in refused.value.why
