"""Has games studied, one after the other behind everything that plays, and tells who waits how far it is."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol

from msgspec.json import Encoder

from bots.errors import ExecutorFull, NotReady, Stopped
from bots.executor import Executor
from bots.learning.version import VERSION
from server.errors import Refused, StoreError
from server.protocol.api import GameHistory
from server.protocol.outbound import Analysis
from server.review import games
from server.review.work import Studied
from server.store import jobs, proofs, puzzles, studies
from server.store.jobs import Job
from server.store.patterns import Statement
from server.store.store import Store
from server.store.studies import Study
from server.store.sums import Damaged
from server.store.writer import Conflict

log = logging.getLogger("tengen.review")

STUDY = "server.review.work:study"
RETRY_S = 5.0
QUIET_S = 60.0
"""So long nothing may be queued before games are looked at harder, or read anew that another version has read."""
IDLE_S = 600.0
"""So long there is no more to do, or no more time for it today, before that is looked at again."""
MOST_IDLE_MS = 20 * 60 * 1000
"""Of one study that nobody waits for."""
MOST_ASKED = 5
"""Analyses that one player may have waiting."""
MOST_WAITING = 500
MOST_WATCHED = 20
"""Games that one connection may follow."""

encode = Encoder().encode


class Follower(Protocol):
    """Somebody who wants to know how far an analysis is: a connection."""

    @property
    def player(self) -> str:
        """Id of the player."""

    @property
    def address(self) -> str:
        """Where the connection comes from, as limits by address see it."""

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages; never blocks and never raises."""


