"""Commands about stored trees: list them, import a file of any size, export one.

An import reads the file in the command and leaves the blocks beside the database, for its holder to store.
"""

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import get_args

import msgspec

from bots.files import reading
from bots.files.reading import HEAD, ReadingOptions, guess_format
from gomoku.errors import BadNotation
from gomoku.notation import rif
from gomoku.notation.encodings import for_library
from gomoku.notation.merging import merge_all
from server.errors import Refused, StoreError
from server.files import formats
from server.files.command import TERMS_UNREAD, describe_skipped, write_atomically
from server.files.formats import WritingOptions
from server.operator.listing import format_table, format_time
from server.operator.request import ask, do_here
from server.operator.trees import BESIDE, PackedTree, find_place
from server.protocol.values import TreeEncoding, Visibility
from server.store.address import is_server
from server.store.reading import Reading
from server.store.records import new_id
from server.store.trees import edited_nodes
from server.store.trees.tree_blocks import pack
from server.store.trees.tree_rows import NewTree
from server.trees.uploads import clean_title

ENCODINGS: tuple[TreeEncoding, ...] = get_args(TreeEncoding)
VISIBILITIES: tuple[Visibility, ...] = ("private", "link", "public")


def list_trees(connection: Reading) -> str:
    """Return all stored trees as a table, newest first."""
    rows = connection.execute(
        """SELECT trees.id, trees.created_at, name, visibility, size, nodes, bytes, title FROM trees
        JOIN players ON players.id = owner WHERE state = 'here' ORDER BY serial DESC"""
    )
    head = ("TREE", "BROUGHT", "OWNER", "SEEN_BY", "SIZE", "NODES", "BYTES", "TITLE")
    return format_table(head, ((id, format_time(at), *rest) for id, at, *rest in rows))


def import_file(args: argparse.Namespace, db: str) -> str:
    """Import the tree of a file. Return a sentence."""
    id = new_id()
    place = find_place(db)
    beside = place.with_name(f"{place.name}{BESIDE}{id}")
    do = do_here if is_server(db) else ask  # a server on another machine cannot read the file of packed blocks
    try:
        packed = _pack(args, id, beside)
        return do(db, "tree_import", args.owner, msgspec.json.encode(packed).decode())
    except BadNotation as error:
        raise Refused(f"{args.file}: {error}") from None
    except OSError as error:
        raise StoreError(f"{args.file}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            beside.unlink()


def _pack(args: argparse.Namespace, id: str, beside: Path) -> PackedTree:
    with args.file.open("rb") as stream:
        format = guess_format(args.file.name, stream.read(HEAD))
        if format == "rif" and not args.accept_terms:
            raise Refused(f"{rif.TERMS}\n{TERMS_UNREAD}", code="terms_needed")
        stream.seek(0)
        source = reading.read(stream, format, ReadingOptions(args.encoding))
        tree = merge_all(source.trees)
    for line in describe_skipped(source.skipped):
        print(f"tengen: {line}", file=sys.stderr)
    size = 0
    encoder = msgspec.msgpack.Encoder()
    # the holder of the database reads it, perhaps as another account of the machine
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640), "wb") as out:
        for block in pack(tree):
            size += block.length
            data = encoder.encode(block)
            out.write(len(data).to_bytes(4, "big") + data)
    with suppress(OSError):
        owner = beside.with_name(beside.name.partition(BESIDE)[0]).stat()
        os.chown(beside, owner.st_uid, owner.st_gid)
    return PackedTree(
        beside.name,
        NewTree(
            id=id,
            owner=args.owner,
            command=id,
            title=clean_title(args.title or args.file.stem),
            visibility=args.visibility,
            sealed=False,
            rules=None,
            size=tree.size,
            file=args.file.name[-100:],
            encoding=source.encoding,
            skipped=source.skipped.count,
            nodes=len(tree),
            depth=max((depth for _, depth in tree.walk()), default=0),
            bytes=size,
            at=0,
        ),
    )


def export(connection: Reading, args: argparse.Namespace) -> str:
    """Write a stored tree to a new file, in the format of its ending."""
    row = connection.execute(
        "SELECT serial, size, encoding FROM trees WHERE id = ? AND state = 'here'", (args.tree,)
    ).fetchone()
    if row is None:
        raise Refused(f"there is no tree {args.tree}", code="unknown_tree")
    serial, size, encoding = row
    if args.file.exists():
        raise Refused(f"{args.file} is there already", code="unknown_tree")
    ending = args.file.suffix.lower().removeprefix(".")
    if ending not in ("lib", "sgf"):
        raise Refused(f"{args.file} ends neither in .lib nor in .sgf", code="bad_format")
    tree = edited_nodes.read_tree(connection, serial, size)
    try:
        options = WritingOptions(args.encoding or for_library(encoding))
        write_atomically(args.file, formats.write([tree], ending, options))
    except BadNotation as error:
        raise Refused(f"the tree cannot be written so: {error}", code="bad_format") from None
    except OSError as error:
        raise StoreError(f"{args.file} cannot be written: {error.strerror}") from error
    return f"{len(tree):,} nodes are written to {args.file}"
