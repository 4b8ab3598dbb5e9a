"""A notice of a deleted tree that was seen on one server is gone on all of them."""

from types import SimpleNamespace
from typing import Any

from server.handlers import Handlers
from server.protocol.inbound import SeeTree
from server.protocol.outbound import Ack
from server.signals import Signals, TreeNoticesChanged
from server.store.store import Store
from server.store.trees import tree_notices
from server.trees.deletions import DeletedTrees
from tests.server.store.examples import add_player


async def test_a_notice_that_is_seen_is_told_to_all_servers(store: Store) -> None:
    await add_player(store, "ada", "Ada")
    await store.execute(*tree_notices.put("ada", "tree00000001", "Mine", 5))
    signals, heard, told = Signals(), list[TreeNoticesChanged](), list[Any]()
    signals.on(TreeNoticesChanged, heard.append)
    deleted, handlers = DeletedTrees(store, lambda: 5, lambda player: [], signals), Handlers()
    deleted.register(handlers)
    client: Any = SimpleNamespace(player="ada", say=told.append)
    await handlers.by_type[SeeTree].call(client, SeeTree("c1", "tree00000001"), 6)
    assert (told, heard) == ([Ack("c1")], [TreeNoticesChanged("ada")])
    assert TreeNoticesChanged.crosses
    assert await tree_notices.list_waiting(store, "ada", 6) == []
