"""Handler of the owner's list of everybody's stored trees."""

from server.handlers import Client, Handlers
from server.moderation.powers import Powers
from server.protocol.inbound import ReadTrees
from server.protocol.outbound import TreeList
from server.protocol.staff import StaffTree
from server.protocol.values import Who
from server.store import tree_lists
from server.store.database import Database

A_PAGE = 20
"""A message must fit a write buffer."""


class TreeListMessages:
    """Answers from ``store``, for those whom ``powers`` lets."""

    def __init__(self, store: Database, powers: Powers) -> None:
        self._store = store
        self._powers = powers

    def register(self, handlers: Handlers) -> None:
        """Have `trees` come here."""
        self._powers.guard(handlers, ReadTrees, self._list)

    async def _list(self, client: Client, message: ReadTrees, at: int) -> None:
        found = await tree_lists.list_trees(self._store, message.find.strip(), message.before, A_PAGE + 1)
        trees = [
            StaffTree(
                *(row["serial"], row["id"], row["created_at"], Who(row["owner"], row["name"]), row["title"]),
                *(row["visibility"], row["size"], row["nodes"], row["bytes"], row["file"]),
            )
            for row in found[:A_PAGE]
        ]
        client.say(TreeList(message.id, trees, len(found) > A_PAGE, *await tree_lists.count_trees(self._store)))
