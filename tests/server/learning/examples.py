"""Studies and patterns to put into a store."""

from typing import Any

from bots.learning.cells import Kind, least
from bots.learning.pattern import Pattern
from bots.learning.version import VERSION
from bots.search.proof import Win
from gomoku.board import Color


def pattern(gap: int = 1, rules: str = "freestyle") -> Pattern:
    """Three stones in a row, and a fourth after a gap of so many empty points; its win is made up."""
    row = [Kind.ATTACKER] * 3 + [Kind.EMPTY] * gap + [Kind.ATTACKER]
    cells = least((x, 0, kind) for x, kind in enumerate(row))
    empty = next((dx, dy) for dx, dy, kind in cells if kind is Kind.EMPTY)
    attacker = Color.BLACK if rules == "renju" else None
    return Pattern(rules, attacker, cells, "vcf", 3, ((*empty, 24),), False, Win(210))


CHANCE = {"cells": "1" + "0" * 224, "color": "white", "lost": 3, "open": [4]}


def study(
    *patterns: Pattern,
    plies: int = 9,
    mistake: int | None = 4,
    lesson: bool = True,
    chance: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """What a study of a game that black has won says, every pattern standing before ply 6."""
    taught: dict[str, Any] = {
        "winner": "black",
        "entry": 6,
        "mistake": mistake,
        "open": [],
        "undecided": [],
        "line": [3, 18, 4],
        "led": [7],
    }
    taught |= {"last_chance": chance}
    return {
        "version": VERSION,
        "nodes": 1000,
        "effort": 1,
        "suspect": None,
        "moves": [{"label": "forced" if ply == 7 else None, "eval": ply} for ply in range(plies)],
        "lesson": taught if lesson else None,
        "patterns": [{**each.to_json(), "ply": 6} for each in patterns],
        "puzzles": [],
    }
