"""Practice of the learning bots after the games that they have lost, in idle time, part by part.

The bots of this process know what was practised once the practice after a game is done. It counts as nobody's game: it
is in no list, no statistic and no rating.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bots.errors import BotError, ExecutorFull, Stopped
from bots.executor import Executor
from bots.learning.players import published
from bots.learning.players.book import Book, steps
from bots.learning.players.parts import Parts
from bots.learning.practice.record import PracticeRecord, PractisedLoss, find_mistake
from bots.learning.study.findings import Study, text_of
from bots.levels import LEVELS, Level, level
from server.learning import learning_process
from server.learning.bookkeeping import color_of, learns
from server.learning.first_stones import count_laid
from server.learning.learning_process import Practised
from server.metrics import Metrics
from server.protocol.api import GameHistory
from server.store.database import Database
from server.store.games import library
from server.store.integrity import Damaged
from server.store.knowledge import experience, practice, studies

log = logging.getLogger("tengen.learning")

PRACTISE = learning_process.practise
STEP_MS: Final = 1_500
"""Processor time of a part: a study that is queued waits for little more."""
MOST_GAMES: Final = 500
"""Games of the book, the latest through a lost game's positions, that its practice knows."""


class Practising:
    """Practises after one lost game after the other; calls ``kept`` when there is more in the book.

    ``seconds`` of processor time bound the practice after a game; 0 is for none. If ``shared``, one of several
    processes does the work.
    """

    def __init__(
        self,
        store: Database,
        executor: Executor,
        seconds: int,
        kept: Callable[[], None],
        metrics: Metrics,
        *,
        shared: bool = False,
    ) -> None:
        self._store = store
        self._executor = executor
        self._most_ms = 1000 * seconds
        self._kept = kept
        self._metrics = metrics
        self._shared = shared

    async def step(self) -> bool:
        """Do one part of the work, of a second or two. Return False if there is none.

        It may be cancelled, and then starts that part again.
        """
        if self._most_ms == 0 or (self._shared and not await self._store.lead("practice")):
            return False
        found = await practice.find_next(self._store, [each.number for each in LEVELS if practises(each)])
        if found is None:
            return False
        await self._practise(*found)
        return True

    async def _practise(self, serial: int, id: str) -> None:
        try:
            history = await library.find_game(self._store, id)
        except Damaged:
            history = None  # already logged by the store
        stored = await studies.find_study(self._store, serial)
        lost = None if history is None or stored is None else find_loss(history, stored.study)
        if history is None or stored is None or lost is None:
            await self._store.execute(*practice.end(serial, "", PracticeRecord(), ()))
            return
        number = _level_of(history)
        version = level(number).version
        record = await practice.find_record(self._store, serial, version)
        lesson, weights = stored.study.lesson, published.weights_of(published.weights_in_use())
        chance = None if lesson is None else lesson.last_chance
        book = await asyncio.to_thread(_find_book, lost, number)
        try:
            found: Practised = await self._executor.run(
                PRACTISE, serial, lost, chance, number, weights, book, record, self._most_ms, STEP_MS
            )
        except (Stopped, ExecutorFull):
            raise
        except BotError as error:
            log.warning("practice after game %s is broken off: %s", id, error)
            await self._store.execute(*practice.end(serial, version, PracticeRecord(), ()))
            return
        self._metrics.observe_practice(len(found.record.games) - len(record.games), found.record.ms - record.ms)
        if not found.record.done:
            await self._store.execute(await asyncio.to_thread(practice.keep, serial, version, found.record))
            return
        statements = await asyncio.to_thread(practice.end, serial, version, found.record, found.kept)
        choices = experience.add_choices((lost.rules, lost.size), found.version, found.choices)
        await self._store.execute(*statements, *choices)
        self._kept()


def practises(level: Level) -> bool:
    """Tell whether a level practises: it has a book, and its moves cost the same everywhere."""
    steady = level.limits.nodes is not None and level.limits.time_ms is None
    return learns(level.number) and Parts.EXPERIENCE in level.parts and steady


def find_loss(history: GameHistory, study: Study) -> PractisedLoss | None:
    """Return a bot's lost game as practice needs it; None if no mistake after its opening is known."""
    me, laid = color_of(history), count_laid(history)
    mistake = find_mistake(study, me)
    if mistake is None or mistake < laid or mistake >= len(history.moves):
        return None
    moves = tuple(move.point for move in history.moves)
    return PractisedLoss(history.game.rules, history.game.size, moves, text_of(me), mistake, laid)


def _level_of(history: GameHistory) -> int:
    number = history.game.black.level if history.game.white.level is None else history.game.white.level
    assert number is not None
    return number


def _find_book(lost: PractisedLoss, number: int) -> Book:
    """Return the bot's games that came through the lost game's positions."""
    from bots.learning.players.experience import Experience  # noqa: PLC0415 - imports numba

    known = published.experience_for(lost.rules, number)
    book = known.books.get(lost.size) if isinstance(known, Experience) else None
    keys = {step.key for step in steps(lost.size, lost.moves, lost.learner, lost.first)}
    return Book() if book is None else book.through(keys, MOST_GAMES)
