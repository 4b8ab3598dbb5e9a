"""Schools of a learner: it plays attackers and studies each game it loses.

A school's games are rows of the run's file, in order; its state follows from them alone, so a stopped school can
resume. The learner is complete: its play depends on what it has learned so far.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from bots.json_lines import Row
from bots.learning.players.alternatives import Chooser
from bots.learning.players.experience import Experience, PlayedGame
from bots.learning.players.parts import EVERYTHING, Parts
from bots.tuning.weight_fit import teach
from gomoku.board import Color
from gomoku.point import name, parse
from gomoku.rulesets import ruleset
from lab.learning import starts as where
from lab.learning.arms import CLASSIC, ELSEWHERE, SCHOOL, WHOLE, Arm
from lab.learning.arms import CLASSICS as CLASSIC_ARMS
from lab.learning.attackers import CLASSIC as CLASSIC_ATTACKER
from lab.learning.attackers import DEEP, PLAIN, Attacker, habits
from lab.learning.knowledge import UNTAUGHT, Knowledge, Remembered, positions_of, rows_of, study_game, to_training_game
from lab.learning.learner_game import LearnerGame, play_game
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.starts import Start, Starts

STRETCH: Final = 8  # lost games after which a school returns its rows
STUDIED: Final = Parts.PROVEN | Parts.WEIGHTS  # parts that need a study of lost games
MOST_PLAYED: Final = 20  # a school ends after this many times the wanted number of lost games


@dataclass(frozen=True, slots=True)
class School:
    """An arm, the regime of its starts, and the attackers that teach it."""

    name: str
    arm: Arm
    regime: str
    attackers: tuple[Attacker, ...]


SCHOOLS: Final = (
    School(SCHOOL, WHOLE, where.HOME, (PLAIN, DEEP)),
    School(ELSEWHERE, WHOLE, where.ELSEWHERE, (PLAIN, DEEP)),
    School(CLASSIC, CLASSIC_ARMS[-1], where.HOME, (CLASSIC_ATTACKER,)),
)
BY_NAME: Final = {school.name: school for school in SCHOOLS}


class Pupil(NamedTuple):
    """One run through a school; deterministic for its seed."""

    school: str
    seed: int

    def rows(self, rows: Iterable[Row]) -> list[Row]:
        """Return this pupil's rows."""
        return [row for row in rows if (row.get("school"), row.get("seed")) == self]


def case(
    school: School, seed: int, number: int, starts: Starts, people: int
) -> tuple[Start, Color, Attacker, int, int]:
    """Return game ``number``: its start, the learner's colour, the attacker, its person among ``people``, and the
    seed."""
    cases = [(start, color) for start in starts[school.regime] for color in start.colors]
    Random(f"{school.name}:{seed}:{number // len(cases)}").shuffle(cases)
    start, color = cases[number % len(cases)]
    chance = Random(f"{school.name}:{seed}:{number}")
    attacker = school.attackers[chance.randrange(len(school.attackers))]
    return start, color, attacker, chance.randrange(people), chance.getrandbits(32)


def lost(row: Row) -> bool:
    """Tell whether a row is a lost game."""
    return row["kind"] == "lesson" and not row["points"]


def finished(plan: Plan, rows: Sequence[Row]) -> bool:
    """Tell whether a pupil has lost enough games, or nearly stopped losing, and has all its weights."""
    games = [row for row in rows if row["kind"] == "lesson"]
    done = sum(map(lost, games)) >= plan.marks[-1] or len(games) >= MOST_PLAYED * plan.marks[-1]
    return done and all(mark in _marks(rows) for mark in _due(plan, rows))


def go_on(plan: Plan, pupil: Pupil, starts: Starts, rows: Sequence[Row]) -> list[Row]:
    """Make the next stretch of a pupil's rows."""
    school, more = BY_NAME[pupil.school], list[Row]()
    learning = Learning(plan, rows, school.arm.parts)
    while not finished(plan, learning.rows) and sum(map(lost, more)) < STRETCH:
        due = [mark for mark in _due(plan, learning.rows) if mark not in _marks(learning.rows)]
        row = learning.weigh(due[0]) if due else learning.play(school, pupil, starts)
        more.append({**row, "school": pupil.school, "seed": pupil.seed})
        learning.add(more[-1])
    return more


