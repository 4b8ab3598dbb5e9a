"""Which games teach, and what follows from the study of one: for a game that ends as for a rebuilding."""

from typing import TYPE_CHECKING

import msgspec

from bots.learning.pattern import Pattern
from server.protocol.api import GameHistory
from server.store import chances, jobs, patterns, studies
from server.store.jobs import Job
from server.store.patterns import FoundPattern, Statement
from server.store.studies import Study
from server.store.sums import Damaged

if TYPE_CHECKING:
    from server.store.store import Store

_TEACHING = """SELECT serial, id FROM games WHERE ended_at IS NOT NULL AND (serial IN (SELECT game FROM teachers)
  OR bot_engine IS NOT NULL AND start = 0 AND winner <> iif(black = (level1 IS NOT NULL), 'black', 'white'))
ORDER BY serial"""


def lost_by_play(history: GameHistory, study: Study) -> bool:
    """Whether a bot lost this game to something proven, and not by design.

    How it was decided does not matter then: without a proven end, as where somebody left, there is no lesson. What
    began as a slip, an oversight that a low level commits on purpose, teaches nothing, and neither does a game that
    went on from a position of somebody's choice.
    """
    game, lesson = history.game, study["lesson"]
    if lesson is None or game.result is None or game.result.winner is None or game.start:
        return False
    loser = game.white if game.result.winner == "black" else game.black
    if loser.level is None:
        return False
    mistake = lesson["entry"] - 1 if lesson["mistake"] is None else lesson["mistake"]
    why = history.moves[mistake].why if 0 <= mistake < len(history.moves) else None
    return why is None or why.get("kind") != "slip"


async def statements(store: "Store", job: Job, history: GameHistory, study: Study, now: int) -> list[Statement]:
    """What keeps the patterns of a studied game and the position that lost it, if it is one that teaches."""
    asked = await store.fetch("SELECT 1 FROM teachers WHERE game = ?", (job.serial,))
    if not asked and not lost_by_play(history, study):
        return []
    rules, found, lesson = history.game.rules, _found(study), study["lesson"]
    chance = lesson and chances.keeping(job.serial, rules, lesson["last_chance"], [pattern.key for pattern in found])
    return [*patterns.learning(job.serial, rules, found, now), *([chance] if chance else [])]


async def teach(store: "Store", id: str, now: int) -> bool:
    """Have a finished game learned from at the wish of an operator; False where there is none."""
    rows = await store.fetch("SELECT serial FROM games WHERE id = ? AND ended_at IS NOT NULL", (id,))
    if not rows:
        return False
    serial = rows[0]["serial"]
    await store.execute(("INSERT INTO teachers VALUES (?) ON CONFLICT DO NOTHING", (serial,)))
    await jobs.ask(store, serial, None, now)
    return True


async def rebuild(store: "Store", now: int) -> tuple[int, int]:
    """Learn from all games anew: how many teach, and how many of them must be studied again first.

    The table is made from the studies that are stored, in the order of the games; what was imported, turned off or
    forgotten stays so. Encounters are counted again from the moves as they are stored.
    """
    games = [Job(*row) for row in await store.fetch(_TEACHING)]
    learned: list[Statement] = []
    queued: list[Statement] = []
    keys: set[str] = set()
    for job in games:
        try:
            stored, history = await studies.of_game(store, job.serial), await store.game(job.game)
        except Damaged:
            continue  # there is nothing sound to learn from
        if stored is None or history is None:
            queued.append(jobs.queueing(job.serial, now))
        else:
            found = await statements(store, job, history, stored.study, stored.at)
            learned += found
            keys.update(str(parameters[0]) for sql, parameters in found if sql == patterns.LEARN)
    await store.execute(*patterns.dropping(keys), *learned, *patterns.counting(), *queued)
    if queued:
        store.job_queued.set()
    return len(games), len(queued)


def _found(study: Study) -> list[FoundPattern]:
    found = []
    for each in study["patterns"]:
        body = {name: value for name, value in each.items() if name != "ply"}
        found.append(FoundPattern(Pattern.from_json(body).key, each["ply"], msgspec.json.encode(body).decode()))
    return found
