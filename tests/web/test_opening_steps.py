"""The openings as the page of rules has them are those of the server."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from gomoku.openings.patterns import find_pattern
from gomoku.openings.rules import OPENINGS
from gomoku.openings.steps import AskStep, DeclareStep, LayStep, OfferStep, PickStep, Step
from gomoku.openings.turns import ANYWHERE, central
from server.resources import find_folder

pytestmark = pytest.mark.node

SIZE = 15
PROGRAM = """
import { OPENING_STEPS, beginTrial, layStone, zoneOf } from %s;
const thirds = {};
for (const second of JSON.parse(process.argv[1]))
  thirds[second] = zoneOf(layStone(layStone(beginTrial("old_swap"), 112), second), 15);
console.log(JSON.stringify([OPENING_STEPS, thirds]));
"""
SECONDS = [point for point in range(SIZE * SIZE) if central(3).contains(point, SIZE) and point != 112]


def write(step: Step) -> list[dict[str, Any]]:
    match step:
        case LayStep(zone, _, without):
            said: dict[str, Any] = {}
            if zone.nearest:
                said["nearest"] = zone.nearest
            elif zone != ANYWHERE:
                said["farthest"] = zone.farthest
            return [{"lay": said} | ({"corners": False} if without else {})]
        case AskStep(words):
            return [{"ask": {word: write_all(steps) for word, steps in words.items()}}]
        case DeclareStep(most):
            return [{"declare": most}]
        case OfferStep(count):
            return [{"offer": count}]
        case PickStep():
            return []


def write_all(steps: tuple[Step, ...]) -> list[dict[str, Any]]:
    return [written for step in steps for written in write(step)]


def test_the_pages_openings_are_those_of_the_server() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    program = PROGRAM % json.dumps((find_folder("web_client") / "lib" / "opening_steps.js").as_uri())
    command = [node, "--input-type=module", "--eval", program, json.dumps(SECONDS)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    steps, thirds = json.loads(ran.stdout)
    assert steps == {name: write_all(rule.steps) for name, rule in OPENINGS.items()}
    assert len(thirds) == 8
    for second, allowed in thirds.items():
        taken = {112, int(second)}
        expected = [
            point
            for point in range(SIZE * SIZE)
            if point not in taken
            and central(5).contains(point, SIZE)
            and find_pattern([112, int(second), point], SIZE) not in ("D13", "I13")
        ]
        assert [point for point in allowed if point not in taken] == expected
