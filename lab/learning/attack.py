"""Attacking with what beat it: the learner takes the winner's seat in its lost games, before their win is proven."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bots.json_lines import Row, read
from bots.learning.study.backward_replay import to_move
from gomoku.board import Color
from gomoku.rulesets import ruleset
from lab.learning.arms import CONTROL, FROZEN, SCHOOL, WHOLE, Arm
from lab.learning.attackers import DEEP
from lab.learning.intervals import estimate, gain, table
from lab.learning.knowledge import UNTAUGHT
from lab.learning.learner_game import play_game
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.report import say_met
from lab.learning.run import Run
from lab.learning.schooling import Pupil, knowledge_at, lost, moves, until

BACK: Final = 2  # plies before the win is proven
ARMS: Final = (FROZEN, CONTROL, WHOLE)
BATCH: Final = 10  # games of a row maker


class Turned(NamedTuple):
    """A position of a lost game before its win is proven, and the winner's colour, which the learner takes."""

    before: tuple[int, ...]
    color: Color


def turn(rows: Sequence[Row]) -> list[Turned]:
    """List the positions of the lost games in which a win is proven, but not from the start on."""
    found = []
    for row in filter(lost, rows):
        lesson = None if row["study"] is None else row["study"]["lesson"]
        entry = None if lesson is None else lesson["entry"]
        if entry is not None and entry - BACK >= row["start"]:
            found.append(Turned(moves(row)[: entry - BACK], to_move(entry)))
    return found


def play(run: Run, path: Path) -> None:
    """Make the rows: each position once for every arm, against an attacker that knows nothing of the game."""
    done = {(row["arm"], row["by"], row["game"]) for row in run.of_kind("attack")}
    for pupil in _pupils(run.plan):
        games = range(len(turn(_taught(run.plan, run.rows, pupil))))
        for arm in ARMS:
            left = [game for game in games if (arm.name, pupil.seed, game) not in done]
            parts = [left[n : n + BATCH] for n in range(0, len(left), BATCH)]
            run.do(partial(_play, run.plan, path, pupil, arm, part) for part in parts)


def lines(run: Run) -> Iterator[str]:
    """Yield the section of the report."""
    rows = run.of_kind("attack")
    counts = [len(turn(_taught(run.plan, run.rows, pupil))) for pupil in _pupils(run.plan)]
    yield "## In the winner's seat"
    yield ""
    if not min(counts):
        yield "A pupil has no lost game in which a win is proven late enough."
        yield ""
        return
    games = range(min(counts))  # openings of the table: the games that all pupils have
    points = {}
    for arm in ARMS:
        cells = {(row["by"], row["game"]): [row["points"]] for row in rows if row["arm"] == arm.name}
        points[arm.name] = table(cells, [pupil.seed for pupil in _pupils(run.plan)], games)
    yield (
        f"{sum(counts)} lost games, from {BACK} plies before their win is proven; the learner has the seat that won, "
        "an attacker the one that lost. Points:"
    )
    yield ""
    yield "| | points | above more search |"
    yield "| --- | ---: | ---: |"
    for arm in ARMS:
        above = "" if arm is CONTROL else str(gain(points[arm.name], points[CONTROL.name]))
        yield f"| {arm.name} | {estimate(points[arm.name])} | {above} |"
    yield ""
    over = gain(points[WHOLE.name], points[CONTROL.name])
    yield f"Aim: it attacks better with what beat it than with more search: {over}: {say_met(over.low > 0)}."
    yield ""


def _pupils(plan: Plan) -> list[Pupil]:
    return [Pupil(SCHOOL, seed) for seed in range(1, plan.seeds + 1)]


def _taught(plan: Plan, rows: Sequence[Row], pupil: Pupil) -> list[Row]:
    """Return the lessons of a pupil up to the last mark."""
    return list(until(pupil.rows(rows), plan.marks[-1]))


def _play(plan: Plan, path: Path, pupil: Pupil, arm: Arm, games: Sequence[int]) -> list[Row]:
    rows = list(read(path))
    taught = _taught(plan, rows, pupil)
    knowledge = UNTAUGHT if arm.school is None else knowledge_at(plan, taught, plan.marks[-1])
    positions, found = turn(taught), list[Row]()
    for number in games:
        before, color = positions[number]
        seed = Random(f"attack:{pupil.seed}:{number}").getrandbits(32)
        opponent = DEEP.open(ruleset(RULES), SIZE, plan.attacker, seed)
        met = play_game("", before, color, arm.open(knowledge, seed), arm.nodes(plan), opponent)
        row: Row = {"kind": "attack", "arm": arm.name, "by": pupil.seed, "game": number, "points": met.points}
        found.append({**row, "thought": met.thought, "cpu": round(met.seconds, 3)})
    return found
