"""Scores of the arms: games from the starts of a regime against one attacker."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from bots.json_lines import Row, read
from gomoku.board import Color
from gomoku.point import name
from gomoku.rulesets import ruleset
from lab.learning.arms import BY_NAME as ARMS
from lab.learning.attackers import find_attacker, habits
from lab.learning.intervals import Table, table
from lab.learning.knowledge import UNTAUGHT, Knowledge
from lab.learning.learner_game import play_game
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.practice import practice_of, with_practice
from lab.learning.run import RowMaker
from lab.learning.schooling import Pupil, knowledge_at, until
from lab.learning.starts import REGULARS, Start, Starts

UNTRAINED = 0
"""The seed, and number of lost games, of arms that learn nothing: they are played once."""


class Point(NamedTuple):
    """A point of a curve: an arm after ``mark`` lost games of a training seed, in a regime, against an attacker."""

    arm: str
    mark: int
    seed: int
    regime: str
    attacker: str


def list_points(plan: Plan, arms: Iterable[str], marks: Sequence[int], regime: str, attacker: str) -> Iterator[Point]:
    """Yield the points of some arms; an arm that learns nothing has one."""
    for arm in arms:
        if ARMS[arm].school is None:
            yield Point(arm, 0, UNTRAINED, regime, attacker)
            continue
        for mark in marks:
            for seed in range(1, plan.seeds + 1):
                yield Point(arm, mark, seed, regime, attacker)


def list_missing(
    plan: Plan, path: Path, starts: Starts, wanted: Iterable[Point], rows: Iterable[Row]
) -> Iterator[RowMaker]:
    """Yield the makers of the rows still missing for the wanted points."""
    done: dict[Point, set[tuple[int, str, int]]] = {}
    for row in rows:
        if row["kind"] == "game":
            done.setdefault(_point(row), set()).add((row["start"], row["color"], row["draw"]))
    for point in wanted:
        often = plan.people if point.regime == REGULARS else plan.draws
        left = [game for game in _games(often, starts[point.regime]) if game not in done.get(point, ())]
        if left:
            yield partial(_play, plan, path, starts[point.regime], point, left)


def shares(rows: Iterable[Row], arm: str, mark: int, regimes: Sequence[tuple[str, str]], starts: Starts) -> Table:
    """Return an arm's points at a mark by seed and start, pooled over (regime, attacker) pairs; KeyError where
    unplayed."""
    cells: dict[tuple[int, int], list[float]] = {}
    for row in rows:
        wanted = row["kind"] == "game" and (row["arm"], row["mark"]) == (arm, mark)
        if wanted and (row["regime"], row["attacker"]) in regimes:
            cells.setdefault((row["by"], row["start"]), []).append(row["points"])
    seeds = sorted({seed for seed, _ in cells})
    return table(cells, seeds, range(len(starts[regimes[0][0]])))


def _games(often: int, starts: Sequence[Start]) -> Iterator[tuple[int, str, int]]:
    for number, start in enumerate(starts):
        for color in start.colors:
            for draw in range(often):
                yield number, color.name, draw


def _point(row: Row) -> Point:
    return Point(row["arm"], row["mark"], row["by"], row["regime"], row["attacker"])


def _play(
    plan: Plan, path: Path, starts: Sequence[Start], point: Point, games: Iterable[tuple[int, str, int]]
) -> list[Row]:
    """Play games and return their rows.

    All arms meet the same attackers: an attacker's seed depends on the game alone, not on a school, except for
    regulars, who keep their habits.
    """
    arm, attacker, rows = ARMS[point.arm], find_attacker(point.attacker), list[Row]()
    knowledge = UNTAUGHT
    if arm.school is not None:
        knowledge = _knowledge(plan, path, Pupil(arm.school, point.seed), point.mark, practised=arm.practises)
    for number, color, draw in games:
        seed = Random(f"{point.regime}:{point.attacker}:{number}:{color}:{draw}").getrandbits(32)
        drawing = habits(attacker, draw) if point.regime == REGULARS else seed
        opponent = attacker.open(ruleset(RULES), SIZE, plan.attacker, drawing)
        met = play_game("", starts[number].moves, Color[color], arm.open(knowledge, seed), arm.nodes(plan), opponent)
        what = {"kind": "game", "arm": arm.name, "mark": point.mark, "by": point.seed, "regime": point.regime}
        where = {"attacker": attacker.name, "start": number, "color": color, "draw": draw, "points": met.points}
        cost = {"thought": met.thought, "cpu": round(met.seconds, 3)}
        rows.append({**what, **where, **cost, "moves": " ".join(name(move, SIZE) for move in met.game.moves)})
    return rows


@lru_cache(maxsize=2)
def _knowledge(plan: Plan, path: Path, pupil: Pupil, mark: int, *, practised: bool) -> Knowledge:
    """Load what a pupil knew from its rows in the file, as after a restart."""
    rows = list(read(path))
    lessons = pupil.rows(rows)
    knowledge = knowledge_at(plan, lessons, mark)
    if not practised:
        return knowledge
    return with_practice(knowledge, practice_of(rows, pupil, sum(1 for _ in until(lessons, mark))))
