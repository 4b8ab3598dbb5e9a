"""Knowledge of the bots: proofs, patterns, experience and weights, kept and published to those that play."""

from collections.abc import Coroutine, Iterator
from typing import Any

from bots.learning.players import published
from server.feature import Core, Feature
from server.learning.bookkeeping import Bookkeeping
from server.learning.proof_writer import ProofWriter
from server.learning.publishing import Publishing
from server.learning.tuning import Tuning


class LearningFeature(Feature):
    """What studies find becomes what bots play with."""

    def __init__(self, core: Core) -> None:
        self._store = core.store
        self.publishing = Publishing(core.store, core.executor, experience=core.config.bot_experience == "on")
        self.proof_writer = ProofWriter(core.store, core.now, self.publishing.changed)
        self._bookkeeping = Bookkeeping(core.store, core.executor, self.publishing.changed)
        self.tuning = Tuning(core.store, core.executor, core.now, core.config.learn_weights == "on")

    async def start(self) -> None:
        """Publish weights and proofs: games that go on have weights of their own."""
        await self.tuning.publish()
        published.share(self._store.proofs, self.proof_writer.add)

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Publish, keep proofs and read games into the book."""
        yield self.publishing.work()
        yield self.proof_writer.work()
        yield self._bookkeeping.work()

    async def close(self) -> None:
        """Publish nothing any more."""
        published.share(None, None)
        published.weigh(0, {})

    def note_studied(self) -> None:
        """A study is kept: its game may count now that was resigned."""
        self._store.unread.set()
        self.publishing.changed()


def open(core: Core) -> LearningFeature:
    """Open the feature."""
    return LearningFeature(core)
