"""The openings as the page of rules has them are those of the server."""

import json
import re
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
import * as steps from %(client)s/lib/opening_steps.js";
import { useLanguage } from %(client)s/i18n/index.js";
import { choiceText } from %(client)s/i18n/opening.js";
await useLanguage("en");
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
    const { offers: declared, moves } = trial;
    const means = (turn?.choices ?? []).map((word, _, choices) =>
      choiceText(word, { name, ply: moves.length, choices, declared }),
    );
    turns.push([turn, allowed, alike, trial.black, means]);
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
    program = PROGRAM % {"client": json.dumps(find_folder("web_client").as_uri())[:-1]}
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
        for ply, (turn, allowed, alike, black, means) in enumerate(turns):
            assert (turn, black) == (describe(live.turn), live.black), opening.actions[:ply]
            if isinstance(live.turn, ChoiceTurn):
                for word, text in zip(live.turn.words, means, strict=True):
                    check_meaning(text, word, live)
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


NTH = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


def check_meaning(text: str, word: str, opening: Opening) -> None:
    """Check that a word tells what follows: who has which colour, and who places or offers what next."""
    assert isinstance(opening.turn, ChoiceTurn)
    you, then = opening.turn.player, opening.after(word)  # type: ignore[arg-type]
    yours = then.player == you
    if isinstance(then.turn, OfferTurn):
        assert ("you keep black and offer" if yours else "opponent has black and offers") in text.lower(), text
        assert f" {then.turn.count} point" in text, text
        return
    assert (" place the " if yours else " places the ") in text or (yours and text.startswith("You place the ")), text
    assert f"the {NTH[len(then.stones)]} stone" in text, text
    if word != "two":
        mine = "black" if then.black == you else "white"
        assert re.match(f"You (take|keep|play) {mine}[ ;.]", text), text
    zone = ANYWHERE if then.turn is None else then.turn.zone if isinstance(then.turn, StoneTurn) else None
    width = re.findall(r"(\d+)×(\d+)", text)
    assert width == ([] if zone == ANYWHERE or zone is None else [(str(2 * zone.farthest + 1),) * 2]), text
    swaps = isinstance(then.turn, StoneTurn) and asks_to_swap(then)
    said = {True: "Then your opponent may swap." if yours else "Then you may swap."}.get(swaps)
    assert text.endswith(said) if said else "may swap" not in text, text


def asks_to_swap(opening: Opening) -> bool:
    """Whether the next stone is followed by the question to keep or to swap."""
    after = next((opening.after(point) for point in allowed_by(opening)), None)
    return after is not None and isinstance(after.turn, ChoiceTurn) and after.turn.words == ("keep", "swap")


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
