"""The feature of notices on devices."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.handlers import Handlers
from server.push.messages import PushMessages
from server.push.sender import PushSender
from server.signals import PlayerGreeted
from server.steady_time import read_wall


class PushFeature(Feature):
    """Subscriptions, and the notices sent to them."""

    def __init__(self, core: Core) -> None:
        sessions = core.need(accounts.open).sessions
        self._store = core.store
        self.sender = PushSender(
            *(core.store, core.now, lambda player: bool(sessions.of_player(player)), core.config.push_contact),
            on_end=lambda end: core.metrics.push.labels(end).inc(),
            wall=read_wall,
        )
        self.sender.subscribe(core.signals)
        core.signals.on(PlayerGreeted, lambda greeted: greeted.fields.update(push=self.sender.public_key))

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of subscriptions."""
        PushMessages(self._store, self.sender).register(handlers)

    async def start(self) -> None:
        """Load the key, or create it at the first start."""
        await self.sender.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: sending of notices."""
        yield self.sender.work()

    async def close(self) -> None:
        """Stop sending."""
        await self.sender.close()


def open(core: Core) -> PushFeature:
    """Open the feature."""
    return PushFeature(core)
