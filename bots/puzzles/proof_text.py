"""Proofs as a line of text: ``h9(g8)[i8j7f10h7]``.

A node is the attacker's move; in parentheses the threat if the defender passes; in brackets the answers to be met, each
followed by the node that meets it. Where the defender is to move, the attacker's move is written ``-``.
"""

from __future__ import annotations

from typing import NamedTuple

from bots.errors import BadProof
from bots.search.solver.proof import Win
from gomoku import point
from gomoku.errors import BadPoint

NO_MOVE = 0
MOST_DEPTH = 200
"""Most nodes below one another; deeper texts are rejected."""


class _Read(NamedTuple):
    win: Win
    end: int


def dump(win: Win, size: int, *, lost: bool = False) -> str:
    """Format a proof; ``lost``: the defender is to move, and the move of ``win`` is a placeholder."""
    text = "-" if lost else _name(win.move, size)
    if win.threat is not None:
        text += f"({dump(win.threat, size)})"
    if win.answers:
        text += "[" + "".join(_name(reply, size) + dump(below, size) for reply, below in win.answers) + "]"
    return text


def load(text: str, size: int) -> Win:
    """Parse a proof; raises BadProof for anything else. It is not verified: `proof_check` does that."""
    try:
        win, end = _node(text, 0, size, 0)
    except (IndexError, BadPoint) as error:
        raise BadProof(f"not a proof: {error}") from None
    if end != len(text):
        raise BadProof(f"unexpected text after the proof: {text[end : end + 10]}")
    return win


def _node(text: str, at: int, size: int, depth: int) -> _Read:
    if depth == MOST_DEPTH:
        raise BadProof("too deep")
    if depth == 0 and text[0] == "-":
        move, at = NO_MOVE, 1
    else:
        move, at = _point(text, at, size)
    threat: Win | None = None
    answers: list[tuple[int, Win]] = []
    if text[at : at + 1] == "(":
        threat, at = _node(text, at + 1, size, depth + 1)
        if text[at] != ")":
            raise BadProof(f"no ) at {at}")
        at += 1
    if text[at : at + 1] == "[":
        at += 1
        while text[at] != "]":
            reply, at = _point(text, at, size)
            below, at = _node(text, at, size, depth + 1)
            answers.append((reply, below))
        at += 1
    return _Read(Win(move, tuple(answers), threat), at)


def _point(text: str, at: int, size: int) -> tuple[int, int]:
    end = at + 1
    while text[end : end + 1].isdigit():
        end += 1
    return point.parse(text[at:end], size), end


def _name(place: int, size: int) -> str:
    return point.name(place, size).lower()
