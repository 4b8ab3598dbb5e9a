"""Stored trees: their rows, and their blocks of nodes, inserted and deleted a few per transaction."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from server.protocol.values import Rules, Visibility
from server.store.database import Database
from server.store.integrity import Damaged
from server.store.people import players
from server.store.people.players import fold_name
from server.store.shown_rows import Listed, list_rows, pack, read_rows, unpack
from server.store.sql import Conflict, Statement, Value, demand, json_values, read
from server.store.trees.tree_blocks import TreeBlock, open_block

AT_ONCE = 32
"""Maximum blocks per transaction ..."""
BYTES_AT_ONCE = 1 << 19
"""... and maximum bytes: a move that waits for the transaction waits for some milliseconds."""
MOST_BOOKMARKS = 1_000
"""Most bookmarks of a tree's file that are listed: the first ones."""
READ_AT_ONCE = 8
"""Blocks that are read together, to look for bookmarks in them."""

_COLUMNS = """serial, id, owner, title, visibility, sealed, rules, size, file, encoding, skipped, nodes, depth, bytes,
  created_at, v, packed, numbers, bookmarks"""
_INSERT = """INSERT INTO trees (id, owner, command, state, title, visibility, sealed, rules, size, file, encoding,
    skipped, nodes, depth, bytes, created_at, packed, numbers, bookmarks)
  VALUES (?, (SELECT coalesce(alias_of, id) FROM players WHERE id = ? AND deleted_at IS NULL), ?, 'coming',
    ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
# a guest may have joined an account since the file was sent; the owner of a deleted player's tree is null, a Conflict
_INSERT_BLOCK = "INSERT INTO tree_blocks (tree, first, nodes, notes, sum) VALUES (?, ?, ?, ?, ?)"
_INSERT_BOOKMARK = "INSERT INTO tree_bookmarks (tree, number) VALUES (?, ?)"
_PARTS = (("tree_nodes", "number"), ("tree_edits", "v"), ("tree_bookmarks", "number"), ("tree_blocks", "first"))
"""The tables of a tree's parts, and the columns that number these."""
_LEAVE = "UPDATE trees SET state = 'going' WHERE state <> 'going' AND"


class NewTree(Struct, frozen=True):
    """A tree to insert: its owner and their command, its title, and the properties of its file."""

    id: str
    owner: str
    command: str
    title: str
    visibility: Visibility
    sealed: bool
    rules: Rules | None
    size: int
    file: str
    encoding: str
    skipped: int
    nodes: int
    depth: int
    bytes: int
    at: int


class StoredTree(Struct, frozen=True):
    """A stored tree without its nodes; ``sealed``: it contains games that are not public.

    ``v`` counts its edits. It has ``nodes`` now and ``packed`` in its blocks; ``numbers`` were given to nodes so far.
    Its file had ``bookmarks``, None while nobody has counted them.
    """

    serial: int
    id: str
    owner: str
    title: str
    visibility: Visibility
    sealed: bool
    rules: Rules | None
    size: int
    file: str
    encoding: str
    skipped: int
    nodes: int
    depth: int
    bytes: int
    created_at: int
    v: int
    packed: int
    numbers: int
    bookmarks: int | None

    def seen_by(self, viewer: str | None) -> bool:
        """Return whether a player (None for an anonymous viewer) may see the tree."""
        return self.visibility != "private" or viewer == self.owner


async def insert(
    db: Database, tree: NewTree, blocks: Sequence[TreeBlock], *noted: Statement, needed: Sequence[Statement] = ()
) -> None:
    """Insert a tree in several transactions; the first one demands what is ``needed``, and the last one makes it
    visible and runs the ``noted`` statements.

    It belongs to the account that its owner has joined meanwhile, if any. Raises Conflict if the same command has
    inserted one, the owner was deleted, or a demand fails. On failure, what was inserted is marked for removal.
    """
    counts = tree.nodes, tree.nodes, sum(len(block.marked) for block in blocks)
    row = (tree.id, tree.owner, tree.command, tree.title, tree.visibility, tree.sealed, tree.rules, tree.size)
    await db.execute(
        *needed,
        (
            _INSERT,
            (*row, tree.file, tree.encoding, tree.skipped, tree.nodes, tree.depth, tree.bytes, tree.at, *counts),
        ),
    )
    ((serial,),) = await db.fetch("SELECT serial FROM trees WHERE id = ?", (tree.id,))
    try:
        room = MOST_BOOKMARKS
        for piece in split(blocks):
            marked = [number for block in piece for number in block.marked][:room]
            room -= len(marked)
            await db.execute(
                *((_INSERT_BLOCK, (serial, *_row(block))) for block in piece),
                *((_INSERT_BOOKMARK, (serial, number)) for number in marked),
            )
        await db.execute(
            demand(("SELECT 1 FROM trees WHERE serial = ? AND state = 'coming'", (serial,))),
            ("UPDATE trees SET state = 'here' WHERE serial = ?", (serial,)),
            *noted,
        )
    except BaseException:  # on cancellation, too: mark what was inserted for removal
        await asyncio.shield(db.execute((f"{_LEAVE} serial = ?", (serial,))))
        raise


