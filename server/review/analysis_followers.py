"""Followers of analyses: who waits for that of a game, and how far each is."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from msgspec.json import Encoder

from bots.errors import BotError
from bots.levels import level as level_of
from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.inbound import FollowAnalysis
from server.protocol.outbound import Analysis, LessonSummary
from server.review import game_analysis
from server.review.analysis_queue import AnalysisQueue
from server.signals import ClientLeft, Signals
from server.store import jobs, lessons, studies
from server.store.database import Database
from server.store.jobs import Job

MOST_WATCHED = 20
"""Games that one connection may follow."""
AT_ONCE = 200
"""So many are told in one turn of the loop how far the queue has moved."""

encode = Encoder().encode


class AnalysisFollower(Protocol):
    """Somebody who wants to know how far an analysis is: a connection."""

    @property
    def player(self) -> str:
        """Id of the player."""

    @property
    def address(self) -> str:
        """Where the connection comes from, as limits by address see it."""

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages; never blocks and never raises."""


class AnalysisFollowers:
    """Followers by game. ``running`` says of the games that are being studied how many steps are done, and of how many;
    who studies them keeps it. ``line`` has those that somebody has asked for.
    """

    def __init__(self, store: Database) -> None:
        self._store = store
        self.running: dict[int, tuple[int, int]] = {}
        self.queue = AnalysisQueue()
        self._followers: dict[str, set[AnalysisFollower]] = {}
        self._serials: dict[str, int] = {}
        """Of the games that are followed."""
        self._followed: dict[AnalysisFollower, set[str]] = {}
        """The same by follower: hundreds of others are not gone through for one who comes or leaves."""

    def register(self, handlers: Handlers) -> None:
        """Have `watch` come here."""
        handlers.add(FollowAnalysis, self._answer)

    def subscribe(self, signals: Signals) -> None:
        """Forget clients that leave."""
        signals.on(ClientLeft, lambda left: self.unwatch(left.client))

    async def _answer(self, client: Client, message: FollowAnalysis, at: int) -> None:
        if message.on:
            await self.watch(client, message.game)
        else:
            self.unwatch(client, message.game)

    async def watch(self, follower: AnalysisFollower, id: str) -> None:
        """Tell how far the analysis of a game is, now and at every step; raises Refused."""
        row = await game_analysis.find_visible(self._store, id, follower.player)
        if len(self._followed.get(follower, set()) - {id}) >= MOST_WATCHED:
            raise Refused(code="flood")
        self._followers.setdefault(id, set()).add(follower)
        self._followed.setdefault(follower, set()).add(id)
        self._serials[id] = row["serial"]
        follower.send(encode(await self.find_state(row["serial"], id)))

    def unwatch(self, follower: AnalysisFollower, id: str | None = None) -> None:
        """Tell no more of a game, or of any."""
        followed = self._followed.get(follower, set())
        for game in followed & {id} if id is not None else set(followed):
            followed.discard(game)
            self._followers[game].discard(follower)
            if not self._followers[game]:
                del self._followers[game], self._serials[game]
        if not followed:
            self._followed.pop(follower, None)

    def progressed(self, job: Job, done: int, total: int) -> None:
        """A game that is being studied has come a step further."""
        self.running[job.serial] = done, total
        if job.game in self._followers:
            message = encode(Analysis(job.game, "running", done, total))
            for follower in self._followers[job.game]:
                follower.send(message)

    async def tell_all(self, job: Job) -> None:
        """The queue has moved by this job: everybody who waits in it is told. A few questions to the store, for all."""
        games = dict(self._serials)
        if job.game in games:
            await self._tell(await self.find_state(job.serial, job.game))
        ahead = await self._ahead(list(games.values()))
        for id, serial in games.items():
            if serial in ahead and serial != job.serial:
                await self._tell(Analysis(id, "queued", ahead=ahead[serial]))

    async def find_state(self, serial: int, id: str) -> Analysis:
        """How far a game is, with its lesson once that is there."""
        lesson = await self._lesson(serial)
        if await jobs.is_missed(self._store, serial) is False and await studies.exists(self._store, serial):
            return Analysis(id, "done", lesson=lesson)  # what is added to it in idle time nobody waits for
        if serial in self.running:
            return Analysis(id, "running", *self.running[serial], lesson=lesson)
        ahead = (await self._ahead([serial])).get(serial)
        if ahead is not None:
            return Analysis(id, "queued", ahead=ahead, lesson=lesson)
        if await studies.exists(self._store, serial):
            return Analysis(id, "done", lesson=lesson)
        return Analysis(id, "failed" if await jobs.is_given_up(self._store, serial) else "none", lesson=lesson)

    async def _ahead(self, serials: Sequence[int]) -> dict[int, int]:
        """How many games come before each of these that wait: of those that wait for their lessons, or of all."""
        places = await jobs.count_ahead(self._store, serials)
        waiting = await jobs.list_asked(self._store) if places else []
        running = next((serial for serial in waiting if serial in self.running), None)
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
        return LessonSummary(kept.entry, kept.mistake, kept.suspect, kept.learned and learns(kept.level))


def learns(number: int) -> bool:
    """Whether a bot plays with what was learned; not one that is no more."""
    try:
        level = level_of(number)
    except BotError:
        return False
    return level.studies
