"""Regulars, the people who taught the learner, return: the value of its book against them and against strangers."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from lab.learning import starts as where
from lab.learning.arms import ASKING, BOOKISH, FROZEN, MORE, MORE_BOOKISH, REGULARS, SLIGHTLY, WHOLE
from lab.learning.attackers import DEEP, PLAIN
from lab.learning.intervals import Table, estimate, gain, slope
from lab.learning.matches import Point, list_points, shares
from lab.learning.report import UNTAUGHT, cost, say_met
from lab.learning.run import Run
from lab.learning.starts import Starts

TRAINED: Final = (PLAIN.name, DEEP.name)
WHO: Final = {where.REGULARS: "those who taught it", where.HOME: "strangers"}
CONTROLS: Final = {
    BOOKISH.name: (FROZEN.name, SLIGHTLY.name, ASKING.name, MORE.name),
    MORE_BOOKISH.name: (MORE.name,),
    WHOLE.name: (ASKING.name, MORE.name),
}
"""Controls of each arm: itself untaught, searches that get its time or more, and asking."""


def list_wanted(run: Run, names: Collection[str]) -> list[Point]:
    """List the points of some arms that the measure needs."""
    arms = [arm.name for arm in REGULARS if arm.name in names]
    marks = run.plan.marks
    return [point for regime in WHO for each in TRAINED for point in list_points(run.plan, arms, marks, regime, each)]


def lines(run: Run, starts: Starts, names: Collection[str]) -> Iterator[str]:
    """Yield the section of the report."""
    yield "## Regulars: points against those who taught it, and against strangers"
    yield ""
    yield (
        f"At home each attacker plays as {run.plan.people} people with fixed habits: each draws the same moves "
        "in the same positions. Strangers draw others."
    )
    yield ""
    for regime, who in WHO.items():
        yield from _table(run, starts, regime, who, names)


def _table(run: Run, starts: Starts, regime: str, who: str, names: Collection[str]) -> Iterator[str]:
    marks, regimes = run.plan.marks, [(regime, attacker) for attacker in TRAINED]
    arms = [arm for arm in REGULARS if arm.name in names]
    tables: dict[str, Mapping[int, Table]] = {
        arm.name: {
            mark: shares(run.rows, arm.name, mark, regimes, starts)
            for mark in ((UNTAUGHT,) if arm.school is None else marks)
        }
        for arm in arms
    }
    yield f"| against {who} | ms a move | " + " | ".join(map(str, (UNTAUGHT, *marks))) + " | a doubling |"
    yield "| --- | ---: |" + " ---: |" * (len(marks) + 2)
    for arm in arms:
        curve = tables[arm.name]
        cells = [str(estimate(curve[mark])) if mark in curve else "" for mark in (UNTAUGHT, *marks)]
        rise = "" if arm.school is None else slope(curve)
        yield f"| {arm.name} | {cost(run, arm):.1f} | {' | '.join(cells)} | {rise} |"
    yield ""
    for name, controls in CONTROLS.items():
        if name in tables:
            rise = slope(tables[name])
            over = {each: gain(tables[name][marks[-1]], tables[each][UNTAUGHT]) for each in controls if each in tables}
            told = [f"after {marks[-1]} {found} above {each}: {say_met(found.low > 0)}" for each, found in over.items()]
            yield f"- {name}, aim: all above 0 with 95 %: " + "; ".join(
                [f"slope {rise}: {say_met(rise.low > 0)}", *told]
            )
    yield ""
