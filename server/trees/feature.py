"""The feature of stored trees of variations."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.handlers import Handlers
from server.trees.deletions import DeletedTrees
from server.trees.edits import TreeEdits
from server.trees.followers import TreeFollowers
from server.trees.gathering import Gathering
from server.trees.keeper import TreeKeeper
from server.trees.messages import TreeMessages
from server.trees.uploads import TreeUploads


class TreesFeature(Feature):
    """Trees that are uploaded, stored, walked, edited and exported."""

    def __init__(self, core: Core) -> None:
        most_bytes = core.config.tree_mib << 20
        shared = core.bus is not None
        self.keeper = TreeKeeper(core.store, core.executor.run, core.now, most_bytes, core.signals, shared=shared)
        self.keeper.subscribe()
        self.gathering = Gathering(core.now)
        self.uploads = TreeUploads(core.store, self.keeper, self.gathering)
        self._messages = TreeMessages(core.store, self.keeper, core.signals, core.now)
        self._edits = TreeEdits(core.store, self.keeper, core.signals)
        self._followers = TreeFollowers(core.store)
        self._followers.subscribe(core.signals)
        self._deleted = DeletedTrees(core.store, core.now, core.need(accounts.open).sessions.of_player, core.signals)
        self._deleted.subscribe(core.signals)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of uploads, of messages about trees, of edits, of followers and of notices."""
        self.gathering.register(handlers)
        self.uploads.register(handlers)
        self._messages.register(handlers)
        self._edits.register(handlers)
        self._followers.register(handlers)
        self._deleted.register(handlers)

    async def start(self) -> None:
        """Prepare the stored trees."""
        await self.keeper.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: removal of trees."""
        yield self.keeper.work()

    async def close(self) -> None:
        """Cancel running jobs and pending notices."""
        await self.keeper.close()
        await self._deleted.close()


def open(core: Core) -> TreesFeature:
    """Open the feature."""
    return TreesFeature(core)
