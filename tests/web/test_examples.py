"""The examples of the page of rules say what is true: by the rules, by the shapes of renju and by the solver."""

import json
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bots.search.solver.proof import Proof
from bots.search.solver.solver import Solver
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import rows_through
from gomoku.point import name, parse
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset
from gomoku.shapes import shapes
from server.resources import find_folder

pytestmark = pytest.mark.node

Holds = Callable[[RuleSet, Board, int, Color], bool]

PROGRAM = """
import * as all from %s;
console.log(JSON.stringify(all));
"""


def read_module(path: str) -> dict[str, Any]:
    """Return the exports of a client module, as data."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    program = PROGRAM % json.dumps((find_folder("web_client") / Path(path)).as_uri())
    command = [node, "--input-type=module", "--eval", program]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    read: dict[str, Any] = json.loads(ran.stdout)
    return read


@cache
def solver(rules: str, size: int) -> Solver:
    return Solver(ruleset(rules), size)


def with_stone(board: Board, point: int, color: Color) -> Board:
    after = board.copy()
    after.place(point, color)
    return after


def empty_points(board: Board) -> list[int]:
    return [point for point, cell in enumerate(board.cells) if cell == EMPTY]


def wins(rules: RuleSet, board: Board, point: int, color: Color) -> bool:
    return rules.winning_line(with_stone(board, point, color), point) is not None


def fives(rules: RuleSet, board: Board, point: int, color: Color) -> list[int]:
    """Where the colour would win next, once it has played the point."""
    after = with_stone(board, point, color)
    return [next_point for next_point in empty_points(after) if wins(rules, after, next_point, color)]


def makes_open_four(rules: RuleSet, board: Board, point: int, color: Color) -> bool:
    """Two fives on one line through the point: nobody can stop both."""
    row = [fours for _, shape in shapes(board, point) if (fours := shape.fours) and shape.row == 4]
    return len(fives(rules, board, point, color)) == 2 and row == [1]


def makes_open_three(rules: RuleSet, board: Board, point: int, color: Color) -> bool:
    after = with_stone(board, point, color)
    return not fives(rules, board, point, color) and any(
        makes_open_four(rules, after, next_point, color) for next_point in empty_points(after)
    )


def count_shapes(board: Board, point: int) -> tuple[int, int]:
    """Fours and open threes that black's stone makes."""
    made = [shape for _, shape in shapes(board, point)]
    return sum(shape.fours for shape in made), sum(bool(shape.straight) and not shape.fours for shape in made)


def continues_fours(rules: RuleSet, board: Board, point: int, color: Color) -> bool:
    """Whether the point makes a four after which, the five stopped, fours go on to win."""
    threatened = fives(rules, board, point, color)
    if len(threatened) != 1:
        return bool(threatened)
    after = with_stone(with_stone(board, point, color), threatened[0], color.other)
    return isinstance(solver(rules.name, board.size).prove(after, color), Proof)


def wins_by_threats(rules: RuleSet, board: Board, point: int, color: Color) -> bool:
    """Whether the point makes a threat, and threats win against each reply to it."""
    after, proves = with_stone(board, point, color), solver(rules.name, board.size).prove
    return isinstance(proves(after, color), Proof) and all(
        isinstance(proves(with_stone(after, reply, color.other), color, method="vct"), Proof)
        for reply in empty_points(after)
    )


TASKS: dict[str, Holds] = {
    "win": wins,
    "four": lambda rules, board, point, color: bool(fives(rules, board, point, color)),
    "open_four": makes_open_four,
    "open_three": makes_open_three,
    "four_three": lambda _rules, board, point, _color: count_shapes(board, point) == (1, 1),
    "double_four": lambda _rules, board, point, _color: count_shapes(board, point)[0] == 2,
    "double_three": lambda _rules, board, point, _color: count_shapes(board, point) == (0, 2),
    "vcf": continues_fours,
    "vct": wins_by_threats,
}

EXAMPLES: dict[str, dict[str, Any]] = read_module("lib/examples.js")["EXAMPLES"] if shutil.which("node") else {}


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_an_examples_right_points_are_all_there_are(example: dict[str, Any]) -> None:
    rules, size = ruleset(example["rules"]), example["size"]
    stones = [[parse(point, size) for point in example[color].split()] for color in ("black", "white")]
    board = Board.from_stones(size, *stones)
    assert len(stones[0]) - len(stones[1]) in (0, 1)
    assert not any(rules.winning_line(board, point) for color in stones for point in color)
    color = Color.BLACK if len(stones[0]) == len(stones[1]) else Color.WHITE
    for point_name, why in example.get("rows", {}).items():
        point = parse(point_name, size)
        longest = max(map(len, rows_through(with_stone(board, point, color), point, 5)))
        assert not wins(rules, board, point, color)
        assert why == ("overline" if longest > 5 else "enclosed")
    check_step(rules, board, color, example["step"])


def check_step(rules: RuleSet, board: Board, color: Color, step: dict[str, Any]) -> None:
    """Check that the right points are complete, that each answer is the only one, and what is to do after it."""
    task, size = step["task"], board.size
    if task.startswith("forbidden."):
        found = {point for point, why in rules.forbidden_points(board, color).items() if f"forbidden.{why}" == task}
    else:
        found = {point for point in empty_points(board) if TASKS[task](rules, board, point, color)}
    assert sorted(name(point, size) for point in found) == sorted(step["right"])
    for point_name, answer in step.get("answers", {}).items():
        point, reply = parse(point_name, size), parse(answer["reply"], size)
        assert point in found
        assert fives(rules, board, point, color) == [reply], "what the five would need is the only answer"
        after = with_stone(with_stone(board, point, color), reply, color.other)
        check_step(rules, after, color, answer["step"])


def test_a_win_by_threats_is_none_by_fours() -> None:
    example = EXAMPLES["vct"]
    board = Board.from_stones(15, *[[parse(point, 15) for point in example[c].split()] for c in ("black", "white")])
    assert not isinstance(solver(example["rules"], 15).prove(board, Color.BLACK), Proof)
