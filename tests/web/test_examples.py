"""The examples on the page of rules and the path for beginners are true, by the rules and by the solver."""

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


def wins_now(rules: RuleSet, board: Board, color: Color) -> list[int]:
    return [point for point in empty_points(board) if wins(rules, board, point, color)]


def fives(rules: RuleSet, board: Board, point: int, color: Color) -> list[int]:
    """Where the colour would win next, once it has played the point."""
    return wins_now(rules, with_stone(board, point, color), color)


def blocks(rules: RuleSet, board: Board, point: int, color: Color) -> bool:
    return not wins_now(rules, with_stone(board, point, color), color.other)


def has_won(rules: RuleSet, board: Board, color: Color) -> bool:
    """Whether the colour, to move, wins by fours or by threats."""
    prove = solver(rules.name, board.size).prove
    return isinstance(prove(board, color), Proof) or isinstance(prove(board, color, method="vct"), Proof)


def defends(rules: RuleSet, board: Board, point: int, color: Color) -> bool:
    return not has_won(rules, with_stone(board, point, color), color.other)


def traps(rules: RuleSet, board: Board, point: int, color: Color) -> bool:
    """Whether the point makes a four that only forbidden points would stop."""
    threatened = fives(rules, board, point, color)
    return bool(threatened) and rules.forbidden_points(with_stone(board, point, color), color.other).keys() >= set(
        threatened
    )


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


def is_near(board: Board, point: int, other: int, distance: int) -> bool:
    size = board.size
    return max(abs(point % size - other % size), abs(point // size - other // size)) <= distance


TASKS: dict[str, Holds] = {
    "win": wins,
    "block": blocks,
    "defend": defends,
    "trap": traps,
    "begin": lambda _rules, board, point, _color: is_near(board, point, len(board.cells) // 2, 2),
    "answer": lambda _rules, board, point, _color: is_near(board, point, len(board.cells) // 2, 1),
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
PATH: list[dict[str, Any]] = read_module("lib/learn_path.js")["PATH"] if shutil.which("node") else []
POSITIONS: dict[str, dict[str, Any]] = {
    f"{lesson['id']}.{index}": example for lesson in PATH for index, example in enumerate(lesson["positions"])
}


def read(example: dict[str, Any]) -> tuple[RuleSet, Board, Color]:
    """The position of an example, and the side to move."""
    rules, size = ruleset(example["rules"]), example["size"]
    stones = [[parse(point, size) for point in example[color].split()] for color in ("black", "white")]
    board = Board.from_stones(size, *stones)
    assert len(stones[0]) - len(stones[1]) in (0, 1)
    assert not any(rules.winning_line(board, point) for color in stones for point in color)
    return rules, board, Color.BLACK if len(stones[0]) == len(stones[1]) else Color.WHITE


@pytest.mark.parametrize("example", [*EXAMPLES.values(), *POSITIONS.values()], ids=[*EXAMPLES, *POSITIONS])
def test_an_examples_right_points_are_all_there_are(example: dict[str, Any]) -> None:
    rules, board, color = read(example)
    size = board.size
    for point_name, why in example.get("rows", {}).items():
        point = parse(point_name, size)
        longest = max(map(len, rows_through(with_stone(board, point, color), point, 5)))
        assert not wins(rules, board, point, color)
        assert why == ("overline" if longest > 5 else "enclosed")
    check_step(rules, board, color, example["step"])


def check_step(rules: RuleSet, board: Board, color: Color, step: dict[str, Any]) -> None:
    """Check that the right points are complete, that each answer stops all it can, and what is to do after it."""
    task, size = step["task"], board.size
    if task.startswith("forbidden."):
        found = {point for point, why in rules.forbidden_points(board, color).items() if f"forbidden.{why}" == task}
    else:
        found = {point for point in empty_points(board) if TASKS[task](rules, board, point, color)}
    assert sorted(name(point, size) for point in found) == sorted(step["right"])
    if task == "trap":
        (point,) = found
        forbidden = rules.forbidden_points(with_stone(board, point, color), color.other)
        assert fives(rules, board, point, color) == [parse(step["forbids"], size)]
        assert forbidden[parse(step["forbids"], size)].value == "double-three"
    for point_name, answer in step.get("answers", {}).items():
        point, reply = parse(point_name, size), parse(answer["reply"], size)
        assert point in found
        assert reply in (fives(rules, board, point, color) or empty_points(with_stone(board, point, color)))
        after = with_stone(with_stone(board, point, color), reply, color.other)
        assert not wins_now(rules, after, color.other)
        assert has_won(rules, after, color)
        check_step(rules, after, color, answer["step"])


@pytest.mark.parametrize("example", POSITIONS.values(), ids=POSITIONS.keys())
def test_who_solves_a_position_of_the_path_had_no_shorter_win(example: dict[str, Any]) -> None:
    """A position that asks for less than a five has none to offer, and who defends needs to."""
    rules, board, color = read(example)
    task = example["step"]["task"]
    assert bool(wins_now(rules, board, color)) == (task == "win")
    assert bool(wins_now(rules, board, color.other)) == (task == "block")
    assert has_won(rules, board, color.other) == (task in ("block", "defend"))
    if task in ("double_three", "double_four", "four_three", "vcf"):
        assert all(
            wins_by_threats(rules, board, parse(point, board.size), color)
            or continues_fours(rules, board, parse(point, board.size), color)
            for point in example["step"]["right"]
        )


def test_a_win_by_threats_is_none_by_fours() -> None:
    rules, board, color = read(EXAMPLES["vct"])
    assert not isinstance(solver(rules.name, board.size).prove(board, color), Proof)
