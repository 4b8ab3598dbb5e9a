import json
from typing import Any

import pytest

from bots.errors import BadPattern
from bots.learning.patterns.cells import Kind
from bots.learning.patterns.pattern import CANVAS, Pattern, attacker_of
from bots.search.solver.proof import Win
from gomoku.board import EMPTY, Color
from gomoku.rulesets import ruleset

A, E, N = Kind.ATTACKER, Kind.EMPTY, Kind.NOT_ATTACKER
FOUR = tuple((0, dy, kind) for dy, kind in enumerate((E, A, A, A, A, N)))


def pattern(rules: str, attacker: Color | None) -> Pattern:
    return Pattern(rules, attacker, FOUR, "vcf", 1, ((0, 0, 16),), False, Win(7 * CANVAS + 9))


def test_a_key_names_rules_colour_and_cells() -> None:
    assert pattern("standard", None).key == "standard:e.a.a.a.a.n"
    assert pattern("renju", Color.BLACK).key == "renju-black:e.a.a.a.a.n"
    assert pattern("renju", Color.WHITE).key == "renju-white:e.a.a.a.a.n"


def test_colours_matter_in_renju_only() -> None:
    assert attacker_of(ruleset("renju"), Color.WHITE) is Color.WHITE
    assert [attacker_of(ruleset(name), Color.WHITE) for name in ("freestyle", "standard", "caro")] == [None] * 3


def test_the_canvas_holds_the_stones_in_its_middle() -> None:
    white = pattern("renju", Color.WHITE)
    board = white.board()
    assert white.point((0, 0)) == 7 * CANVAS + 9
    stones = {point: color for point, color in enumerate(board.cells) if color != EMPTY}
    assert stones == {white.point((0, dy)): Color.WHITE for dy in (1, 2, 3, 4)}
    assert set(pattern("caro", None).board().cells) == {EMPTY, Color.BLACK}


def test_plain_data_gives_the_pattern_back() -> None:
    for rules, attacker in (("standard", None), ("renju", Color.WHITE), ("renju", Color.BLACK)):
        one = pattern(rules, attacker)
        assert Pattern.from_json(json.loads(json.dumps(one.to_json()))) == one
    assert pattern("standard", None).to_json()["cells"][0] == [0, 0, "e"]


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "tictactoe"},
        {"rules": "renju"},
        {"rules": "go"},
        {"rules": ["standard"]},
        {"attacker": "black"},
        {"attacker": "red"},
        {"attacker": 1},
        {"cells": []},
        {"cells": [[0, 0, "e"]]},
        {"cells": [[0, 0, "a"], [0, 0, "e"]]},
        {"cells": [[0, 1, "a"]]},
        {"cells": [[0, 0, "a"], [0, 16, "e"]]},
        {"cells": [[0, 0, "x"]]},
        {"cells": [[0, 0.0, "a"]]},
        {"cells": [[True, 0, "a"]]},
        {"cells": 7},
        {"method": "guess"},
        {"length": 0},
        {"length": "1"},
        {"blocking": [[0, 1, 16]]},
        {"blocking": [[0, 0, 0]]},
        {"blocking": [[0, 0, 16], [0, 0, 8]]},
        {"blocking": [[0, 0]]},
        {"setup": 1},
        {"win": []},
        {"win": [1, 2]},
        {"win": "five"},
        {"key": "standard:a"},
    ],
)
def test_what_is_no_pattern_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadPattern) as caught:
        Pattern.from_json(pattern("standard", None).to_json() | change)
    assert caught.value.code == "bad_pattern"


@pytest.mark.parametrize("missing", ["rules", "attacker", "cells", "method", "length", "blocking", "setup", "win"])
def test_nothing_may_be_missing(missing: str) -> None:
    data = pattern("standard", None).to_json()
    del data[missing]
    with pytest.raises(BadPattern):
        Pattern.from_json(data)
