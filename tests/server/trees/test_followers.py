"""Followers hear of the trees that they may see, within a limit, until they leave."""

from typing import Any

import pytest

from gomoku.board import Color
from gomoku.notation.tree import ROOT, Tree
from server.errors import Refused
from server.protocol.inbound import FollowTree
from server.signals import ClientLeft, Signals, TreeChanged
from server.store.trees import tree_rows
from server.store.trees.tree_blocks import pack
from server.trees import followers
from server.trees.followers import TreeFollowers
from tests.kit.stores import OpenStore
from tests.server.store.examples import add_player
from tests.server.store.trees.test_tree_rows import new


class Reader:
    """A client that keeps what it is told."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.told: list[Any] = []

    def say(self, message: Any) -> None:
        self.told.append((message.tree, message.v, message.gone))

    def send(self, payload: bytes) -> None:
        self.told.append(payload)


async def open_followers(store: OpenStore, *ids: str) -> tuple[TreeFollowers, Signals]:
    await add_player(store, "ada", "Ada")
    tree = Tree(15)
    tree.add(ROOT, (112, Color.BLACK))
    for id in ids:
        await tree_rows.insert(store, new(tree, id), list(pack(tree)))
    signals, there = Signals(), TreeFollowers(store)
    there.subscribe(signals)
    return there, signals


async def follow(there: TreeFollowers, reader: Any, tree: str, *, on: bool = True) -> None:
    await there._answer(reader, FollowTree(tree, on), 0)


async def test_nobody_follows_more_trees_than_the_limit(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followers, "MOST_FOLLOWED", 1)
    there, _ = await open_followers(store, "tree00000001", "tree00000002")
    ada = Reader("ada")
    for _ in range(2):
        await follow(there, ada, "tree00000001")
    with pytest.raises(Refused, match="flood"):
        await follow(there, ada, "tree00000002")
    await follow(there, ada, "tree00000001", on=False)
    await follow(there, ada, "tree00000002")
    assert ada.told == [("tree00000001", 0, False)] * 2 + [("tree00000002", 0, False)]


async def test_who_left_or_may_not_see_a_tree_hears_nothing_of_it(store: OpenStore) -> None:
    there, signals = await open_followers(store, "tree00000001")
    ada, bob = Reader("ada"), Reader("bob")
    for each in (ada, bob):
        await follow(there, each, "tree00000001")
    assert bob.told == [("tree00000001", 0, True)]
    await follow(there, bob, "tree00000009")
    assert bob.told[1:] == [("tree00000009", 0, True)]
    signals.emit(TreeChanged("tree00000001", 1, "New", only="ada"))
    assert (len(ada.told), len(bob.told)) == (2, 2)
    signals.emit(ClientLeft(ada, 0))  # type: ignore[arg-type]
    signals.emit(TreeChanged("tree00000001", 2, "New"))
    assert len(ada.told) == 2
    assert (there._followers, there._followed) == ({}, {})
