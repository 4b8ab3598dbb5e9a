"""Followers of analyses: the clients that wait for each game, and its progress."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec.json import Encoder

from bots.errors import BotError
from bots.learning.study.effort import CHECKING
from bots.levels import level as level_of
from bots.workers.fair_queue import Asker, FairQueue
from server.errors import Refused, StoreError
from server.handlers import Client, Handlers
from server.protocol.inbound import FollowAnalysis
from server.protocol.outbound import Analysis, LessonSummary
from server.protocol.values import CheckState
from server.review import game_analysis
from server.review.far_analyses import FarAnalyses
from server.signals import AnalysisAsked, ClientLeft, Signals
from server.store.database import Database
from server.store.knowledge import jobs, lessons, studies
from server.store.knowledge.jobs import Job

log = logging.getLogger("tengen.review")

MOST_WAITING = 500
UNKNOWN = Asker()


@dataclass(frozen=True, slots=True)
class QueuedGame:
    """A game in the queue, by its serial, and who asked for it; unknown after a restart."""

    serial: int
    asker: Asker = UNKNOWN
    cost: float = 1.0


class AnalysisQueue:
    """Addresses and turns of the games in the queue, wherever they were requested; the queue itself is in the store."""

    def __init__(self) -> None:
        self._places: dict[int, QueuedGame] = {}
        self._queue = FairQueue()

    def join(self, serial: int, asker: Asker, waiting: Sequence[int]) -> None:
        """Add a game; raises Refused. ``waiting`` lists all games that wait in the store; others are dropped."""
        self._keep(waiting)
        left = MOST_WAITING - len(waiting)
        if left <= 0:
            raise Refused(code="analyses_busy")
        here = sum(place.asker.address == asker.address for place in self._places.values())
        if here >= left:
            raise Refused(code="too_many_analyses", limit=here)
        self._add(serial, asker)

    def note(self, serial: int, asker: Asker, waiting: Sequence[int]) -> None:
        """Add a game that was requested in another process, if it still waits."""
        self._keep(waiting)
        if serial in waiting and serial not in self._places:
            self._add(serial, asker)

    def _keep(self, waiting: Sequence[int]) -> None:
        self._places = {each: self._places[each] for each in waiting if each in self._places}

    def _add(self, serial: int, asker: Asker) -> None:
        place = QueuedGame(serial, asker)
        self._queue.join(place, list(self._places.values()))
        self._places[serial] = place

    def leave(self, serial: int) -> None:
        """Remove a game that was studied or not queued after all."""
        self._places.pop(serial, None)

    def order(self, waiting: Sequence[int], running: int | None) -> list[int]:
        """Return the games in the order of their turns, the running one first."""
        places = [self._place(serial) for serial in waiting if serial != running]
        return [serial for serial in waiting if serial == running] + [each.serial for each in self._queue.order(places)]

    def begin(self, serial: int, waiting: Sequence[int]) -> None:
        """Record that the study of a game begins."""
        self._queue.charge(self._place(serial), [self._place(each) for each in waiting if each != serial])

    def _place(self, serial: int) -> QueuedGame:
        return self._places.get(serial) or QueuedGame(serial)


MOST_WATCHED = 20
"""Most games that one connection may follow."""
PAUSE_S = 0.2
"""Pause between two looks at what other processes have begun or ended."""
AT_ONCE = 200
"""Followers that are notified of the queue in one turn of the loop."""

encode = Encoder().encode


class AnalysisFollower(Protocol):
    """A connection that follows the progress of an analysis."""

    @property
    def player(self) -> str:
        """Id of the player."""

    @property
    def address(self) -> str:
        """Address of the connection, as used for limits."""

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages; never blocks and never raises."""


