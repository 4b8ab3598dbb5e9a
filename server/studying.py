"""The feature of studies of finished games: lessons, analyses and puzzles, and what bots learn from them."""

from collections.abc import Coroutine, Iterator
from functools import partial
from typing import Any

from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.handlers import Handlers
from server.learning import feature as learning
from server.puzzles.attempts import Attempts
from server.puzzles.supply import Supply
from server.review.analysis_followers import AnalysisFollowers
from server.review.analyst import Analyst
from server.review.conclusions import list_conclusions
from server.review.imports import Imports
from server.review.lesson_notices import WaitingLessons
from server.review.lessons import Lessons
from server.rooms import feature as rooms
from server.rooms.hints import ADVISER
from server.trees import feature as trees
from server.trees.looking import FileLooks


class StudyingFeature(Feature):
    """All parts that study games."""

    def __init__(self, core: Core) -> None:
        store, executor, now, config = core.store, core.executor, core.now, core.config
        knowledge = core.need(learning.open)
        fair_play = core.need(rooms.open).fair_play
        self.attempts = Attempts(
            *(store, executor.run, lambda: executor.ready(ADVISER), now, knowledge.proof_writer.add),
            config.study_nodes,
            fair_play=fair_play,
        )
        self._supply = Supply(store, executor.run, now, config.puzzles == "on")
        self._followers = AnalysisFollowers(store)
        studying = store, executor, now, config.study_nodes
        self._lessons = Lessons(*(*studying, self._followers, knowledge.publishing.caught_up), core.signals)
        conclude = partial(list_conclusions, store)
        self.analyst = Analyst(
            *(*studying, conclude, knowledge.publishing.changed, self._followers, knowledge.tuning.step),
            fair_play=fair_play,
        )
        self.imports = Imports(store, executor.run, now)
        self._waiting = WaitingLessons(store, now, core.need(accounts.open).sessions.of_player)
        self._looks = FileLooks(executor.run, [core.need(trees.open).uploads.gathering, self.imports.gathering])
        for part in (self._lessons, self._followers, self._waiting):
            part.subscribe(core.signals)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of messages about studies, puzzles and files."""
        for part in (self._followers, self.analyst, self.imports, self._looks, self.attempts, self._waiting):
            part.register(handlers)

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: lessons, studies, import of puzzles."""
        yield self._lessons.work()
        yield self.analyst.work()
        yield self._supply.work()

    async def close(self) -> None:
        """Cancel running jobs."""
        await self.attempts.close()
        await self._waiting.close()
        await self._looks.close()


def open(core: Core) -> StudyingFeature:
    """Open the feature."""
    return StudyingFeature(core)
