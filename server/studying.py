"""The parts that study finished games, joined: lessons, analyses, what bots learn, puzzles."""

from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from bots.executor import Executor
from server.config import Config
from server.handlers import Handlers
from server.learning.bookkeeping import Bookkeeping
from server.learning.proof_writer import ProofWriter
from server.learning.publishing import Publishing
from server.learning.tuning import Tuning
from server.moderation.fair_play import FairPlay
from server.puzzles.attempts import Attempts
from server.puzzles.supply import Supply
from server.review.analysis_followers import AnalysisFollowers
from server.review.analyst import Analyst
from server.review.conclusions import list_conclusions
from server.review.imports import Imports
from server.review.lessons import Lessons
from server.rooms.hints import ADVISER
from server.store.database import Database


class Studying:
    """The parts of a server that study games, joined; ``now`` is in ms.

    ``on_lesson(player, game)`` is told of each lesson that a player's game has become.
    """

    def __init__(
        self,
        config: Config,
        store: Database,
        executor: Executor,
        now: Callable[[], int],
        fair_play: FairPlay,
        on_lesson: Callable[[str, str], None],
    ) -> None:
        self._store = store
        self.publishing = Publishing(store, executor, experience=config.bot_experience == "on")
        self.proof_writer = ProofWriter(store, now, self.publishing.changed)
        self._bookkeeping = Bookkeeping(store, executor, self.publishing.changed)
        self.tuning = Tuning(store, executor, now, config.learn_weights == "on")
        self.attempts = Attempts(
            *(store, executor.run, lambda: executor.ready(ADVISER), now, self.proof_writer.add, config.study_nodes),
            fair_play=fair_play,
        )
        self._supply = Supply(store, executor.run, now, config.puzzles == "on")
        self._followers = AnalysisFollowers(store)
        studying = store, executor, now, config.study_nodes
        self.lessons = Lessons(*(*studying, self._followers, self.publishing.caught_up), on_lesson=on_lesson)
        self.analyst = Analyst(
            *(*studying, partial(list_conclusions, store), self._note_studied, self._followers, self.tuning.step),
            fair_play=fair_play,
        )
        self._imports = Imports(store, executor.run, now)

    def register(self, handlers: Handlers) -> None:
        """Have the messages of all of them come to them."""
        for feature in (self._followers, self.analyst, self._imports, self.attempts):
            feature.register(handlers)

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """What each does until the server ends."""
        yield self.lessons.work()
        yield self.analyst.work()
        yield self.publishing.work()
        yield self.proof_writer.work()
        yield self._bookkeeping.work()
        yield self._supply.work()

    def _note_studied(self) -> None:
        """A game that was resigned may count now."""
        self._store.unread.set()
        self.publishing.changed()
