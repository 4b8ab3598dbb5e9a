"""Choice of the games that teach, and of what to store from their studies, for a new game as for a rebuild."""

import asyncio
from collections.abc import Awaitable, Callable

from msgspec import json

from bots.learning.study.blocked_cells import find_blocked
from bots.learning.study.findings import FirstFindings
from server.learning.first_stones import count_laid
from server.protocol.api import GameHistory
from server.store.database import Database
from server.store.games import library
from server.store.integrity import Damaged
from server.store.knowledge import jobs, lessons, lost_positions, patterns, studies
from server.store.knowledge.jobs import Job
from server.store.knowledge.patterns import FoundPattern
from server.store.sql import Statement


def is_lost_by_play(history: GameHistory, study: FirstFindings, again: bool = False) -> bool:
    """Return whether a bot lost this game to a proven win, and not by design.

    How the game ended does not matter: without a proven end, as in an abandoned game, there is no lesson. A loss that
    began with a slip, a mistake that a low level makes on purpose, teaches nothing; nor does a game from a given
    position, or one lost by a stone of its opening, which is laid for other ends. A game that tries ``again`` a game
    that has taught does.
    """
    game, lesson = history.game, study.lesson
    if lesson is None or game.result is None or game.result.winner is None:
        return False
    if game.start and not again:
        return False
    loser = game.white if game.result.winner == "black" else game.black
    if loser.level is None:
        return False
    mistake = lesson.entry - 1 if lesson.mistake is None else lesson.mistake
    if mistake < count_laid(history):
        return False
    why = history.moves[mistake].why if 0 <= mistake < len(history.moves) else None
    return why is None or why.get("kind") != "slip"


async def list_statements(
    store: Database, job: Job, history: GameHistory, study: FirstFindings, now: int
) -> list[Statement]:
    """List the statements that store the patterns of a studied game and its losing position, if the game teaches."""
    source = history.game.from_game
    again = source is not None and await lessons.has_taught(store, source)
    if not await lessons.is_named(store, job.serial) and not is_lost_by_play(history, study, again):
        return []
    rules, lesson = history.game.rules, study.lesson
    found = await asyncio.to_thread(_list_patterns, history.game.size, [move.point for move in history.moves], study)
    keys = [pattern.key for pattern in found]
    chance = lesson and lost_positions.keep(job.serial, rules, lesson.last_chance, keys)
    return [*patterns.learn(job.serial, rules, found, now), *([chance] if chance else [])]


async def teach(store: Database, id: str, now: int) -> bool:
    """Learn from a finished game at an operator's request; return False if there is none."""
    rows = await store.fetch("SELECT serial FROM games WHERE id = ? AND ended_at IS NOT NULL", (id,))
    if not rows:
        return False
    ((serial,),) = rows
    await lessons.add(store, serial)
    await jobs.ask(store, serial, None, now)
    return True


async def rebuild(
    store: Database, now: int, progress: Callable[[int, int], Awaitable[None]] | None = None
) -> tuple[int, int]:
    """Learn from all games again. Return how many teach, and how many of them must be studied first.

    ``progress`` is awaited with the number of games read and their total. Nothing changes before all are read. The
    table is built from the stored studies in the order of the games; imported, disabled and forgotten patterns stay as
    they are.
    """
    games = await lessons.list_candidates(store)
    learned: list[Statement] = []
    queued: list[Statement] = []
    keys: set[str] = set()
    for done, job in enumerate(games, start=1):
        try:
            stored, history = await studies.find_study(store, job.serial), await library.find_game(store, job.game)
        except Damaged:
            continue  # nothing reliable to learn from
        finally:
            if progress:
                await progress(done, len(games))
        if stored is None or history is None:
            queued.append(jobs.queue(job.serial, now))
        else:
            found = await list_statements(store, job, history, stored.study, stored.at)
            learned += found
            keys.update(str(parameters[0]) for sql, parameters in found if sql == patterns.LEARN)
    await store.execute(*patterns.drop(keys), *learned, *queued)
    return len(games), len(queued)


def _list_patterns(size: int, moves: list[int], study: FirstFindings) -> list[FoundPattern]:
    found = []
    for each in study.patterns:
        pattern = each.pattern()
        text = json.encode(pattern.to_json()).decode()
        found.append(FoundPattern(pattern.key, each.ply, text, find_blocked(size, moves, study, pattern)))
    return found
