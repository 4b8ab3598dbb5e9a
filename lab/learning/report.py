"""The report on growth: the points of the arms in each regime, next to a search that has the same time."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from lab.learning import starts as where
from lab.learning.arms import ARMS, CLASSICS, CONTROL, FROZEN, Arm
from lab.learning.attackers import CLASSIC, DEEP, FOREIGN, OUTSIDE, PLAIN, STAND_IN
from lab.learning.intervals import Table, estimate, gain, slope
from lab.learning.matches import Point, list_points, shares
from lab.learning.run import Run
from lab.learning.schooling import lost, moves
from lab.learning.starts import Starts, find_passed

TRAINED: Final = (PLAIN.name, DEEP.name)
LEAST, MOST = 0.25, 0.55  # share of the points that frozen should take from the attackers
UNTAUGHT: Final = 0
REGIMES: Final[Mapping[str, tuple[str, Sequence[str]]]] = {
    "regulars": (where.REGULARS, TRAINED),
    "strangers": (where.HOME, TRAINED),
    "away": (where.AWAY, TRAINED),
    "foreign": (where.HOME, (FOREIGN.name,)),
    "outside": (where.HOME, (STAND_IN.name,)),
    "classic": (where.HOME, (CLASSIC.name,)),
}
"""The starts and the attackers of each measure of points."""
TOLD: Final = {
    "regulars": "Regulars: the people who taught it, whose moves are the same in the same positions",
    "strangers": "Strangers: attackers at home that draw other moves",
    "away": "Away: openings never trained on",
    "foreign": "Foreign: an attacker never trained against, at home",
    "outside": "Outside: an engine that shares nothing with the learner, at home",
    "classic": "A classic attacks a classic",
}


def list_arms(measure: str, names: Collection[str]) -> list[Arm]:
    """List the arms of a measure: the named ones; the classics for ``classic``."""
    return list(CLASSICS) if measure == "classic" else [arm for arm in ARMS if arm.name in names]


def find_regimes(measure: str, command: str | None) -> list[tuple[str, str]]:
    """List the starts and attackers of a measure; a program given by its command stands in for the stand-in."""
    regime, attackers = REGIMES[measure]
    if command is not None and attackers == (STAND_IN.name,):
        attackers = (f"{OUTSIDE}{command}",)
    return [(regime, attacker) for attacker in attackers]


def list_wanted(run: Run, measure: str, names: Collection[str], command: str | None = None) -> list[Point]:
    """List the points that a measure needs."""
    arms = [arm.name for arm in list_arms(measure, names)]
    regimes = find_regimes(measure, command)
    wanted = [p for regime, each in regimes for p in list_points(run.plan, arms, run.plan.marks, regime, each)]
    return [point for point in wanted if measure != "classic" or point.seed <= 1]


def school(run: Run, names: Collection[str]) -> Iterator[str]:
    """Yield the training section."""
    yield "## Training"
    yield ""
    yield "| school | seed | games | points, first and second half | lost | proven | seconds a study |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    games = [row for row in run.of_kind("lesson") if row["school"] in names]
    for name, seed in sorted({(row["school"], row["seed"]) for row in games}):
        here = [row for row in games if (row["school"], row["seed"]) == (name, seed)]
        halves = [[row["points"] for row in half] for half in (here[: len(here) // 2], here[len(here) // 2 :])]
        shown = ", ".join(f"{100 * sum(half) / max(1, len(half)):.0f} %" for half in halves)
        rows = sum(len(row["study"]["rows"]) for row in here if row["study"])
        seconds = sum(row["cpu"] for row in here if lost(row)) / max(1, sum(map(lost, here)))
        yield f"| {name} | {seed} | {len(here)} | {shown} | {sum(map(lost, here))} | {rows} | {seconds:.2f} |"
    yield ""


def points(run: Run, starts: Starts, measure: str, names: Collection[str], command: str | None = None) -> Iterator[str]:
    """Yield the section of a measure: points by lost games, and how far each arm is above its controls at the end."""
    regimes = find_regimes(measure, command)
    arms, marks = list_arms(measure, names), run.plan.marks
    curves = {arm.name: _curve(run, arm, regimes, starts) for arm in arms}
    controls = [arm.name for arm in arms if arm.school is None]
    yield f"## {TOLD[measure]}"
    yield ""
    above = "".join(f" above {name} |" for name in controls)
    yield "| | ms a move | " + " | ".join(map(str, (UNTAUGHT, *marks))) + f" | a doubling |{above}"
    yield "| --- | ---: |" + " ---: |" * (len(marks) + 2 + len(controls))
    for arm in arms:
        curve = curves[arm.name]
        cells = [str(estimate(curve[mark])) if mark in curve else "" for mark in (UNTAUGHT, *marks)]
        rise = slope(curve) if arm.school is not None and len(marks) > 1 else ""
        gains = ["" if arm.school is None else str(gain(curve[marks[-1]], curves[name][UNTAUGHT])) for name in controls]
        row = [arm.name, f"{cost(run, arm):.1f}", *cells, str(rise), *gains]
        yield f"| {' | '.join(row)} |"
    yield ""
    yield from _aims(curves, marks[-1])
    if measure == "away":
        trained = [moves(row) for row in run.of_kind("lesson")]
        came = len(list(find_passed(trained, starts[where.AWAY])))
        yield f"{came} of {len(starts[where.AWAY])} starts away came up in a training game, turned or mirrored."
        yield ""


def _aims(curves: Mapping[str, Mapping[int, Table]], last: int) -> Iterator[str]:
    """Yield the aims of the whole learner, where it plays beside its control."""
    if "whole" in curves and CONTROL.name in curves:
        over = gain(curves["whole"][last], curves[CONTROL.name][UNTAUGHT])
        yield f"Aim: after {last} lost games the whole learner is above more search: {over}: {say_met(over.low > 0)}."
        yield ""
    if FROZEN.name in curves:
        share = float(curves[FROZEN.name][UNTAUGHT].mean())
        yield f"Frozen should score {100 * LEAST:.0f} to {100 * MOST:.0f} %: {say_met(LEAST <= share <= MOST)}."
        yield ""


def _curve(run: Run, arm: Arm, regimes: list[tuple[str, str]], starts: Starts) -> dict[int, Table]:
    marks = (UNTAUGHT,) if arm.school is None else run.plan.marks
    return {mark: shares(run.rows, arm.name, mark, regimes, starts) for mark in marks}


def cost(run: Run, arm: Arm) -> float:
    """Return the processor time per move in milliseconds."""
    rows = [row for row in run.of_kind("game") if row["arm"] == arm.name]
    seconds, thought = (sum(float(row[what]) for row in rows) for what in ("cpu", "thought"))
    return 1000 * seconds / max(1, thought)


def say_met(reached: bool) -> str:
    """Return the word for an aim."""
    return "met" if reached else "missed"
