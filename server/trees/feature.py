"""Stored trees of variations."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.feature import Core, Feature
from server.handlers import Handlers
from server.trees.keeper import TreeKeeper
from server.trees.messages import TreeMessages
from server.trees.uploads import TreeUploads


class TreesFeature(Feature):
    """Trees that are brought, kept, walked and written."""

    def __init__(self, core: Core) -> None:
        self.keeper = TreeKeeper(core.store, core.executor.run, core.now, core.config.tree_mib << 20)
        self.uploads = TreeUploads(core.store, self.keeper, core.now)
        self._messages = TreeMessages(core.store, self.keeper, core.now)

    def register(self, handlers: Handlers) -> None:
        """Have the messages about trees come here."""
        self.uploads.register(handlers)
        self._messages.register(handlers)

    async def start(self) -> None:
        """Read how much is kept."""
        await self.keeper.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Merge what was brought."""
        yield self.keeper.work()

    async def close(self) -> None:
        """Merge nothing any more."""
        await self.keeper.close()


def open(core: Core) -> TreesFeature:
    """Open the feature."""
    return TreesFeature(core)
