"""Changes to stored trees for operators: one that a command has packed beside the database is kept, one is deleted.

That one is fetched by the page changes nothing, and is asked here all the same so that it is noted.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from server.errors import Refused, StoreError
from server.store import players, trees
from server.store.database import Database
from server.store.notices import Notice
from server.store.tree_blocks import TreeBlock
from server.store.trees import NewTree

KINDS = ("tree_import", "tree_delete", "tree_export")
"""The notices that `perform` knows."""
BESIDE = ".tree-"
"""Behind the database's name in that of a file with packed blocks."""


class PackedTree(Struct, frozen=True):
    """A tree whose blocks lie in a file beside the database, ``beside`` by its name."""

    beside: str
    tree: NewTree


def _read_blocks(path: Path) -> Iterator[TreeBlock]:
    decoder = msgspec.msgpack.Decoder(TreeBlock)
    with path.open("rb") as stream:
        while head := stream.read(4):
            yield decoder.decode(stream.read(int.from_bytes(head, "big")))


async def perform(store: Database, notice: Notice, now: int, *, alone: bool) -> str:
    """Do what ``notice`` asks; a sentence about it. Refused, with a sentence, where it cannot be done."""
    if notice.kind == "tree_delete":
        tree = await trees.find_tree(store, notice.target)
        if tree is None or not await trees.leave(store, tree.id, tree.owner):
            raise Refused(f"there is no tree {notice.target}", code="unknown_tree")
        going = alone  # a server removes the blocks by and by
        while going:
            going = await trees.remove_some(store)
        return f"tree {tree.id} ({tree.title}) is deleted"
    if notice.kind == "tree_export":
        tree = await trees.find_tree(store, notice.target)
        if tree is None:
            raise Refused(f"there is no tree {notice.target}", code="unknown_tree")
        return f"tree {tree.id} ({tree.title}) may be fetched"
    player = await players.find_player(store, notice.target)
    if player is None or player.deleted_at is not None:
        raise Refused(f"there is no player {notice.target}", code="no_player")
    packed = msgspec.json.decode(notice.argument, type=PackedTree)
    path = store.path.resolve().with_name(packed.beside)
    if path.name != packed.beside or not path.name.startswith(f"{store.path.resolve().name}{BESIDE}"):
        raise Refused(f"{packed.beside} lies not beside the database", code="unknown_tree")
    try:
        blocks = await asyncio.to_thread(list, _read_blocks(path))
    except (OSError, msgspec.MsgspecError) as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    new = msgspec.structs.replace(packed.tree, at=now)
    await trees.insert(store, new, blocks)
    skipped = f", {new.skipped} branches were left out" if new.skipped else ""
    return f"tree {new.id} ({new.title}) with {new.nodes:,} nodes is {player.name}'s{skipped}"
