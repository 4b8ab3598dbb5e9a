"""Reference positions of the classic engines with their answers: the tree's own, and those from beside it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.classic.vector import Vectors, read
from bots.engine import Choice, Limits, Stop
from bots.registry import engine
from gomoku.game import Game
from gomoku.rulesets import ruleset
from tests.data import OUTSIDE, OWN

FILES = {"own": OWN / "classic.jsonl", "outside": OUTSIDE.parent / "golden" / "classic.jsonl"}
COUNTS = {"own": 60, "outside": 400}


def positions(place: str) -> list[dict[str, Any]]:
    """Load the positions of a place; skip the test where there are none."""
    file: Path = FILES[place]
    if not file.exists():
        pytest.skip(f"no reference positions at {file}")
    found = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(found) == COUNTS[place]
    return found


def answer(name: str, game: Game) -> Choice:
    """Return the bare engine's choice."""
    return engine(name).open(game.rules, game.size, 0, 0).choose(game, Limits(), Stop())


def told(name: str, game: Game) -> dict[str, Any]:
    """Return it in the format of the files."""
    choice = answer(name, game)
    return {
        "move": [choice.point % game.size, choice.point // game.size],
        "threat": choice.tell()["threat"],
        "own": choice.tell()["own"],
    }


def vectors(game: Game) -> Vectors:
    """Return the vectors that the engine `vector` computes."""
    cells = np.frombuffer(game.board.cells, np.uint8)
    return read(cells == game.to_move, cells == game.to_move.other, game.size)


def best(game: Game) -> tuple[int, set[int]]:
    """Return the largest value of an empty cell and all cells that have it."""
    seen = vectors(game)
    worth = np.maximum(seen.attack, seen.defence).sum(axis=0)
    worth[np.frombuffer(game.board.cells, np.uint8) != 0] = -1
    return int(worth.max()), {int(point) for point in np.flatnonzero(worth == worth.max())}


def asked(game: Game) -> dict[str, Any]:
    """Return all answers to a position in the format of the files."""
    value, points = best(game)
    moves = [[point % game.size, point // game.size] for point in sorted(points)]
    return {
        "wins_array": told("wins_array", game),
        "vector": {"value": value, "moves": moves},
        "live_rush": told("live_rush", game),
    }


def differences(name: str, place: str) -> list[str]:
    """List the reference positions on which the engine answers differently."""
    found = []
    for number, position in enumerate(positions(place)):
        given = told(name, Game.replay(ruleset("freestyle"), 15, [y * 15 + x for x, y in position["moves"]]))
        if given != position[name]:
            found.append(f"{number}: {given} instead of {position[name]}")
    return found
