"""The pages of the benchmarks' crowds come back when those of people do: the client's back-off and its copy."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.kit.crowd import CLIENT, retry_delay_ms

ATTEMPTS = 12
DRAWN = random.Random(7)
CHANCES = [0.0, 0.5, 1 - 2**-53, *(DRAWN.random() for _ in range(50))]

PROGRAM = """
import { retryDelay } from %s;
const [attempts, chances] = JSON.parse(process.argv[1]);
const all = [...Array(attempts).keys()].map((attempt) => chances.map((chance) => retryDelay(attempt, () => chance)));
console.log(JSON.stringify(all));
"""


@pytest.mark.node
def test_both_wait_the_same_for_the_same_chance() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    program = PROGRAM % json.dumps((Path(CLIENT) / "lib" / "backoff.js").as_uri())
    command = [node, "--input-type=module", "--eval", program, json.dumps([ATTEMPTS, CHANCES])]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    theirs = json.loads(ran.stdout)
    assert len(theirs) == ATTEMPTS
    for attempt, delays in enumerate(theirs):
        for chance, delay in zip(CHANCES, delays, strict=True):
            assert abs(retry_delay_ms(attempt, chance) - delay) <= 0.5, f"attempt {attempt}, chance {chance}"
