"""An analyst whose studies are in the hands of the test, and somebody who waits for them."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from bots.executor import Executor
from bots.learning.study.findings import Study
from server.bus.bus import Bus
from server.learning import teaching
from server.protocol.api import GameHistory
from server.review.analysis_followers import AnalysisFollowers
from server.review.analyst import Analyst
from server.review.far_analyses import FarAnalyses
from server.review.leases import Leases
from server.review.study_process import MovesChecked, PositionScored, StudyOutcome
from server.signals import LessonFound, Signals
from server.store.knowledge.jobs import Job
from server.store.sql import Statement
from server.store.store import Store
from tests.kit.fair_play import make_idle
from tests.server.store.bot_games import without_lessons

WAIT_S = 60.0
NOW = 7_000
CHECK_NODES = 100


class Waiting:
    """A connection that keeps what it is sent."""

    def __init__(self, player: str, address: str = "192.0.2.1") -> None:
        self.player = player
        self.address = address
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def send(self, *payloads: bytes) -> None:
        """Keep the messages."""
        for payload in payloads:
            self._heard.put_nowait(json.loads(payload))

    async def next(self) -> dict[str, Any]:
        """The next message, heard or yet to come."""
        return await asyncio.wait_for(self._heard.get(), WAIT_S)

    @property
    def heard(self) -> int:
        """How many messages wait to be taken."""
        return self._heard.qsize()


class ScriptedWork:
    """The executor's side of a study: says what it was asked, and answers what the test tells it to."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()
        self.answers: asyncio.Queue[Any] = asyncio.Queue()
        self.progress: Callable[[Any], None] = print
        self.fault: Exception | None = None

    async def warm(self) -> None:
        """The kernels are there, or fail."""
        if self.fault is not None:
            raise self.fault

    async def run(self, function: Callable[..., Any], *arguments: Any, progress: Callable[[Any], None]) -> Any:
        """Wait for the test's answer."""
        self.progress = progress
        self.asked.put_nowait((function, *arguments))
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return (
            answer
            if isinstance(answer, StudyOutcome | MovesChecked | PositionScored)
            else StudyOutcome(answer, [], [], set())
        )

    async def next(self) -> tuple[Any, ...]:
        """Return the next request."""
        return await asyncio.wait_for(self.asked.get(), WAIT_S)


class Desk:
    """An analyst at work."""

    def __init__(self, store: Store, bus: Bus | None = None, far: FarAnalyses | None = None) -> None:
        self.store = store
        self.work = ScriptedWork()
        self.kept = asyncio.Event()
        self.parts: list[asyncio.Future[bool]] = []
        """Other work beside studies, part by part."""
        self.begun: asyncio.Queue[None] = asyncio.Queue()
        """One for each time that there was time for it."""
        self.waiting = AnalysisFollowers(store, far)
        self.now = NOW
        self.freed: list[asyncio.Event] = []
        leases = Leases(store, bus, lambda: self.now, "studies", self.freed)
        studying = store, cast(Executor, self.work), lambda: self.now, 1000, CHECK_NODES
        signals = Signals()
        self.found: list[LessonFound] = []
        """Lessons that players were told of."""
        signals.on(LessonFound, self.found.append)
        self.analyst = Analyst(
            *studying, self._conclude, self.kept.set, self.waiting, self._beside, make_idle(), leases, signals
        )

    async def _beside(self) -> bool:
        self.begun.put_nowait(None)
        return await self.parts.pop(0) if self.parts else False

    async def _conclude(self, job: Job, history: GameHistory, study: Study, now: int) -> list[Statement]:
        return await teaching.list_statements(self.store, job, history, study, now)


@asynccontextmanager
async def at_work(store: Store, bus: Bus | None = None, far: FarAnalyses | None = None) -> AsyncIterator[Desk]:
    """An analyst that studies what is queued; nobody looks for lessons before."""
    desk = Desk(store, bus, far)
    await without_lessons(store)
    task = asyncio.create_task(desk.analyst.work())
    try:
        yield desk
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
