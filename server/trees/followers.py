"""Followers of stored trees: the clients that look at each, told when it changes."""

from typing import TypeVar

from msgspec.json import Encoder

from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.inbound import FollowTree
from server.protocol.outbound import TreeNews
from server.signals import ClientLeft, Signals, TreeChanged
from server.store.database import Database
from server.store.trees import tree_rows

MOST_FOLLOWED = 20
"""Most trees that one connection may follow."""

encode = Encoder().encode
K = TypeVar("K")
V = TypeVar("V")


class TreeFollowers:
    """Followers by tree."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._followers: dict[str, set[Client]] = {}
        self._followed: dict[Client, set[str]] = {}

    def register(self, handlers: Handlers) -> None:
        """Register the handler of `follow_tree`."""
        handlers.add(FollowTree, self._answer)

    def subscribe(self, signals: Signals) -> None:
        """Hear of changes, here and in other processes, and of clients that leave."""
        signals.on(TreeChanged, self._tell)
        signals.on(ClientLeft, lambda left: self._drop(left.client))

    async def _answer(self, client: Client, message: FollowTree, at: int) -> None:
        if not message.on:
            self._unfollow(client, message.tree)
            return
        followed = self._followed.setdefault(client, set())
        if len(followed - {message.tree}) >= MOST_FOLLOWED:
            raise Refused(code="flood")
        followed.add(message.tree)  # before the tree is read: no change between the two is missed
        self._followers.setdefault(message.tree, set()).add(client)
        tree = await tree_rows.find_tree(self._store, message.tree)
        if tree is None or not tree.seen_by(client.player):
            self._unfollow(client, message.tree)
            client.say(TreeNews(message.tree, 0, "", gone=True))
        elif client in self._followers.get(message.tree, ()):
            client.say(TreeNews(tree.id, tree.v, tree.title))

    def _tell(self, change: TreeChanged) -> None:
        news = encode(TreeNews(change.tree, change.v, change.title))
        gone = encode(TreeNews(change.tree, 0, "", gone=True, deleted=change.only == ""))
        for client in list(self._followers.get(change.tree, ())):
            if change.only in (None, client.player):
                client.send(news)
            else:
                self._unfollow(client, change.tree)
                client.send(gone)

    def _unfollow(self, client: Client, tree: str) -> None:
        _discard(self._followed, client, tree)
        _discard(self._followers, tree, client)

    def _drop(self, client: Client) -> None:
        for tree in list(self._followed.get(client, ())):
            self._unfollow(client, tree)


def _discard(sets: dict[K, set[V]], key: K, value: V) -> None:
    """Remove a value, and its set with the last one."""
    there = sets.get(key, set())
    there.discard(value)
    if not there:
        sets.pop(key, None)