class Analyst:
    """Studies what the store has queued. ``conclude`` gives what is to be kept beside a study, ``kept`` is told after.

    ``nodes`` bounds each search of a study, so that it comes out the same again. ``now`` gives the time in ms.
    """

    def __init__(
        self,
        store: Store,
        executor: Executor,
        now: Callable[[], int],
        nodes: int,
        conclude: Callable[[Job, GameHistory, Study, int], Awaitable[list[Statement]]],
        kept: Callable[[], None],
    ) -> None:
        self._store = store
        self._executor = executor
        self._now = now
        self._nodes = nodes
        self._conclude = conclude
        self._kept = kept
        self._running: tuple[Job, int, int] | None = None
        self._followers: dict[str, set[Follower]] = {}
        self._followed: dict[Follower, set[str]] = {}
        """The same by follower: hundreds of others are not gone through for one who comes or leaves."""

    # --- the work -------------------------------------------------------------------------------------------------

    async def work(self) -> None:
        """Study what is queued and what will be, until cancelled; nothing without kernels."""
        try:
            await self._executor.warm()
        except (NotReady, Stopped):
            return  # whoever warms up has said why
        with suppress(StoreError):
            await jobs.running(self._store, None, self._now())  # of a server that was killed
        while True:
            self._store.job_queued.clear()
            try:
                job = await jobs.following(self._store)
                if job is not None and job.rank < jobs.IDLE:
                    await self._do(job)
                elif job is not None and await self._has_time(job):
                    await self._meanwhile(job)
                elif await self._nothing_comes(QUIET_S) and not await self._read_anew():
                    await self._nothing_comes(IDLE_S)
            except Stopped:
                return
            except (StoreError, ExecutorFull) as error:
                log.warning("the studies wait: %s", error)
                await asyncio.sleep(RETRY_S)

    async def _nothing_comes(self, seconds: float) -> bool:
        """Whether nothing is queued for so long."""
        try:
            await asyncio.wait_for(self._store.job_queued.wait(), seconds)
        except TimeoutError:
            return True
        return False

    async def _has_time(self, job: Job) -> bool:
        """Whether a job that nobody waits for may be done now: one for what became known, or when it is quiet."""
        if job.effort == 1:
            return True
        in_time = await jobs.idle_ms(self._store, self._now()) < jobs.IDLE_MS
        return in_time and await self._nothing_comes(QUIET_S)

    async def _read_anew(self) -> bool:
        """Queue a game that another version has read, if one is left and there is time for it today."""
        now = self._now()
        return await jobs.idle_ms(self._store, now) < jobs.IDLE_MS and await jobs.read_anew(self._store, now, VERSION)

    async def _meanwhile(self, job: Job) -> None:
        """Do a job that nobody waits for; one that comes is done first, and this begins anew then, knowing more.

        What takes too long is given up.
        """
        began, work = self._now(), asyncio.ensure_future(self._do(job))
        try:
            while not work.done() and self._now() - began < MOST_IDLE_MS:
                self._store.job_queued.clear()
                if await jobs.following(self._store, job.rank) is not None:
                    break
                queued = asyncio.ensure_future(self._store.job_queued.wait())
                left = (began + MOST_IDLE_MS - self._now()) / 1000
                await asyncio.wait({work, queued}, timeout=max(0.0, left), return_when=asyncio.FIRST_COMPLETED)
                queued.cancel()
            if not work.done() and self._now() - began >= MOST_IDLE_MS:
                log.info("a study of game %s with %d times the nodes takes too long", job.game, job.effort)
                await self._store.execute(*jobs.giving_up(job))
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            if job.effort > 1:
                with suppress(StoreError):
                    await self._store.execute(*jobs.idled(self._now(), self._now() - began))
        if not work.cancelled():
            work.result()

    async def _do(self, job: Job) -> None:
        try:
            history = await self._store.game(job.game)
        except Damaged:
            history = None  # the store has said so; the other games shall not wait for it
        if history is None or history.game.result is None:  # deleted at this very moment
            await jobs.failed(self._store, job.serial)
            return
        game, result = history.game, history.game.result
        moves = [move.point for move in history.moves]
        self._running = job, 0, len(moves)
        try:
            await jobs.running(self._store, job.serial, self._now())
            await self._tell_all()
            found: Studied = await self._executor.run(
                STUDY,
                *(game.rules, game.size, moves, result.winner, result.reason),
                *(self._nodes, job.effort, str(self._store.path)),
                progress=self._progressed,
            )
            more = await self._conclude(job, history, found.study, self._now())
            known = proofs.keeping(found.proven, self._now())
            known += [(proofs.REVISED, ())] if known else []
            known += await asyncio.to_thread(puzzles.refuted, found.proven)
            standing = proofs.standing(job.serial, game.rules, game.size, found.positions)
            again = proofs.concerning(found.around, job.serial, self._now())
            await studies.keep(self._store, job, found.study, self._now(), *more, *known, *standing, *again)
        except Conflict:
            await jobs.failed(self._store, job.serial)  # for a conflict of another kind, which would come again
            log.info("game %s was deleted while it was studied", job.game)
        except (Stopped, ExecutorFull, StoreError):
            raise
        except Exception:  # of the solver's or of what follows from its words: the other games shall not wait for it
            failures = await jobs.failed(self._store, job.serial)
            log.exception("the study of game %s failed (%d of %d)", job.game, failures, jobs.TRIES)
        else:
            self._kept()
        finally:
            self._running = None
            with suppress(StoreError):
                await jobs.running(self._store, None, self._now())
        await self._tell_all()

    def _progressed(self, news: Any) -> None:
        if self._running is not None and self._running[0].rank < jobs.IDLE:
            done, total = news
            job, *_ = self._running = self._running[0], int(done), int(total)
            message = encode(Analysis(job.game, "running", int(done), int(total)))
            for follower in self._followers.get(job.game, ()):
                follower.send(message)

    # --- who waits ------------------------------------------------------------------------------------------------

    async def ask(self, follower: Follower, id: str) -> None:
        """Have a game analysed and tell the follower how far it is; raises Refused."""
        row = await games.visible(self._store, id, follower.player)
        if row["ended_at"] is None:
            raise Refused(code="not_over")
        if row["rules"] == "tictactoe" or row["plies"] == 0:
            raise Refused(code="not_analysable")
        state = (await self._state(row["serial"], id)).state
        if state in ("running", "done"):
            return
        if state != "queued":
            if await jobs.waiting(self._store, follower.player) >= MOST_ASKED:
                raise Refused(code="too_many_analyses", limit=MOST_ASKED)
            if await jobs.waiting(self._store) >= MOST_WAITING:
                raise Refused(code="analyses_busy")
        await jobs.ask(self._store, row["serial"], follower.player, self._now())

    async def watch(self, follower: Follower, id: str) -> None:
        """Tell how far the analysis of a game is, now and at every step; raises Refused."""
        row = await games.visible(self._store, id, follower.player)
        if len(self._followed.get(follower, set()) - {id}) >= MOST_WATCHED:
            raise Refused(code="flood")
        self._followers.setdefault(id, set()).add(follower)
        self._followed.setdefault(follower, set()).add(id)
        follower.send(encode(await self._state(row["serial"], id)))

    def unwatch(self, follower: Follower, id: str | None = None) -> None:
        """Tell no more of a game, or of any."""
        followed = self._followed.get(follower, set())
        for game in followed & {id} if id is not None else set(followed):
            followed.discard(game)
            self._followers[game].discard(follower)
            if not self._followers[game]:
                del self._followers[game]
        if not followed:
            self._followed.pop(follower, None)

    async def _state(self, serial: int, id: str) -> Analysis:
        if await jobs.missed(self._store, serial) is False and await studies.exists(self._store, serial):
            return Analysis(id, "done")  # what is added to it in idle time nobody waits for
        if self._running is not None and self._running[0].serial == serial:
            return Analysis(id, "running", *self._running[1:])
        ahead = await jobs.ahead(self._store, serial)
        if ahead is not None and ahead >= 0:
            return Analysis(id, "queued", ahead=ahead)
        if await studies.exists(self._store, serial):
            return Analysis(id, "done")
        return Analysis(id, "none" if ahead is None else "failed")

    async def _tell_all(self) -> None:
        """The queue has moved: everybody who waits in it is told."""
        for id in list(self._followers):
            rows = await self._store.fetch("SELECT serial FROM games WHERE id = ?", (id,))
            if rows:
                message = encode(await self._state(rows[0]["serial"], id))
                for follower in self._followers.get(id, ()):
                    follower.send(message)
