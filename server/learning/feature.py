"""The feature of the bots' knowledge: proofs, patterns, experience and weights, stored and published to players.

Of several processes one reads games into the book, fits weights, and practises. All publish what the store has, up to
the same revision, whoever has put it there.
"""

from collections.abc import Coroutine, Iterator
from typing import Any

from bots.learning.players import published
from server.feature import Core, Feature
from server.leading import do_once
from server.learning.bookkeeping import Bookkeeping
from server.learning.following import Following
from server.learning.practising import Practising
from server.learning.proof_writer import ProofWriter
from server.learning.publishing import Publishing
from server.learning.tuning import Tuning


class LearningFeature(Feature):
    """Turns the findings of studies into the knowledge that bots play with."""

    def __init__(self, core: Core) -> None:
        self._store = core.store
        self.publishing = Publishing(core.store, core.executor, experience=core.config.bot_experience == "on")
        self.proof_writer = ProofWriter(core.store, core.now, self.publishing.changed)
        self._bookkeeping = Bookkeeping(core.store, core.executor, self.publishing.changed)
        self.tuning = Tuning(
            *(core.store, core.executor, core.now, core.config.learn_weights == "on"), shared=core.bus is not None
        )
        self.practising = Practising(
            *(core.store, core.executor, core.config.practice_seconds if core.config.bot_experience == "on" else 0),
            *(self.publishing.changed, core.metrics),
            shared=core.bus is not None,
        )
        self._bus = core.bus

    async def start(self) -> None:
        """Publish weights and proofs: restored games use weights of their own."""
        await self.tuning.publish()
        published.share(self._store.proofs, self.proof_writer.add)

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: publishing, storing of proofs, reading of games into the book."""
        yield self.publishing.work()
        yield self.proof_writer.work()
        yield do_once(self._store, self._bus, "experience", self._bookkeeping.work)
        if self._bus is not None:
            yield Following(self._store, self.publishing, self.tuning).work()

    async def close(self) -> None:
        """Withdraw what is published."""
        published.share(None, None)
        published.weigh(0, {})


def open(core: Core) -> LearningFeature:
    """Open the feature."""
    return LearningFeature(core)