class AnalysisFollowers:
    """Followers by game. ``running`` holds the finished steps and the total of each game that is studied here, and is
    kept by its study. ``queue`` has the requested games. ``far`` has the analyses of other processes, None if there are
    none.
    """

    def __init__(self, store: Database, far: FarAnalyses | None = None) -> None:
        self._store = store
        self._far = far
        self._moved = asyncio.Event()
        if far is not None:
            far.on_step = lambda step: self._send_step(step.game, step.done, step.total)
            far.on_move = self._moved.set
        self.running: dict[int, tuple[int, int]] = {}
        self.queue = AnalysisQueue()
        self._followers: dict[str, set[AnalysisFollower]] = {}
        self._serials: dict[str, int] = {}
        """Serials of the followed games."""
        self._followed: dict[AnalysisFollower, set[str]] = {}
        """Followed games by follower, so that a client that comes or leaves does not require a scan of hundreds."""

    def register(self, handlers: Handlers) -> None:
        """Register the handler of `watch`."""
        handlers.add(FollowAnalysis, self._answer)

    def subscribe(self, signals: Signals) -> None:
        """Drop clients that leave, and give the games that others request elsewhere their turns."""
        signals.on(ClientLeft, lambda left: self.unwatch(left.client))
        signals.on(AnalysisAsked, self._note, theirs=True)

    async def _note(self, asked: AnalysisAsked) -> None:
        waiting = await jobs.list_asked(self._store)
        self.queue.note(asked.serial, Asker(asked.address, asked.player), waiting)

    async def _answer(self, client: Client, message: FollowAnalysis, at: int) -> None:
        if message.on:
            await self.watch(client, message.game)
        else:
            self.unwatch(client, message.game)

    async def watch(self, follower: AnalysisFollower, id: str) -> None:
        """Send the progress of a game's analysis, now and at every step; raises Refused."""
        game = await game_analysis.find_visible(self._store, id, follower.player)
        if len(self._followed.get(follower, set()) - {id}) >= MOST_WATCHED:
            raise Refused(code="flood")
        self._followers.setdefault(id, set()).add(follower)
        self._followed.setdefault(follower, set()).add(id)
        self._serials[id] = game.serial
        follower.send(encode(await self.find_state(game.serial, id)))

    def unwatch(self, follower: AnalysisFollower, id: str | None = None) -> None:
        """Stop to follow a game, or all games."""
        followed = self._followed.get(follower, set())
        for game in followed & {id} if id is not None else set(followed):
            followed.discard(game)
            self._followers[game].discard(follower)
            if not self._followers[game]:
                del self._followers[game], self._serials[game]
        if not followed:
            self._followed.pop(follower, None)

    def progressed(self, job: Job, done: int, total: int) -> None:
        """Record and send the progress of a game that is being studied."""
        self.running[job.serial] = done, total
        self._send_step(job.game, done, total)
        self.repeat(job)

    def repeat(self, job: Job) -> None:
        """Tell other processes the progress of a game that is studied here."""
        if self._far is not None:
            self._far.tell(job.serial, job.game, *self.running.get(job.serial, (0, 0)))

    def _send_step(self, game: str, done: int, total: int) -> None:
        if game in self._followers:
            message = encode(Analysis(game, "running", done, total))
            for follower in self._followers[game]:
                follower.send(message)

    async def follow_others(self) -> None:
        """Tell the followers here what other processes begin and end, until cancelled."""
        while True:
            await self._moved.wait()
            self._moved.clear()
            try:
                for id, serial in dict(self._serials).items():
                    await self._tell(await self.find_state(serial, id))
            except StoreError as error:
                log.warning("analyses of other processes: %s", error)
            await asyncio.sleep(PAUSE_S)

    async def tell_all(self, job: Job) -> None:
        """Notify all waiting followers that this job has moved the queue, with a few queries for all."""
        self.repeat(job)
        games = dict(self._serials)
        if job.game in games:
            await self._tell(await self.find_state(job.serial, job.game))
        ahead = await self._ahead(list(games.values()))
        for id, serial in games.items():
            if serial in ahead and serial != job.serial:
                await self._tell(Analysis(id, "queued", ahead=ahead[serial]))

    async def find_state(self, serial: int, id: str) -> Analysis:
        """Return the state of a game's analysis, with its lesson if known."""
        lesson = await self._lesson(serial)
        check = await self._find_check(serial, lesson)
        if await jobs.is_missed(self._store, serial) is False and await studies.exists(self._store, serial):
            return Analysis(id, "done", lesson=lesson, check=check)  # nobody waits for later additions in idle time
        running = self._find_running(serial)
        if running is not None:
            return Analysis(id, "running", *running, lesson=lesson, check=check)
        ahead = (await self._ahead([serial])).get(serial)
        if ahead is not None:
            return Analysis(id, "queued", ahead=ahead, lesson=lesson, check=check)
        if await studies.exists(self._store, serial):
            return Analysis(id, "done", lesson=lesson, check=check)
        return Analysis(id, "failed" if await jobs.is_given_up(self._store, serial) else "none", lesson=lesson)

    async def _find_check(self, serial: int, lesson: LessonSummary | None) -> CheckState | None:
        """Return the state of the check of a game's lesson, which ends the work in idle time."""
        if lesson is None or lesson.checked:
            return None if lesson is None else "done"
        effort = await jobs.find_effort(self._store, serial)
        if effort is None:
            return None
        return "running" if effort == CHECKING and self._find_running(serial) is not None else "waiting"

    def _find_running(self, serial: int) -> tuple[int, int] | None:
        """Return the finished steps and the total of a game that any process studies."""
        here = self.running.get(serial)
        return here if here is not None or self._far is None else self._far.find(serial)

    async def _ahead(self, serials: Sequence[int]) -> dict[int, int]:
        """Count the games before each of these waiting ones: those that wait for their lessons, or all."""
        places = await jobs.count_ahead(self._store, serials)
        waiting = await jobs.list_asked(self._store) if places else []
        running = next((serial for serial in waiting if self._find_running(serial) is not None), None)
        turns = {serial: place for place, serial in enumerate(self.queue.order(waiting, running))}
        first = {
            serial: place for place, serial in enumerate(await lessons.list_waiting(self._store) if places else [])
        }
        return {serial: first.get(serial, turns.get(serial, place)) for serial, place in places.items()}

    async def _tell(self, state: Analysis) -> None:
        message = encode(state)
        for number, follower in enumerate(list(self._followers.get(state.game, ())), 1):
            follower.send(message)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _lesson(self, serial: int) -> LessonSummary | None:
        kept = await lessons.find_lesson(self._store, serial)
        if kept is None:
            return None
        learned = kept.learned and learns(kept.level)
        summary = kept.entry, kept.mistake, kept.suspect, learned, kept.checked, kept.turn, list(kept.line)
        return LessonSummary(*summary, await game_analysis.find_practice(self._store, serial))


def learns(number: int) -> bool:
    """Return whether a bot plays with what was learned; False for one that no longer exists."""
    try:
        level = level_of(number)
    except BotError:
        return False
    return level.studies
