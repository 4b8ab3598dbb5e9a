"""The report on growth: the curves of the arms, at home and away, with their aims."""

from collections.abc import Iterator, Sequence
from typing import Final

from lab.learning import starts as where
from lab.learning.arms import ARMS, ASKING, CLASSICS, MORE, PATTERNED, WHOLE, Arm
from lab.learning.attackers import CLASSIC, DEEP, FOREIGN, PLAIN
from lab.learning.intervals import Table, estimate, gain, slope
from lab.learning.matches import Point, list_points, shares
from lab.learning.run import Run
from lab.learning.schooling import lost, moves
from lab.learning.starts import Starts, find_passed

TRAINED: Final = (PLAIN.name, DEEP.name)
LEAST, MOST = 0.25, 0.45  # share of the points that frozen should take from the attackers
WEIGHTED: Final = "asking + weights"
UNTAUGHT = 0


def list_wanted(run: Run, measure: str) -> list[Point]:
    """List the points that a measure needs."""
    plan, names = run.plan, [arm.name for arm in ARMS]
    last = plan.marks[-1:]
    if measure == "home":
        return [point for each in TRAINED for point in list_points(plan, names, plan.marks, where.HOME, each)]
    if measure == "away":
        return [point for each in TRAINED for point in list_points(plan, names, last, where.AWAY, each)]
    if measure == "foreign":
        return list(list_points(plan, names, last, where.HOME, FOREIGN.name))
    classics = [arm.name for arm in CLASSICS]
    return [point for point in list_points(plan, classics, last, where.HOME, CLASSIC.name) if point.seed <= 1]


def school(run: Run, names: Sequence[str]) -> Iterator[str]:
    """Yield the training section."""
    yield "## Training"
    yield ""
    yield "| school | seed | games | points, first and second half | lost | patterns | proven | seconds a study |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    games = [row for row in run.of_kind("lesson") if row["school"] in names]
    for name, seed in sorted({(row["school"], row["seed"]) for row in games}):
        here = [row for row in games if (row["school"], row["seed"]) == (name, seed)]
        halves = [[row["points"] for row in half] for half in (here[: len(here) // 2], here[len(here) // 2 :])]
        shown = ", ".join(f"{100 * sum(half) / max(1, len(half)):.0f} %" for half in halves)
        studies = [row["study"] for row in here if row["study"]]
        patterns = len({pattern["key"] for study in studies for pattern in study["patterns"]})
        rows = sum(len(study["rows"]) for study in studies)
        seconds = sum(row["cpu"] for row in here if lost(row)) / max(1, sum(map(lost, here)))
        losses = sum(map(lost, here))
        yield f"| {name} | {seed} | {len(here)} | {shown} | {losses} | {patterns} | {rows} | {seconds:.2f} |"
    yield ""


def home(run: Run, starts: Starts) -> Iterator[str]:
    """Yield the curves on the starts trained on."""
    regimes = [(where.HOME, attacker) for attacker in TRAINED]
    tables = {arm.name: _curve(run, arm, regimes, starts) for arm in ARMS}
    yield "## Home: points after so many lost games"
    yield ""
    marks = run.plan.marks
    yield "| | ms a move | " + " | ".join(map(str, (0, *marks))) + " | a doubling |"
    yield "| --- | ---: |" + " ---: |" * (len(marks) + 2)
    for arm in ARMS:
        curve = tables[arm.name]
        cells = [str(estimate(curve[mark])) if mark in curve else "" for mark in (0, *marks)]
        rise = slope(curve) if arm.school is not None and len(marks) > 1 else ""
        yield f"| {arm.name} | {cost(run, arm):.1f} | {' | '.join(cells)} | {rise} |"
    yield ""
    at, last = tables[WHOLE.name], marks[-1]
    rise = slope(at)
    over = {name: gain(at[last], tables[name][0]) for name in (ASKING.name, MORE.name)}
    yield (
        f"Slope of the whole learner: {rise}; aim: above 0 with 95 %: {say_met(rise.low > 0)}. After {last}, it is "
        f"{over[ASKING.name]} above asking ({say_met(over[ASKING.name].low > 0)}) and {over[MORE.name]} above more "
        f"search ({say_met(over[MORE.name].low > 0)})."
    )
    yield ""
    frozen = float(tables[ARMS[0].name][0].mean())
    yield f"Frozen should score 25 to 45 %: {say_met(LEAST <= frozen <= MOST)}."
    yield ""


def away(run: Run, starts: Starts) -> Iterator[str]:
    """Yield the results on openings never trained on."""
    regimes = [(where.AWAY, attacker) for attacker in TRAINED]
    yield "## Away: openings never trained on"
    yield ""
    yield from _against_asking(run, regimes, starts)
    trained = [moves(row) for row in run.of_kind("lesson")]
    came = len(list(find_passed(trained, starts[where.AWAY])))
    yield f"{came} of {len(starts[where.AWAY])} starts away came up in a training game, turned or mirrored."
    yield ""


def foreign(run: Run, starts: Starts) -> Iterator[str]:
    """Yield the results against the attacker that never trained."""
    yield "## The attacker never trained against, at home"
    yield ""
    yield from _against_asking(run, [(where.HOME, FOREIGN.name)], starts)


def classic(run: Run, starts: Starts) -> Iterator[str]:
    """Yield the results of a classic engine against a learner on a classic base."""
    yield "## A classic attacks a classic"
    yield ""
    yield f"`{CLASSICS[0].base}` under `{CLASSIC.classic}`, at home, after {run.plan.marks[-1]} lost games:"
    yield ""
    yield "| | points |"
    yield "| --- | ---: |"
    for arm in CLASSICS:
        mark = 0 if arm.school is None else run.plan.marks[-1]
        found = shares(run.rows, arm.name, mark, [(where.HOME, CLASSIC.name)], starts)
        yield f"| {arm.name} | {estimate(found)} |"
    yield ""


def _against_asking(run: Run, regimes: list[tuple[str, str]], starts: Starts) -> Iterator[str]:
    last = run.plan.marks[-1]
    yield f"| after {last} lost games | points | above asking | aim: not below asking |"
    yield "| --- | ---: | ---: | --- |"
    asking = shares(run.rows, ASKING.name, UNTAUGHT, regimes, starts)
    for arm in ARMS:
        found = shares(run.rows, arm.name, UNTAUGHT if arm.school is None else last, regimes, starts)
        more = gain(found, asking)
        aim = f"{say_met(more.high >= 0)}{', above' if more.low > 0 else ''}" if arm in _LEARNING else ""
        yield f"| {arm.name} | {estimate(found)} | {'' if arm is ASKING else more} | {aim} |"
    yield ""


_LEARNING: Final = [arm for arm in ARMS if arm.name in (PATTERNED.name, WHOLE.name, WEIGHTED)]


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