class Learning:
    """A pupil's knowledge after its rows."""

    def __init__(self, plan: Plan, rows: Iterable[Row], parts: Parts = EVERYTHING) -> None:
        self._plan = plan
        self._parts = parts  # the parts worth learning for
        self._chooser = Chooser(ruleset(RULES))
        self._choices: dict[int, Any] = {}
        self._experience: Experience | None = None
        self._new: list[PlayedGame] = []
        self._positions = UNTAUGHT.positions
        self._weights: tuple[float, ...] | None = None
        self._stale = False
        self.rows: list[Row] = []
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        """Learn from a row."""
        self.rows.append(row)
        if row["kind"] == "weights":
            self._weights = tuple(row["numbers"]) or None
            return
        self._choices.update(choices_of(row))
        self._new.append(read_game(row, len(self.rows)))
        self._stale = self._stale or row["study"] is not None

    def knowledge(self) -> Knowledge:
        """Return all knowledge in the form that players use."""
        if self._stale:
            self._positions = positions_of([row["study"] for row in self.rows if row.get("study")])
            self._stale = False
        if self._new:
            chooser = Remembered(self._choices, self._chooser)
            self._experience = (self._experience or Experience()).with_more(self._new, chooser)
            self._new = []
        return Knowledge(self._positions, self._experience, self._weights)

    def play(self, school: School, pupil: Pupil, starts: Starts) -> Row:
        """Play the next game and return its row, with its study if lost."""
        knowledge = self.knowledge()
        games = [row for row in self.rows if row["kind"] == "lesson"]
        start, color, attacker, number, seed = case(school, pupil.seed, len(games), starts, self._plan.people)
        person, drawing = f"{attacker.name} {number}", habits(attacker, number)
        player = school.arm.open(knowledge, seed)
        opponent = attacker.open(ruleset(RULES), SIZE, self._plan.attacker, drawing)
        met = play_game(person, start.moves, color, player, school.arm.nodes(self._plan), opponent)
        return {"kind": "lesson"} | self.lesson(met, person, len(start.moves), color)

    def lesson(self, met: LearnerGame, person: str, start: int, color: Color) -> Row:
        """Make the row of a game, studied if lost; ``start``: number of moves that nobody chose."""
        row: Row = {
            "person": person,
            "start": start,
            "color": color.name,
            "points": met.points,
            "moves": " ".join(name(move, SIZE) for move in met.game.moves),
            "study": None,
        }
        begun = process_time()
        if met.points == 0 and self._parts & STUDIED:
            known = rows_of(each["study"] for each in self.rows if each.get("study"))
            row["study"] = study_game(met.game, self._plan.study, known.values())
        chooser = Remembered(self._choices, self._chooser)
        (self._experience or Experience()).with_more([read_game(row, len(self.rows) + 1)], chooser)
        row["choices"] = [[key, found] for key, found in chooser.fresh.items()]
        return row | {"cpu": round(process_time() - begun, 3)}

    def weigh(self, mark: int) -> Row:
        """Train weights on the games so far and return the row of a mark."""
        begun = process_time()
        games = [row for row in self.rows if row["kind"] == "lesson"]
        numbers = list[float]()
        if Parts.WEIGHTS in self._parts:
            numbers += teach([to_training_game(moves(row), _winner(row), row["study"]) for row in games])
        return {"kind": "weights", "mark": mark, "numbers": numbers, "cpu": round(process_time() - begun, 3)}


def knowledge_at(plan: Plan, rows: Iterable[Row], mark: int) -> Knowledge:
    """Return a pupil's knowledge after ``mark`` lost games, including the weights trained on them."""
    return Learning(plan, until(rows, mark)).knowledge()


def until(rows: Iterable[Row], mark: int) -> Iterator[Row]:
    """Yield the rows up to a mark and its weights; all rows if fewer games were lost."""
    for row in rows:
        yield row
        if row["kind"] == "weights" and row["mark"] == mark:
            return


def moves(row: Row) -> tuple[int, ...]:
    """Return the moves of a row's game."""
    return tuple(parse(each, SIZE) for each in row["moves"].split())


def read_game(row: Row, number: int) -> PlayedGame:
    """Convert a row to a game of the book."""
    return PlayedGame(number, moves(row), Color[row["color"]], _winner(row), row["person"], SIZE, row["start"])


def choices_of(row: Row) -> Mapping[int, Any]:
    """Return the alternatives found in a game."""
    return {key: tuple((move, expected) for move, expected in found) for key, found in row["choices"]}


def _winner(row: Row) -> Color | None:
    color = Color[row["color"]]
    return {1.0: color, 0.0: color.other, 0.5: None}[float(row["points"])]


def _due(plan: Plan, rows: Iterable[Row]) -> list[int]:
    """List the marks reached; all of them at the end of a school that nearly stopped losing."""
    games = [row for row in rows if row["kind"] == "lesson"]
    ended = len(games) >= MOST_PLAYED * plan.marks[-1]
    return [mark for mark in plan.marks if ended or sum(map(lost, games)) >= mark]


def _marks(rows: Iterable[Row]) -> set[int]:
    return {row["mark"] for row in rows if row["kind"] == "weights"}