async def count_bookmarks(db: Database) -> bool:
    """Count and list the bookmarks of one tree that was stored before these were counted; return False if there is
    none. It reads the blocks with notes, a few at once; one that is damaged has none.
    """
    rows = await db.fetch("SELECT serial FROM trees WHERE bookmarks IS NULL AND state = 'here' ORDER BY serial LIMIT 1")
    if not rows:
        return False
    serial, first, marked, count = rows[0]["serial"], -1, list[int](), 0
    sql = f"""SELECT first, nodes, notes, sum FROM tree_blocks WHERE tree = ? AND first > ? AND notes IS NOT NULL
      ORDER BY first LIMIT {READ_AT_ONCE}"""
    while blocks := await db.fetch(sql, (serial, first)):
        first = blocks[-1]["first"]
        found = await asyncio.to_thread(_find_marked, [tuple(block) for block in blocks])
        marked += found[: MOST_BOOKMARKS - len(marked)]
        count += len(found)
    with suppress(Conflict):  # it was deleted meanwhile
        await db.execute(
            demand(("SELECT 1 FROM trees WHERE serial = ? AND bookmarks IS NULL AND state = 'here'", (serial,))),
            *((_INSERT_BOOKMARK, (serial, number)) for number in marked),
            ("UPDATE trees SET bookmarks = ? WHERE serial = ?", (count, serial)),
        )
    return True


def _find_marked(blocks: Iterable[tuple[Any, ...]]) -> list[int]:
    found: list[int] = []
    for block in blocks:
        with suppress(Damaged):
            found += open_block(*block).marked
    return found


def split(blocks: Iterable[TreeBlock]) -> Iterator[list[TreeBlock]]:
    """Group blocks into transactions."""
    piece: list[TreeBlock] = []
    size = 0
    for block in blocks:
        if piece and (len(piece) == AT_ONCE or size + block.length > BYTES_AT_ONCE):
            yield piece
            piece, size = [], 0
        piece.append(block)
        size += block.length
    if piece:
        yield piece


def _row(block: TreeBlock) -> tuple[int, bytes, bytes | None, int]:
    return block.first, block.nodes, block.notes, block.sum


async def find_tree(db: Database, id: str) -> StoredTree | None:
    """Return a stored tree; None if there is none. The caller checks who may see it."""
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM trees WHERE id = ? AND state = 'here'", (id,))
    return read(StoredTree, rows[0]) if rows else None


async def is_coming(db: Database, owner: str, command: str) -> bool:
    """Return whether the tree of an owner's command is being inserted."""
    sql = "SELECT 1 FROM trees WHERE owner = ? AND command = ? AND state = 'coming'"
    return bool(await db.fetch(sql, (owner, command)))


def demand_own_room(owner: str, size: int, most: int, most_trees: int) -> Statement:
    """Require that an owner may have one more tree of at most ``most_trees``, and ``size`` more bytes of at most
    ``most``.
    """
    sql = """SELECT 1 FROM (SELECT count(*) AS trees, coalesce(sum(bytes), 0) AS size FROM trees WHERE owner = ?) AS own
      WHERE trees < ? AND size < ?"""
    return demand((sql, (owner, most_trees, most - size)))


def demand_room(size: int, most: int) -> Statement:
    """Require that there is room for ``size`` more bytes among all trees, of at most ``most``."""
    sql = "SELECT 1 FROM (SELECT coalesce(sum(bytes), 0) AS size FROM trees) AS stored WHERE size < ?"
    return demand((sql, (most - size,)))


async def find_of_command(db: Database, owner: str, command: str) -> str | None:
    """Return the id of the tree that an owner's command inserted; None if there is none."""
    rows = await db.fetch("SELECT id FROM trees WHERE owner = ? AND command = ? AND state = 'here'", (owner, command))
    return rows[0]["id"] if rows else None


async def list_own(db: Database, owner: str) -> list[StoredTree]:
    """Return all of a player's trees, newest first."""
    sql = f"SELECT {_COLUMNS} FROM trees WHERE owner = ? AND state = 'here' ORDER BY created_at DESC, serial DESC"
    return read_rows("tree", StoredTree, await db.fetch(sql, (owner,)), "id")


async def list_public(db: Database, cursor: str | None, limit: int) -> tuple[list[StoredTree], str | None]:
    """Return a page of public trees, newest first, and the cursor of the next page. Raises Refused bad_cursor."""
    after = unpack(cursor)
    # if the cursor's tree is deleted, include all trees created at that instant
    before = (1 << 62, "") if after is None else after
    sql = f"""SELECT {_COLUMNS} FROM trees WHERE state = 'here' AND visibility = 'public'
      AND (created_at, serial) < (?, coalesce((SELECT serial FROM trees WHERE id = ?), {1 << 62}))
      ORDER BY created_at DESC, serial DESC LIMIT ?"""
    rows = await db.fetch(sql, (*before, limit + 1))
    following = pack(rows[limit - 1]["created_at"], rows[limit - 1]["id"]) if len(rows) > limit else None
    return read_rows("tree", StoredTree, rows[:limit], "id"), following


