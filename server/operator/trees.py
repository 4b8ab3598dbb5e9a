"""Acts upon stored trees: keep one that a command has packed, delete one, let the page fetch one."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from server.errors import Refused, StoreError
from server.moderation.act import ActCommand, Doing, StaffAct
from server.moderation.roles import OWNER
from server.operator.players import require_player
from server.store.address import is_server
from server.store.trees import tree_notices, tree_rows
from server.store.trees.tree_blocks import TreeBlock
from server.store.trees.tree_rows import NewTree

BESIDE = ".tree-"
"""Follows the database's name in the name of a file of packed blocks."""


class PackedTree(Struct, frozen=True):
    """A tree whose blocks lie in the file named ``beside``, in the database's folder."""

    beside: str
    tree: NewTree


async def _delete(doing: Doing) -> str:
    store, tree = doing.store, await tree_rows.find_tree(doing.store, doing.target)
    if tree is None:
        raise Refused(f"there is no tree {doing.target}", code="unknown_tree")
    notice = tree_notices.put(tree.owner, tree.id, tree.title, doing.now)
    if not await tree_rows.leave(store, tree.id, tree.owner, *notice):
        raise Refused(f"there is no tree {doing.target}", code="unknown_tree")
    if doing.live:
        doing.live.tree_deleted(tree.id, tree.owner)
    going = doing.live is None  # a server removes the blocks in the background
    while going:
        going = await tree_rows.remove_some(store)
    return f"tree {tree.id} ({tree.title}) is deleted"


async def _allow_export(doing: Doing) -> str:
    """Change nothing: the page fetches the tree itself, and its line in the log permits that."""
    tree = await tree_rows.find_tree(doing.store, doing.target)
    if tree is None:
        raise Refused(f"there is no tree {doing.target}", code="unknown_tree")
    return f"tree {tree.id} ({tree.title}) may be fetched"


async def _import(doing: Doing) -> str:
    player, store = await require_player(doing), doing.store
    packed = msgspec.json.decode(doing.argument, type=PackedTree)
    db = find_place(store.address)
    path = db.with_name(packed.beside)
    if path.name != packed.beside or not path.name.startswith(f"{db.name}{BESIDE}"):
        raise Refused(f"{packed.beside} lies not beside the database", code="unknown_tree")
    try:
        blocks = await asyncio.to_thread(list, _read_blocks(path))
    except (OSError, msgspec.MsgspecError) as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    new = msgspec.structs.replace(packed.tree, at=doing.now)
    await tree_rows.insert(store, new, blocks)
    skipped = f", {new.skipped} branches were left out" if new.skipped else ""
    return f"tree {new.id} ({new.title}) with {new.nodes:,} nodes is {player.name}'s{skipped}"


def find_place(address: str) -> Path:
    """Return the file beside which a command lays packed blocks: the database, or one in the folder for temporary
    files, since a command itself keeps what goes to a database server."""
    return Path(tempfile.gettempdir(), "tengen") if is_server(address) else Path(address).resolve()


def _read_blocks(path: Path) -> Iterator[TreeBlock]:
    decoder = msgspec.msgpack.Decoder(TreeBlock)
    with path.open("rb") as stream:
        while head := stream.read(4):
            yield decoder.decode(stream.read(int.from_bytes(head, "big")))


ACTS = (
    StaffAct(name="tree_import", perform=_import, target="player", logs="after"),
    StaffAct(name="tree_export", perform=_allow_export, roles=OWNER, target="tree", logs="after"),
    StaffAct(
        name="tree_delete",
        perform=_delete,
        roles=OWNER,
        target="tree",
        logs="after",
        command=ActCommand("trees", "delete", "delete one"),
    ),
)
