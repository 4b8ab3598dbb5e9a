"""The patterns of the first three stones as the page has them are those of the server."""

import json
import shutil
import subprocess
from itertools import product
from random import Random

import pytest

from gomoku.openings.patterns import find_pattern, list_patterns
from server.resources import find_folder

pytestmark = pytest.mark.node

PROGRAM = """
import { readFileSync } from "node:fs";
import { PATTERNS, patternOf } from %s;
const asked = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify([PATTERNS, asked.map(([size, moves]) => patternOf({ rules: "renju", size }, moves))]));
"""


def ask(games: list[tuple[int, list[int]]]) -> tuple[list[dict[str, object]], list[str | None]]:
    """The page's patterns, and the one of each of these games."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    program = PROGRAM % json.dumps((find_folder("web_client") / "lib" / "patterns.js").as_uri())
    command = [node, "--input-type=module", "--eval", program]
    ran = subprocess.run(command, input=json.dumps(games), capture_output=True, text=True, timeout=60, check=True)
    patterns, found = json.loads(ran.stdout)
    return patterns, found


def test_the_page_finds_the_patterns_that_the_server_finds() -> None:
    chance, games = Random(0), list[tuple[int, list[int]]]()
    near = [(dx, dy) for dx, dy in product(range(-3, 4), repeat=2) if (dx, dy) != (0, 0)]
    for size in (9, 14, 15, 20):
        centre = size // 2 * (size + 1)
        for first in (centre, centre + 1, centre - size):
            for _ in range(300):
                second, third = (first + dx + dy * size for dx, dy in chance.sample(near, 2))
                games.append((size, chance.choice(([first, second, third], [third, second, first]))))
                games.append((size, games[-1][1][:2]))
    patterns, found = ask(games)
    assert [(each["number"], each["stones"]) for each in patterns] == [
        (find_pattern(stones, 15), list(stones)) for stones in list_patterns()
    ]
    assert found == [find_pattern(moves, size) for size, moves in games]
    assert len(set(found)) == 27  # each of them, and none