async def count_own(db: Database, owner: str) -> tuple[int, int]:
    """Return how many trees a player has, including those being inserted or removed, and their bytes."""
    ((count, size),) = await db.fetch("SELECT count(*), coalesce(sum(bytes), 0) FROM trees WHERE owner = ?", (owner,))
    return int(count), int(size)


async def count_bytes(db: Database) -> int:
    """Return the bytes of all trees."""
    return int((await db.fetch("SELECT coalesce(sum(bytes), 0) FROM trees"))[0][0])


async def change(db: Database, id: str, owner: str, title: str | None, visibility: Visibility | None) -> bool:
    """Set a tree's title, visibility or both; return False if the owner has no such tree."""
    sql = """UPDATE trees SET title = coalesce(?, title), visibility = coalesce(?, visibility)
      WHERE id = ? AND owner = ? AND state = 'here'"""
    return (await db.execute((sql, (title, visibility, id, owner))))[0] == 1


async def leave(db: Database, id: str, owner: str, *noted: Statement) -> bool:
    """Hide a tree, for `remove_some` to delete its blocks, with the ``noted`` statements; return False if the owner has
    no such tree.
    """
    there = demand(("SELECT 1 FROM trees WHERE id = ? AND owner = ? AND state = 'here'", (id, owner)))
    try:
        await db.execute(there, (f"{_LEAVE} id = ?", (id,)), *noted)
    except Conflict:
        return False
    return True


async def is_going(db: Database, id: str, owner: str) -> bool:
    """Return whether the owner has deleted this tree and some of its blocks are still stored."""
    return bool(await db.fetch("SELECT 1 FROM trees WHERE id = ? AND owner = ? AND state = 'going'", (id, owner)))


async def leave_half(db: Database, before: int | None = None) -> None:
    """Mark trees for removal whose insertion was cut off by the server's end; with ``before``, only those that began
    before then.
    """
    late, when = ("", ()) if before is None else ("AND created_at < ?", (before,))
    await db.execute((f"{_LEAVE} state = 'coming' {late}", when))


async def leave_of(db: Database, owners: Sequence[str], before: int) -> int:
    """Mark the trees of these players for removal, if not seen since ``before``; return how many trees."""
    sql = f"{_LEAVE} owner IN (SELECT id FROM players WHERE id IN {json_values('?')} AND seen_at < ?)"
    return (await db.execute((sql, (msgspec.json.encode(owners).decode(), before))))[0]


async def remove_some(db: Database) -> bool:
    """Delete some blocks of a tree marked for removal, and its row with the last ones; return False if there is
    none."""
    rows = await db.fetch("SELECT serial FROM trees WHERE state = 'going' ORDER BY serial LIMIT 1")
    if not rows:
        return False
    serial = rows[0]["serial"]
    for table, number in _PARTS:
        sql = f"SELECT {number} FROM {table} WHERE tree = ? ORDER BY {number} LIMIT 1 OFFSET ?"
        beyond = await db.fetch(sql, (serial, AT_ONCE))
        if beyond:
            await db.execute((f"DELETE FROM {table} WHERE tree = ? AND {number} < ?", (serial, beyond[0][0])))
            return True
    await db.execute(
        *((f"DELETE FROM {table} WHERE tree = ?", (serial,)) for table, *_ in _PARTS),
        ("DELETE FROM trees WHERE serial = ?", (serial,)),
    )
    return True


async def read_owners(db: Database, found: Iterable[StoredTree]) -> dict[str, str]:
    """Return the names of the trees' owners, by id."""
    return await players.read_names(db, (tree.owner for tree in found))


class OwnedTree(StoredTree, frozen=True):
    """A stored tree and its owner's name."""

    name: str


async def list_trees(db: Database, find: str, before: int | None, limit: int) -> Listed[OwnedTree]:
    """Return stored trees with a serial below ``before``, newest first.

    ``find`` is a tree's id, a player's id, or the start of a player's name; empty matches all.
    """
    values: dict[str, Value] = {"before": before or 2**62, "limit": limit + 1}
    wanted = ""
    if find:
        name = fold_name(find)
        values |= {"find": find, "name": name, "beyond": name + chr(0x10FFFF)}
        wanted = "AND (trees.id = :find OR owner = :find OR (name_key >= :name AND name_key < :beyond))"
    rows = await db.fetch(
        f"""SELECT trees.*, players.name FROM trees JOIN players ON players.id = owner
        WHERE state = 'here' AND serial < :before {wanted} ORDER BY serial DESC LIMIT :limit""",
        values,
    )
    return list_rows("tree", rows, limit, partial(read, OwnedTree))


async def count_trees(db: Database) -> tuple[int, int]:
    """Return the number of stored trees and their total bytes."""
    ((count, size),) = await db.fetch("SELECT count(*), coalesce(sum(bytes), 0) FROM trees WHERE state = 'here'")
    return int(count), int(size)
