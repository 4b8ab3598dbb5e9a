"""Runs studies one after the other, with lower priority than all play, and reports their progress."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from bots.errors import ExecutorFull, NotReady, Stopped
from bots.executor import Executor
from bots.learning.study.effort import VERSION
from bots.workers.fair_queue import Asker
from gomoku.rulesets import FIVES
from server.errors import Refused, StoreError
from server.handlers import Client, Handlers
from server.moderation.fair_play import FairPlay
from server.protocol.api import GameHistory
from server.protocol.inbound import Analyse
from server.protocol.outbound import Ack
from server.review import game_analysis
from server.review.analysis_followers import AnalysisFollower, AnalysisFollowers
from server.review.job_runner import Around, Conclude, JobRunner
from server.review.leases import Leases
from server.review.revising import revise_concerned
from server.signals import AnalysisAsked, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.games import library
from server.store.integrity import Damaged
from server.store.knowledge import jobs, studies
from server.store.knowledge.jobs import Job
from server.store.sql import Conflict

log = logging.getLogger("tengen.review")

RETRY_S = 5.0
QUIET_S = 60.0
"""Quiet time before games are studied with more effort, or again after a change of version."""
IDLE_S = 600.0
"""Pause while there is no more to do, or no more time for it today."""
MOST_IDLE_MS = 20 * 60 * 1000
"""Time limit of one study that nobody waits for."""
TUNING_GRACE_S = 3.0
"""Grace for a part of other work once a study is queued."""
MOST_ASKED = 5
"""Most waiting analyses of one player."""


class Analyst:
    """Studies the queued games. ``conclude`` lists what to store with a study, ``kept`` is called afterwards.

    ``nodes`` limits each search, so that a study is reproducible, and ``check_nodes`` each of its check. ``now``
    returns the time in ms. ``followers`` are notified of progress. When no study is left, ``beside`` does one part of
    other work in the background process, and returns whether there was any; it may be cancelled. ``fair_play`` decides
    who may get an analysis now. By ``leases`` one process does a job.
    """

    def __init__(
        self,
        store: Database,
        executor: Executor,
        now: Now,
        nodes: int,
        check_nodes: int,
        conclude: Conclude,
        kept: Callable[[], None],
        followers: AnalysisFollowers,
        beside: Callable[[], Awaitable[bool]],
        fair_play: FairPlay,
        leases: Leases,
        signals: Signals,
    ) -> None:
        self._signals = signals
        self._store = store
        self._leases = leases
        self._queued = asyncio.Event()
        store.on_change(self._queued.set, jobs.QUEUED)
        leases.freed.append(self._queued)
        self._executor = executor
        self._now = now
        self._runner = JobRunner(store, executor, now, nodes, check_nodes, conclude, signals)
        self._kept = kept
        self._followers = followers
        self._beside = beside
        self._fair_play = fair_play
        self._asking = asyncio.Lock()
        self._at_work: tuple[int, asyncio.Future[Around]] | None = None
        self._caught_up = False
        self._quiet = False

    # --- the work -------------------------------------------------------------------------------------------------

    async def work(self) -> None:
        """Study queued games until cancelled; does nothing without kernels."""
        try:
            await self._executor.warm()
        except (NotReady, Stopped):
            return  # already logged by the warm-up
        with suppress(StoreError):
            await self._leases.free()  # from a server that was killed
        while True:
            self._queued.clear()
            try:
                job = await self._following()
                if job is not None and job.rank < jobs.IDLE:
                    self._quiet = False
                    await self._do(job)
                elif job is not None and await self._has_time(job):
                    await self._meanwhile(job)
                elif (
                    await self._nothing_comes(QUIET_S)
                    and not await self._queue_missed()
                    and not await self._read_anew()
                ):
                    await self._give_way()
                    await self._nothing_comes(IDLE_S)
            except Stopped:
                return
            except (StoreError, ExecutorFull) as error:
                log.warning("the studies wait: %s", error)
                await asyncio.sleep(RETRY_S)

    async def _following(self) -> Job | None:
        """Return the next job."""
        waiting = await jobs.list_asked(self._store)
        for serial in self._followers.queue.order(waiting, None):
            job = await jobs.find_job(self._store, serial, self._leases.mine)
            if job is not None:  # it was not deleted at this moment, and nobody else does it
                self._followers.queue.begin(serial, waiting)
                return job
        return await jobs.find_next(self._store, lease=self._leases.mine)

    async def _nothing_comes(self, seconds: float) -> bool:
        """Return whether nothing is queued for ``seconds``."""
        try:
            await asyncio.wait_for(self._queued.wait(), seconds)
        except TimeoutError:
            return True
        return False

    async def _has_time(self, job: Job) -> bool:
        """Return whether a job that nobody waits for may run now: one for a new proof, or any when it is quiet.

        It stays quiet until somebody waits for a job.
        """
        if job.effort == 1:
            return True
        if await jobs.sum_idle_ms(self._store, self._now()) >= jobs.IDLE_MS:
            return False
        self._quiet = self._quiet or await self._nothing_comes(QUIET_S)
        return self._quiet

    async def _queue_missed(self) -> bool:
        """Queue studies of earlier servers for more effort, once. Return whether there were any."""
        if self._caught_up:
            return False
        self._caught_up = True
        return await studies.queue_overlooked(self._store, self._now()) > 0

    async def _read_anew(self) -> bool:
        """Queue a game that another version has studied, if one is left and there is time for it today."""
        now = self._now()
        return await jobs.sum_idle_ms(self._store, now) < jobs.IDLE_MS and await jobs.read_anew(
            self._store, now, VERSION
        )

    async def _give_way(self) -> None:
        """Do other work part by part, within today's time, until a study is queued."""
        while not self._queued.is_set() and await jobs.sum_idle_ms(self._store, self._now()) < jobs.IDLE_MS:
            began, part = self._now(), asyncio.ensure_future(self._beside())
            queued = asyncio.ensure_future(self._queued.wait())
            try:
                await asyncio.wait({part, queued}, return_when=asyncio.FIRST_COMPLETED)
                await asyncio.wait({part}, timeout=TUNING_GRACE_S)
            finally:
                queued.cancel()
                part.cancel()
                await asyncio.gather(part, queued, return_exceptions=True)
            if part.cancelled() or not part.result():
                return
            await self._store.execute(*jobs.note_idle_ms(self._now(), self._now() - began))

    async def _meanwhile(self, job: Job) -> None:
        """Do a job that nobody waits for. A job of higher rank interrupts it, and it starts again later; a job that
        takes too long is given up.
        """
        began, work = self._now(), asyncio.ensure_future(self._do(job))
        try:
            while not work.done() and self._now() - began < MOST_IDLE_MS:
                self._queued.clear()
                if await jobs.find_next(self._store, job.rank, self._leases.mine) is not None:
                    break
                queued = asyncio.ensure_future(self._queued.wait())
                left = (began + MOST_IDLE_MS - self._now()) / 1000
                await asyncio.wait({work, queued}, timeout=max(0.0, left), return_when=asyncio.FIRST_COMPLETED)
                queued.cancel()
            if not work.done() and self._now() - began >= MOST_IDLE_MS:
                log.info("a study of game %s with %d times the nodes takes too long", job.game, job.effort)
                await self._store.execute(*jobs.give_up(job))
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            if job.effort > 1:
                with suppress(StoreError):
                    await self._store.execute(*jobs.note_idle_ms(self._now(), self._now() - began))
        if not work.cancelled():
            work.result()

    async def _do(self, job: Job) -> None:
        repeated, lost = (lambda: self._followers.repeat(job)), (lambda: self.stop(job.serial))
        async with self._leases.hold(job.serial, repeated, lost) as taken:
            if taken:
                await self._do_mine(job)

    async def _do_mine(self, job: Job) -> None:
        try:
            history = await library.find_game(self._store, job.game)
        except Damaged:
            history = None  # already logged by the store; the other games must not wait for it
        if history is None or history.game.result is None:  # deleted at this moment
            await jobs.note_failure(self._store, job.serial)
            return
        self._followers.running[job.serial] = 0, len(history.moves)
        try:
            await jobs.note_running(self._store, job.serial, self._now())
            await self._followers.tell_all(job)
            around = await self._run(job, history)
        except Conflict:
            await jobs.note_failure(self._store, job.serial)  # for a conflict of another kind, which would recur
            log.info("game %s was deleted while it was studied", job.game)
        except (Stopped, ExecutorFull, StoreError):
            raise
        except Exception:  # in the solver or its consequences: the other games must not wait for it
            failures = await jobs.note_failure(self._store, job.serial)
            log.exception("the study of game %s failed (%d of %d)", job.game, failures, jobs.TRIES)
        else:
            self._kept()
            for revised in await revise_concerned(self._store, around, self._now()):
                await self._followers.tell_all(revised)
        finally:
            self._followers.running.pop(job.serial, None)
            with suppress(StoreError):
                await jobs.note_ended(self._store, job.serial)
        await self._followers.tell_all(job)

    async def _run(self, job: Job, history: GameHistory) -> Around:
        """Do the work of a job, unless it is stopped, and return what was proven."""
        work = asyncio.ensure_future(self._runner.do(job, history, lambda news: self._report_progress(job, news)))
        self._at_work = job.serial, work
        try:
            return await work
        except asyncio.CancelledError:
            doing = asyncio.current_task()
            if doing is None or doing.cancelling():
                raise
            log.info("the study of game %s is stopped", job.game)
            return set()
        finally:
            self._at_work = None

    def stop(self, serial: int) -> None:
        """Stop the study of a game whose job was removed."""
        if self._at_work is not None and self._at_work[0] == serial:
            self._at_work[1].cancel()

    def _report_progress(self, job: Job, news: Any) -> None:
        if job.rank < jobs.IDLE and job.serial in self._followers.running:
            done, total = news
            self._followers.progressed(job, int(done), int(total))

    # --- followers ------------------------------------------------------------------------------------------------

    def register(self, handlers: Handlers) -> None:
        """Register the handler of `analyse`."""
        handlers.add(Analyse, self._answer)

    async def _answer(self, client: Client, message: Analyse, at: int) -> None:
        await self.ask(client, message.game)
        client.say(Ack(message.id))
        await self._followers.watch(client, message.game)

    async def ask(self, follower: AnalysisFollower, id: str) -> None:
        """Queue the analysis of a game and send its progress to the follower; raises Refused."""
        game = await game_analysis.find_visible(self._store, id, follower.player)
        if game.ended_at is None:
            raise Refused(code="not_over")
        if game.rules not in FIVES or game.plies == 0:
            raise Refused(code="not_analysable")
        self._fair_play.require_no_game(follower.player)
        games = await self._fair_play.list_own(follower.player, follower.address)
        await game_analysis.require_apart(self._store, id, games)
        serial, asker = game.serial, Asker(follower.address, follower.player)
        async with self._asking:
            if (await self._followers.find_state(serial, id)).state in ("running", "done"):
                return
            waiting = await jobs.list_asked(self._store)
            if serial in waiting:
                return
            self._followers.queue.join(serial, asker, waiting)
            try:
                await jobs.ask(self._store, serial, follower.player, self._now(), MOST_ASKED)
            except BaseException as error:
                self._followers.queue.leave(serial)
                if isinstance(error, Conflict) and await jobs.count_waiting(self._store, follower.player) >= MOST_ASKED:
                    raise Refused(code="too_many_analyses", limit=MOST_ASKED) from None
                raise
            self._signals.emit(AnalysisAsked(serial, follower.player, follower.address))
