"""The openings as the page of rules has them are those of the server."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from gomoku.errors import IllegalMove
from gomoku.openings.opening import Opening
from gomoku.openings.rules import OPENINGS
from gomoku.openings.steps import AskStep, DeclareStep, LayStep, OfferStep, PickStep, Step
from gomoku.openings.turns import ANYWHERE, Action, ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn, Turn
from server.resources import find_folder
from tests.gomoku.openings.runs import begin, run

pytestmark = pytest.mark.node

SIZE = 15
PROGRAM = """
import * as steps from %s;
const [size, runs] = JSON.parse(process.argv[1]);
const act = (trial, action) =>
  typeof action === "string" ? steps.answer(trial, action)
  : Array.isArray(action) ? steps.offer(trial, action)
  : steps.turnOf(trial).kind === "number" ? steps.declare(trial, action)
  : steps.layStone(trial, action);
const asked = runs.map(([name, actions]) => {
  let trial = steps.beginTrial(name);
  const turns = [];
  for (const action of [...actions, null]) {
    const turn = steps.turnOf(trial);
    const allowed = steps.playable(trial, size);
    const alike = turn?.kind === "offer" ? allowed.map((point) => steps.alike(trial.moves, point, size)) : null;
    turns.push([turn, allowed, alike, trial.black]);
    if (action !== null) trial = act(trial, action);
  }
  return turns;
});
console.log(JSON.stringify([steps.OPENING_STEPS, asked]));
"""


def write(step: Step) -> list[dict[str, Any]]:
    match step:
        case LayStep(zone, again, without):
            said: dict[str, Any] = {}
            if zone.nearest:
                said["nearest"] = zone.nearest
            elif zone != ANYWHERE:
                said["farthest"] = zone.farthest
            more = ({"again": True} if again else {}) | ({"corners": False} if without else {})
            return [{"lay": said} | more]
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


def ask(runs: Sequence[tuple[str, Sequence[Action]]]) -> tuple[dict[str, Any], list[Any]]:
    """The page's steps, and what it asks in each of these openings before each of their actions and at the end."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    program = PROGRAM % json.dumps((find_folder("web_client") / "lib" / "opening_steps.js").as_uri())
    command = [node, "--input-type=module", "--eval", program, json.dumps([SIZE, runs])]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    steps, asked = json.loads(ran.stdout)
    return steps, asked


def describe(turn: Turn | None) -> dict[str, Any] | None:
    match turn:
        case StoneTurn(player, zone):
            said: dict[str, Any] = write(LayStep(zone))[0]["lay"]
            return {"kind": "stone", "seat": player} | said
        case ChoiceTurn(player, words):
            return {"kind": "choice", "seat": player, "choices": list(words)}
        case NumberTurn(player, most):
            return {"kind": "number", "seat": player, "most": most}
        case OfferTurn(player, count):
            return {"kind": "offer", "seat": player, "count": count}
        case PickTurn(player, points):
            return {"kind": "pick", "seat": player, "points": list(points)}
    return None


def test_the_pages_openings_are_those_of_the_server() -> None:
    steps, _ = ask([])
    assert steps == {name: write_all(rule.steps) for name, rule in OPENINGS.items()}


def test_in_random_openings_the_page_asks_and_allows_what_the_server_does() -> None:
    chance, runs = Random(0), list[Opening]()
    for name in OPENINGS:
        runs += [run(begin(name), chance, near=chance.choice((3, 25))) for _ in range(4)]
    _, asked = ask([(opening.rule.name, opening.actions) for opening in runs])
    offers = 0
    for opening, turns in zip(runs, asked, strict=True):
        live = begin(opening.rule.name)
        for ply, (turn, allowed, alike, black) in enumerate(turns):
            assert (turn, black) == (describe(live.turn), live.black), opening.actions[:ply]
            if isinstance(live.turn, StoneTurn | PickTurn):
                forbidden = live.game.forbidden_points()
                assert sorted(set(allowed) - set(forbidden)) == allowed_by(live)
            elif isinstance(live.turn, OfferTurn):
                offers += 1
                assert sorted(allowed) == [point for point, cell in enumerate(live.game.board.cells) if not cell]
                assert sorted({min(images) for images in alike}) == live.offerable()
                assert all(point in images for point, images in zip(allowed, alike, strict=True))
            elif live.turn is not None:
                assert allowed is None
            if ply < len(opening.actions):
                live.play(opening.actions[ply])
        assert live.turn is None
    assert offers > 10


def allowed_by(opening: Opening) -> list[int]:
    """Where the server lets a stone lie."""
    found = []
    for point in range(SIZE * SIZE):
        try:
            opening.check(point)
        except IllegalMove:
            continue
        found.append(point)
    return found
