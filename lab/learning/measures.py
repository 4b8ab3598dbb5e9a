"""The measures of ``tengen learn grow``: the games each needs, and its section of the report."""

from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from bots.registry import engine
from lab.learning import attack, cost, matches, poison, practice, rematches, repeats, report
from lab.learning.arms import CLASSIC, SCHOOL
from lab.learning.decided_games import DecidedGame
from lab.learning.mistakes import find, of_rows
from lab.learning.run import Run
from lab.learning.schooling import Pupil, finished, go_on
from lab.learning.starts import Starts, draw_starts


def measure(
    run: Run,
    path: Path,
    games: Sequence[DecidedGame],
    names: Sequence[str],
    arms: Sequence[str],
    command: str | None = None,
) -> Iterator[str]:
    """Run the missing games of some measures, and yield each one's report when it is done; raises OutOfTime.

    ``arms`` selects those that play. ``command`` starts the attacker from outside.
    """
    find(run, games)
    where = draw_starts(run.plan, of_rows(run.rows))
    playing = [arm for name in names if name in report.REGIMES for arm in report.list_arms(name, arms)]
    taught = [SCHOOL] if "attack" in names else []
    schools = list(dict.fromkeys([*taught, *(arm.school for arm in playing if arm.school is not None)]))
    if schools:
        _school(run, where, schools)
        yield from report.school(run, schools)
    if any(arm.practises for arm in playing):
        yield from _practise(run)
    for name in names:
        if name in report.REGIMES:
            wanted = report.list_wanted(run, name, arms, command)
            run.do(matches.list_missing(run.plan, path, where, wanted, run.rows))
            yield from report.points(run, where, name, arms, command)
        elif name == "again":
            repeats.play(run, path, where)
            yield from repeats.lines(run)
        elif name == "attack":
            attack.play(run, path)
            yield from attack.lines(run)
        elif name == "rematches":
            taken = [start for each in where.values() for start in each]
            rematches.play(run, rematches.openings(run.plan, taken))
            yield from rematches.lines(run)
        elif name == "poison":
            poison.play(run, where)
            yield from poison.lines(run)
        else:
            cost.play(run, path)
            yield from cost.lines(run)
    yield from _report_games(run)


def _school(run: Run, where: Starts, names: Sequence[str]) -> None:
    """Advance all pupils through their schools, stretch by stretch."""
    pupils = [Pupil(name, seed) for name in names for seed in range(1, run.plan.seeds + 1)]
    pupils = [pupil for pupil in pupils if pupil.school != CLASSIC or pupil.seed == 1]
    while left := [pupil for pupil in pupils if not finished(run.plan, pupil.rows(run.rows))]:
        run.do(partial(go_on, run.plan, pupil, where, pupil.rows(run.rows)) for pupil in left)


def _practise(run: Run) -> Iterator[str]:
    """Practise after the lost games of the school at home, stretch by stretch."""
    pupils = [Pupil(SCHOOL, seed) for seed in range(1, run.plan.seeds + 1)]
    while left := [pupil for pupil in pupils if practice.list_unpractised(run.rows, pupil)]:
        run.do(partial(practice.go_on, run.plan, pupil, list(run.rows)) for pupil in left)
    yield from practice.report(run, pupils)


def _report_games(run: Run) -> Iterator[str]:
    games = sum(len(run.of_kind(kind)) for kind in ("game", "lesson", "met", "attack"))
    games += sum(len(row["points"]) for kind in ("rematches", "poison") for row in run.of_kind(kind))
    yield f"{games:,} games."


def terms(plan_terms: dict[str, object], games: str) -> dict[str, object]:
    """Return the parameters that determine a run's rows: its plan, the player versions, and the given games."""
    players = {name: engine(name).version for name in ("learner", "search", "double_threat", "wins_array")}
    outside = sha256(games.encode()).hexdigest()[:16] if games else "made"
    return {**plan_terms, "players": players, "games": outside}
