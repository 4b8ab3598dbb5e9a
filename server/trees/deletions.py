"""Trees that staff have deleted: their owners are told, and tell when they have seen it."""

from server.handlers import Client, ClientsOf, Handlers
from server.protocol.inbound import SeeTree
from server.protocol.outbound import Ack, TreeNotice, TreeNotices
from server.signals import Signals, TreeNoticesChanged
from server.steady_time import Now
from server.store.database import Database
from server.store.trees import tree_notices
from server.waiting import Waiting


class DeletedTrees(Waiting):
    """Notices in ``store`` that their players have not seen; ``now`` returns ms, ``clients_of`` a player's
    connections. Emits `TreeNoticesChanged`: a player may be on several servers.
    """

    def __init__(self, store: Database, now: Now, clients_of: ClientsOf, signals: Signals) -> None:
        super().__init__(clients_of)
        self._store = store
        self._now = now
        self._signals = signals

    def register(self, handlers: Handlers) -> None:
        """Register the handler for seen notices."""
        handlers.add(SeeTree, self._see)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe: clients receive the notices on connecting and on every change."""
        super().subscribe(signals)
        signals.on(TreeNoticesChanged, lambda change: self.changed(change.player))

    async def read(self, player: str) -> tuple[TreeNotices, bool]:
        """Return the notices that a player has not seen, and whether there are any."""
        found = await tree_notices.list_waiting(self._store, player, self._now())
        return TreeNotices([TreeNotice(each.tree, each.title, each.at) for each in found]), bool(found)

    async def _see(self, client: Client, message: SeeTree, at: int) -> None:
        await tree_notices.end(self._store, client.player, message.tree)
        client.say(Ack(message.id))
        self._signals.emit(TreeNoticesChanged(client.player))
