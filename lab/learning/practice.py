"""Practice after lost games.

A school's pupils practise after each lost game, with all that the pupil knew then and has practised since. The school
itself does not practise, so that the arm that does has lost the same games as the others.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from bots.engine import Limits, Player
from bots.json_lines import Row
from bots.learning.players.alternatives import Chooser
from bots.learning.players.book import Book, BookGame, Step
from bots.learning.players.experience import Experience
from bots.learning.practice.practising import Practice
from bots.learning.practice.record import PERSON, PracticeRecord, PractisedLoss, distil, measure, select_choices
from gomoku.rulesets import ruleset
from lab.learning.arms import Arm
from lab.learning.knowledge import Knowledge
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.run import Run
from lab.learning.schooling import BY_NAME, Learning, Pupil, choices_of, lost, moves

STRETCH: Final = 4  # practised games after which rows are returned
MUCH: Final = 10**9  # milliseconds: games alone bound the practice, so that a run can be repeated


def practice_of(rows: Iterable[Row], pupil: Pupil, before: int) -> list[Row]:
    """Return the practice of a pupil after the lost games among the first rows of its school, ``before`` many."""
    mine = [row for row in rows if row["kind"] == "practice" and tuple(row["pupil"]) == pupil]
    return [row for row in mine if row["of"] < before]


def with_practice(knowledge: Knowledge, practised: Iterable[Row]) -> Knowledge:
    """Return knowledge with the book games and the choices of practice."""
    known = knowledge.experience or Experience()
    book = known.books.get(SIZE, Book())
    for row in practised:
        book = book.with_more(_read_games(row)).with_choices(choices_of(row))
    return knowledge._replace(experience=Experience({**known.books, SIZE: book}, known.revision + 1))


def list_unpractised(rows: Sequence[Row], pupil: Pupil) -> list[int]:
    """List the lost games of a pupil without practice, by their place among its rows, where a mistake is known."""
    done = {row["of"] for row in practice_of(rows, pupil, len(rows))}
    games = enumerate(pupil.rows(rows))
    return [n for n, row in games if lost(row) and n not in done and find_mistake(row) is not None]


def go_on(plan: Plan, pupil: Pupil, rows: Sequence[Row]) -> list[Row]:
    """Practise after the next few lost games of a pupil."""
    school, lessons, more = BY_NAME[pupil.school], pupil.rows(rows), list[Row]()
    learning, practised = Learning(plan, ()), practice_of(rows, pupil, len(lessons))
    for number in list_unpractised(rows, pupil)[:STRETCH]:
        for row in lessons[len(learning.rows) : number + 1]:
            learning.add(row)
        knowledge = with_practice(learning.knowledge(), practised)
        practised.append(practise(plan, school.arm, knowledge, lessons[number], number))
        more.append({**practised[-1], "pupil": list(pupil)})
    return more


def report(run: Run, pupils: Iterable[Pupil]) -> Iterator[str]:
    """Yield the section about practice."""
    yield "## Practice"
    yield ""
    yield "| seed | lost games | games each | seconds each | not lost in the first test | in the last |"
    yield "| ---: | ---: | ---: | ---: | ---: | ---: |"
    for pupil in pupils:
        rows = practice_of(run.rows, pupil, len(run.rows))
        games, seconds, first, last = (
            sum(row[what] for row in rows) / max(1, len(rows)) for what in ("games", "seconds", "first", "last")
        )
        yield f"| {pupil.seed} | {len(rows)} | {games:.0f} | {seconds:.1f} | {100 * first:.0f} % | {100 * last:.0f} % |"
    yield ""


def practise(plan: Plan, arm: Arm, knowledge: Knowledge, row: Row, number: int) -> Row:
    """Practise with an arm after the lost game of a row, in which a mistake is known, and return the row of it.

    ``number`` is the place of the game among those of the same learner.
    """
    mistake = find_mistake(row)
    assert mistake is not None
    assert knowledge.experience is not None
    loss = PractisedLoss(RULES, SIZE, moves(row), row["color"].lower(), mistake, row["start"])

    def opened(experience: Experience, seed: int) -> Player:
        return arm.open(knowledge._replace(experience=experience), seed)

    rest = (
        Limits(nodes=arm.nodes(plan)),
        Chooser(ruleset(RULES), settling=plan.settling),
        knowledge.experience.books[SIZE],
    )
    practice = Practice(loss, PracticeRecord(), opened, *rest, plan.practice, plan.rehearsals)
    record = practice.go_on(MUCH, MUCH)
    kept = distil(loss, record, number)
    return {
        "kind": "practice",
        "of": number,
        "games": len(record.games),
        "end": record.end,
        "first": measure(record.first_test),
        "last": measure(record.last_test),
        "kept": [[game.game, [list(step) for step in game.steps], game.score] for game in kept],
        "choices": [[key, found] for key, found in select_choices(record, kept).items()],
        "seconds": record.ms / 1000,
    }


def find_mistake(row: Row) -> int | None:
    """Return the ply at which the learner went wrong in a lost game, as far as its study knows; None if it does not."""
    lesson: dict[str, Any] | None = row["study"] and row["study"]["lesson"]
    if not lesson or not lesson["entry"]:
        return None
    mistake: int = lesson["entry"] - 1 if lesson["mistake"] is None else lesson["mistake"]
    return mistake if mistake >= row["start"] else None


def _read_games(row: Row) -> list[BookGame]:
    return [BookGame(game, tuple(Step(*step) for step in steps), score, PERSON) for game, steps, score in row["kept"]]
