"""The reference positions of the classic engines, which lie beside the repository."""

import json
from pathlib import Path
from typing import Any

import pytest

from bots.engine import Choice, Limits, Stop
from bots.registry import engine
from gomoku.game import Game
from gomoku.rulesets import ruleset

FILE = Path(__file__).parents[4] / "shared" / "golden" / "classic.jsonl"

needs_golden = pytest.mark.skipif(not FILE.exists(), reason=f"no reference positions at {FILE}")


def positions() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text().splitlines()]


def answer(name: str, game: Game) -> Choice:
    """What the bare engine says."""
    return engine(name).open(game.rules, game.size, 0, 0).choose(game, Limits(), Stop())


def differences(name: str) -> list[str]:
    """The reference positions on which the engine answers something else."""
    found = []
    for number, position in enumerate(positions()):
        game = Game.replay(ruleset("freestyle"), 15, [y * 15 + x for x, y in position["moves"]])
        choice = answer(name, game)
        given = {
            "move": [choice.point % 15, choice.point // 15],
            "threat": choice.why["threat"],
            "own": choice.why["own"],
        }
        if given != position[name]:
            found.append(f"{number}: {given} instead of {position[name]}")
    return found
