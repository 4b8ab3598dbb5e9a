"""Finds the lesson of each game against a bot as soon as it has ended, before all other studies.

The losing position is published as soon as it is found, the patterns afterwards: a rematch may be running.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bots.errors import BotError, ExecutorFull, NotReady, Stopped
from bots.executor import Executor
from bots.learning.study.findings import FirstFindings, without_opening
from server.errors import StoreError
from server.learning import teaching
from server.learning.first_stones import count_laid
from server.protocol.api import GameHistory
from server.review import study_process
from server.review.analysis_followers import AnalysisFollowers
from server.review.leases import Leases
from server.review.revising import revise_concerned
from server.review.study_process import StudyOutcome
from server.signals import LearnerMoved, LessonFound, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.games import library
from server.store.integrity import Damaged
from server.store.knowledge import lesson_notices, lessons, proofs, puzzles
from server.store.knowledge.jobs import QUEUED, Job
from server.store.sql import Conflict

log = logging.getLogger("tengen.review")

LESSON = study_process.find_lesson
READY = study_process.be_ready
RETRY_S = 5.0
LONGEST_S = 60.0
"""Time limit of a lesson, after which it is left to the full study: others wait."""


class Lessons:
    """Finds the lessons of finished games.

    ``nodes`` limits each search; ``now`` returns the time in ms; ``published`` waits until bots use what is stored.
    By ``leases`` one process looks for a lesson. Emits `LessonFound`.
    """

    def __init__(
        self,
        store: Database,
        executor: Executor,
        now: Now,
        nodes: int,
        followers: AnalysisFollowers,
        published: Callable[[], Awaitable[None]],
        signals: Signals,
        leases: Leases,
    ) -> None:
        self._store = store
        self._leases = leases
        self._executor = executor
        self._now = now
        self._nodes = nodes
        self._followers = followers
        self._published = published
        self._signals = signals
        self._expected = asyncio.Event()
        self._ended = asyncio.Event()
        store.on_change(self._ended.set, QUEUED)
        leases.freed.append(self._ended)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to moves of learning bots, which start the lesson process."""
        signals.on(LearnerMoved, lambda _: self.expect())

    def expect(self) -> None:
        """Prepare the lesson process, once: a strong bot is playing, and may lose."""
        self._expected.set()

    async def work(self) -> None:
        """Find waiting and future lessons until cancelled; does nothing without kernels."""
        try:
            await self._executor.warm()
        except (NotReady, Stopped):
            return  # already logged by the warm-up
        with suppress(StoreError):
            await self._leases.free()  # from a server that was killed
        await asyncio.gather(self._look(), self._be_ready(), self._fill())

    async def _be_ready(self) -> None:
        await self._expected.wait()
        with suppress(BotError):  # then the first lesson takes longer
            await self._executor.run(READY, first=True)

    async def _fill(self) -> None:
        with suppress(StoreError):  # the next start continues
            while await lessons.fill_in(self._store, asyncio.to_thread):
                pass

    async def _look(self) -> None:
        while True:
            self._ended.clear()
            try:
                job = await lessons.find_next(self._store, self._leases.mine)
                if job is None:
                    await self._ended.wait()
                else:
                    await self._find(job)
            except Stopped:
                return
            except (StoreError, ExecutorFull) as error:
                log.warning("the lessons wait: %s", error)
                await asyncio.sleep(RETRY_S)

    async def _find(self, job: Job) -> None:
        async with self._leases.hold(job.serial, lambda: self._followers.repeat(job), lambda: None) as taken:
            if taken:
                await self._find_mine(job)

    async def _find_mine(self, job: Job) -> None:
        try:
            history = await library.find_game(self._store, job.game)
        except Damaged:
            history = None  # already logged by the store; the other games must not wait for it
        try:
            if history is not None and history.game.result is not None and history.game.result.winner is not None:
                self._followers.running[job.serial] = 0, len(history.moves)
                await self._followers.tell_all(job)
                async with asyncio.timeout(LONGEST_S):
                    await self._study(job, history)
        except (Stopped, ExecutorFull, StoreError):
            raise
        except TimeoutError:
            log.info("the lesson of game %s takes too long", job.game)
        except Exception:
            log.exception("the lesson of game %s cannot be found", job.game)
        finally:
            self._followers.running.pop(job.serial, None)
        await self._store.execute(lessons.end_wait(job.serial))
        await self._followers.tell_all(job)

    async def _study(self, job: Job, history: GameHistory) -> None:
        game, result = history.game, history.game.result
        assert result is not None
        told: asyncio.Future[FirstFindings] = asyncio.get_running_loop().create_future()
        moves, laid = [move.point for move in history.moves], count_laid(history)
        found = asyncio.ensure_future(
            self._executor.run(
                LESSON,
                *(game.rules, game.size, moves, result.winner, result.reason, self._nodes, self._store.address),
                progress=lambda news: None if told.done() else told.set_result(news),
                first=True,
            )
        )
        try:
            await asyncio.wait({found, told}, return_when=asyncio.FIRST_COMPLETED)
            if told.done():
                await self._keep(job, history, without_opening(told.result(), laid))
            studied: StudyOutcome[FirstFindings] = await found
            await self._keep(job, history, without_opening(studied.study, laid), studied)
        finally:
            found.cancel()
            await asyncio.gather(found, return_exceptions=True)

    async def _keep(
        self, job: Job, history: GameHistory, study: FirstFindings, studied: StudyOutcome[FirstFindings] | None = None
    ) -> None:
        """Store the findings so far, have bots use them, and only then announce them."""
        now = self._now()
        more = await teaching.list_statements(self._store, job, history, study, now)
        if studied is not None:
            more += proofs.keep(studied.proven, now)
            more += [(proofs.REVISED, ())] if studied.proven else []
            more += await asyncio.to_thread(puzzles.withdraw_refuted, studied.proven)
            more += proofs.queue_concerned(studied.around, job.serial, now)
        if studied is not None and study.lesson is not None:
            more += lesson_notices.put_for(history, job.serial, now)
        try:
            await self._store.execute(lessons.keep(job.serial, study, now), *more)
        except Conflict:
            log.info("game %s was deleted while its lesson was looked for", job.game)
            return
        await self._published()
        await self._followers.tell_all(job)
        if studied is not None:
            for player in await lesson_notices.list_told(self._store, job.serial):  # a guest may be an account by now
                self._signals.emit(LessonFound(player, job.game))
            for revised in await revise_concerned(self._store, studied.around, now):
                await self._followers.tell_all(revised)
