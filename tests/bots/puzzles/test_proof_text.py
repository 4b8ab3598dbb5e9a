"""Proofs as text: written text is read back, and nothing else is accepted."""

import pytest
from hypothesis import given

from bots.errors import BadProof
from bots.puzzles import proof_text
from bots.search.solver.proof import Win
from tests.bots.puzzles.trees import WINS

SIZE = 15


def test_a_proof_is_a_move_a_threat_and_the_answers_that_have_to_be_met() -> None:
    win = Win(67, ((68, Win(69)), (52, Win(51, ((50, Win(49)),)))), Win(0))
    assert proof_text.dump(win, SIZE) == "h11(a15)[i11j11h12g12[f12e12]]"
    assert proof_text.dump(win, SIZE, lost=True) == "-(a15)[i11j11h12g12[f12e12]]"


@given(WINS)
def test_what_is_written_is_read(win: Win) -> None:
    assert proof_text.load(proof_text.dump(win, SIZE), SIZE) == win


@given(WINS)
def test_of_a_lost_position_all_but_the_move_is_read(win: Win) -> None:
    found = proof_text.load(proof_text.dump(win, SIZE, lost=True), SIZE)
    assert found == Win(proof_text.NO_MOVE, win.answers, win.threat)


BAD = "", "h", "h16", "p1", "h8(", "h8()", "h8(g7", "h8[", "h8[g7]", "h8[]g7", "h8g7", "h8(-)", "h8[-h9]", "h8(g7]"


@pytest.mark.parametrize("text", [*BAD, "h8" + "(h9" * 300 + ")" * 300])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadProof):
        proof_text.load(text, SIZE)
