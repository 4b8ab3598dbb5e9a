"""The feature of studies of finished games: lessons, analyses and puzzles, and what bots learn from them."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from bots.learning.study.effort import is_checked
from bots.learning.study.findings import Study
from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.handlers import Client, ClientsOf, Handlers
from server.leading import do_once
from server.learning import feature as learning
from server.learning import teaching
from server.protocol import inbound
from server.protocol.api import GameHistory
from server.protocol.outbound import Ack, LessonNotice, LessonNotices
from server.puzzles.attempts import Attempts
from server.puzzles.rating import rate_found
from server.puzzles.runs import Runs
from server.puzzles.supply import Supply
from server.review.analysis_followers import AnalysisFollowers, learns
from server.review.analyst import Analyst
from server.review.far_analyses import FarAnalyses
from server.review.imports import Imports
from server.review.leases import Leases, free_expired
from server.review.lessons import Lessons
from server.rooms import feature as rooms
from server.rooms.hints import ADVISER
from server.signals import LessonFound, LessonSeen, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.knowledge import experience, lesson_notices, puzzles
from server.store.knowledge.jobs import Job
from server.store.sql import Statement
from server.trees import feature as trees
from server.trees.looking import FileLooks
from server.waiting import Waiting


class WaitingLessons(Waiting):
    """Unseen lessons in ``store``; ``now`` returns ms, ``clients_of`` a player's connections.

    Emits `LessonSeen`: a player may be on several servers.
    """

    def __init__(self, store: Database, now: Now, clients_of: ClientsOf, signals: Signals) -> None:
        super().__init__(clients_of)
        self._store = store
        self._now = now
        self._signals = signals

    def register(self, handlers: Handlers) -> None:
        """Register the handler for seen lessons."""
        handlers.add(inbound.SeeLesson, self._see)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe: clients receive their lessons on connecting and whenever one is found or seen."""
        super().subscribe(signals)
        signals.on(LessonFound, lambda found: self.changed(found.player))
        signals.on(LessonSeen, lambda seen: self.changed(seen.player))

    async def read(self, player: str) -> tuple[LessonNotices, bool]:
        """Return the lessons that a player has not seen, and whether there are any."""
        found = await lesson_notices.list_waiting(self._store, player, self._now())
        return LessonNotices([LessonNotice(*_values(each)) for each in found]), bool(found)

    async def _see(self, client: Client, message: inbound.SeeLesson, at: int) -> None:
        await lesson_notices.end(self._store, client.player, message.game)
        client.say(Ack(message.id))
        self._signals.emit(LessonSeen(client.player))


def _values(lesson: lesson_notices.WaitingLesson) -> tuple[str, int, int, bool, bool, int | None, bool]:
    learned = lesson.learned and learns(lesson.level)  # a losing position is stored whoever lost it
    return lesson.game, lesson.at, lesson.level, lesson.won, learned, lesson.entry, lesson.checked


async def list_conclusions(store: Database, job: Job, history: GameHistory, study: Study, now: int) -> list[Statement]:
    """List the statements for patterns if the game teaches, for puzzles, and for a resigned game whose end is now
    proven. The better move of a puzzle has withstood the check.
    """
    game, moves = history.game, [move.point for move in history.moves]
    nodes = study.nodes // study.effort  # a player's attempt is judged with few
    composed = game.start and game.from_game is None  # else the author of the position would set puzzles for others
    found = () if composed else [each for each in study.puzzles if each.kind == "win" or is_checked(study)]
    begin = await asyncio.to_thread(rate_found, found, study.moves)
    asked = puzzles.insert(job.serial, game.rules, game.size, moves, nodes, found, now, begin)
    withdrawn = puzzles.withdraw_unanswered(job.serial, study.moves)
    again = experience.read_again(job.serial, study)
    return [*await teaching.list_statements(store, job, history, study, now), withdrawn, *asked, *again]


def in_turn(*parts: Callable[[], Awaitable[bool]]) -> Callable[[], Awaitable[bool]]:
    """Return a function that does a part of some work, of another kind each time; False if there is none of any."""
    order = deque(parts)

    async def step() -> bool:
        for _ in parts:
            order.rotate(-1)
            if await order[-1]():
                return True
        return False

    return step


class StudyingFeature(Feature):
    """All parts that study games."""

    def __init__(self, core: Core) -> None:
        store, executor, now, config = core.store, core.executor, core.now, core.config
        self._store, self._bus = store, core.bus
        knowledge = core.need(learning.open)
        fair_play = core.need(rooms.open).fair_play
        self.attempts = Attempts(
            *(store, executor.run, lambda: executor.ready(ADVISER), knowledge.proof_writer.add),
            config.study_nodes,
            fair_play=fair_play,
            runs=Runs(store, lambda: executor.ready(ADVISER), now),
        )
        self._supply = Supply(store, executor.run, now, config.puzzles == "on")
        self._far = None if core.bus is None else FarAnalyses(core.bus)
        self._followers = AnalysisFollowers(store, self._far)
        freed: list[asyncio.Event] = []
        studies, finding = (Leases(store, core.bus, now, part, freed) for part in ("studies", "lessons"))
        self._free = partial(free_expired, store, now, freed)
        studying = store, executor, now, config.study_nodes
        self._lessons = Lessons(*(*studying, self._followers, knowledge.publishing.caught_up), core.signals, finding)
        conclude = partial(list_conclusions, store)
        self.analyst = Analyst(
            *(*studying, config.lesson_check_nodes),
            *(conclude, knowledge.publishing.changed, self._followers),
            beside=in_turn(knowledge.practising.step, knowledge.tuning.step),
            fair_play=fair_play,
            leases=studies,
            signals=core.signals,
        )
        self._waiting = WaitingLessons(store, now, core.need(accounts.open).sessions.of_player, core.signals)
        kept = core.need(trees.open)
        self.imports = Imports(store, executor.run, now, kept.gathering)
        self._looks = FileLooks(executor.run, kept.gathering, kept.keeper.spend)
        for part in (self._lessons, self._followers, self._waiting):
            part.subscribe(core.signals)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of messages about studies, puzzles and files."""
        for part in (self._followers, self.analyst, self.imports, self._looks, self.attempts, self._waiting):
            part.register(handlers)

    async def start(self) -> None:
        """Hear of the analyses of other processes."""
        if self._far is not None:
            await self._far.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: lessons, studies, import of puzzles."""
        yield self._lessons.work()
        yield self.analyst.work()
        yield do_once(self._store, self._bus, "supply", self._supply.work)
        if self._far is not None:
            yield self._far.keep_looking()
            yield self._followers.follow_others()
            yield self._free()

    async def close(self) -> None:
        """Cancel running jobs."""
        await self.attempts.close()
        await self._waiting.close()
        await self._looks.close()


def open(core: Core) -> StudyingFeature:
    """Open the feature."""
    return StudyingFeature(core)
