"""Files made to cost their reader time: rejected early, naming the limit, and never in quadratic time."""

import io
from contextlib import suppress
from time import process_time

import pytest

from gomoku.errors import BadNotation
from gomoku.notation import psq, rif, sgf
from gomoku.notation.tree import Skipped

SIZE = 256 * 1024
LONG_S = 1.0
"""Processor seconds; the worst of these takes a tenth, and in quadratic time minutes."""


def filled(head: str, part: str, tail: str = "", size: int = SIZE) -> str:
    return head + part * ((size - len(head) - len(tail)) // len(part)) + tail


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (filled("(;", ";"), "too_deep"),
        (filled("(;", ";C[a]", ")"), "too_deep"),
        (filled("(;", "(;)", ")"), "too_many_nodes"),
        (filled("(;", "(;", ")"), "too_deep"),
        (filled("(;", "("), "too_deep"),
        (filled("(;", "( ", ")"), "too_deep"),
    ],
)
def test_what_is_too_much_is_named(text: str, fault: str) -> None:
    began = process_time()
    with pytest.raises(BadNotation) as caught:
        sgf.load(text)
    assert caught.value.fault == fault
    assert process_time() - began < LONG_S


@pytest.mark.parametrize(
    "text",
    [
        filled("", "("),
        filled("(", " "),
        filled("", "( "),
        filled("", "(\n"),
        filled("(;", "\n"),
        filled("(;", "A"),
        filled("(;", "a"),
        filled("(;", "A[]", ")"),
        filled("(;AB", "[]", ")"),
        filled("(;", "C[B[a]"),
        filled("(;", "x"),
        filled("(;GM[1])", "(;GM[1])"),
        filled("(;)", "x(;)"),
        filled("(;GM[1]", "("),
        filled("(;GM[1]", "[\\"),
        filled("(;GM[1](", "["),
        filled("(;GM[1](", "[("),
        filled("(;", "C[a]", ")", 2 * SIZE),
        filled("(;C", " ", "["),
        filled("(;C[", "["),
        filled("(;C[", "\\a"),
        filled("(;C[", "\\"),
        filled("(;C[", "\\\\", "])"),
        filled("(;C[", "\\\n", "])"),
        filled("(;SZ[", " ", "])"),
        filled("(;SZ[", "1", "])"),
        filled("(;RE[B+", " ", "])"),
        filled("(;DT[", "2024-02-", "])"),
        filled("(;DT[", "1", "])"),
        filled("(;B[aa]BL[", "1", "])"),
        filled("(;B[aa]BL[1.", "1", "])"),
        filled("(;PB[", "\t", "])"),
    ],
    ids=lambda text: repr(text[:12]),
)
def test_nothing_takes_long_in_sgf(text: str) -> None:
    began = process_time()
    with suppress(BadNotation):
        sgf.load(text)
    assert process_time() - began < LONG_S


@pytest.mark.parametrize(
    "text",
    [
        filled("", " "),
        filled("", "\n"),
        filled("Piskvorky", " "),
        filled("Piskvorky 15x15, ", "1"),
        filled("Piskvorky 15x15, 1:", "1"),
        filled("Piskvorky 15x15, 0:0, 0\n", " ", "\n0"),
        filled("Piskvorky 15x15, 0:0, 0\n", "1,1,1\n", "0"),
        filled("Piskvorky 15x15, 0:0, 0\n1,1,", "1", "\n0"),
        filled("Piskvorky 15x15, 0:0, 0\n1", " ", "\n0"),
        filled("Piskvorky 15x15, 0:0, 0\n", "a\n", "0"),
        filled("Piskvorky 15x15, 0:0, 0\n-", "1", "x"),
        filled("Piskvorky 15x15, 0:0, 0\n1", "\t", "x"),
        filled("Piskvorky 15x15, 0:0, 0\n1,1", "\t", "x"),
        filled("Piskvorky 15x15, 0:0, 0\n1,1,", "\t", "x"),
        filled("Piskvorky 15x15, 0:0, 0\n0\n0,", "\t", "1"),
        filled("", "Piskvorky \n"),
    ],
    ids=lambda text: repr(text[:28] + text[-4:]),
)
def test_nothing_takes_long_in_psq(text: str) -> None:
    began = process_time()
    with suppress(BadNotation):
        list(psq.load_all(text, Skipped()))
    assert process_time() - began < LONG_S


@pytest.mark.parametrize(
    "text",
    [
        "<database>" + "".join(f'<games a{number}=""></games>' for number in range(10_000)) + "</database>",
        filled("<database><games>", "<game><info>a</info></game>", "</games></database>"),
        filled('<database><games><game id="1"><info>', "<a>b</a>", "</info></game></games></database>"),
        filled('<database><games><game id="1"><move>', "h8 i9 ", "</move></game></games></database>"),
        filled('<database><games><game id="1" a="', "&#97;", '"></game></games></database>'),
        filled("<database><", "a", "/></database>"),
        filled("<?xml ", " encoding", "?><database/>"),
    ],
    ids=lambda text: text[:36],
)
def test_nothing_takes_long_in_rif(text: str) -> None:
    began = process_time()
    with suppress(BadNotation):
        list(rif.read(rif.open_file(io.BytesIO(text.encode())), Skipped()))
    assert process_time() - began < LONG_S
