"""Formats of files: what their endings mean, and how trees come out of their bytes and go into them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from gomoku.errors import BadNotation
from gomoku.notation import position_string, psq, renlib, rif, sgf_tree
from gomoku.notation.encodings import guess
from gomoku.notation.faults import fault
from gomoku.notation.games import moves_of_tree, record_of_tree, tree_of_moves, tree_of_record
from gomoku.notation.picture import Picture, picture_of, svg
from gomoku.notation.rif_rows import RifTables
from gomoku.notation.rif_trees import rif_of_tree, tree_of_rif
from gomoku.notation.tree import MOST_NODES, Skipped, Tree
from server.files import raster

MOST_BYTES = 1 << 30
"""Of a file that is read whole; RIF is read as a stream."""

_CHARSET = re.compile(rb"\bCA\s*\[([A-Za-z0-9_.:-]{1,40})\]")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file on its way in: its trees, what was left out of it so far, and the encoding of its texts; of a file of RIF
    what it holds beside its games, once all of these were read.
    """

    trees: Iterator[Tree]
    skipped: Skipped
    encoding: str
    tables: RifTables | None = None


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How a file is to be read: the encoding of its texts, None to guess it; the board of a position string; the most
    nodes of a tree.
    """

    encoding: str | None = None
    size: int = 15
    most: int = MOST_NODES


def read(stream: BinaryIO, format: str, reading: ReadingOptions) -> SourceFile:
    """The trees of a file, each when it is asked for, which may raise BadNotation; so may this."""
    return _READERS[format](stream, reading)


@dataclass(frozen=True, slots=True)
class WritingOptions:
    """How a file is to be written: the encoding of a library's texts; for pictures the position, which is that after
    ``ply`` moves of the main line or its last one, and whether stones have numbers; ``tables`` are what a file of
    RIF is to hold beside its games.
    """

    encoding: str = "utf-8"
    ply: int | None = None
    numbers: bool = True
    tables: RifTables | None = None


def write(trees: Iterable[Tree], format: str, options: WritingOptions) -> Iterator[bytes]:
    """The bytes of a file that holds these trees, or the one that there is; raises BadNotation."""
    return _WRITERS[format](trees, options)


def _read_library(stream: BinaryIO, reading: ReadingOptions) -> SourceFile:
    found = renlib.load(_whole(stream), reading.encoding, reading.most)
    return SourceFile(iter([found.tree]), found.skipped, found.encoding)


def _read_sgf(stream: BinaryIO, reading: ReadingOptions) -> SourceFile:
    text, encoding = _text(_whole(stream), reading)
    skipped = Skipped()
    return SourceFile(_sgf_trees(text, skipped, reading.most), skipped, encoding)


def _sgf_trees(text: str, skipped: Skipped, most: int) -> Iterator[Tree]:
    for found in sgf_tree.load_all(text, most):
        for each in found.skipped.first:
            skipped.tell(each)
        skipped.count += found.skipped.count - len(found.skipped.first)
        yield found.tree


def _read_psq(stream: BinaryIO, reading: ReadingOptions) -> SourceFile:
    text, encoding = _text(_whole(stream), reading)
    return SourceFile(iter([tree_of_record(psq.load(text))]), Skipped(), encoding)


def _read_string(stream: BinaryIO, reading: ReadingOptions) -> SourceFile:
    text, encoding = _text(_whole(stream), reading)
    moves = position_string.load(text, reading.size)
    return SourceFile(iter([tree_of_moves(moves, reading.size)]), Skipped(), encoding)


def _read_rif(stream: BinaryIO, _: ReadingOptions) -> SourceFile:
    skipped, tables = Skipped(), RifTables()
    return SourceFile((tree_of_rif(game) for game in rif.read(stream, skipped, tables)), skipped, "utf-8", tables)


def _whole(stream: BinaryIO) -> bytes:
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadNotation(MOST_BYTES, f"the file is larger than {MOST_BYTES >> 20} MiB", unit="byte")
    return data


def _text(data: bytes, reading: ReadingOptions) -> tuple[str, str]:
    """The text of a file, in the encoding that was asked for, or that it names, or that it can be read in."""
    named = _CHARSET.search(data[:4096])
    for encoding in (reading.encoding, None if named is None else named[1].decode()):
        if encoding is not None:
            try:
                return data.decode(encoding), encoding
            except (UnicodeDecodeError, LookupError):
                if encoding == reading.encoding:
                    raise BadNotation(1, f"the text cannot be read as {encoding}", "not_encoded", encoding) from None
    encoding = guess([data])
    return data.decode(encoding), encoding


def _write_library(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    return renlib.dump(_only(trees), options.encoding)


def _write_sgf(trees: Iterable[Tree], _: WritingOptions) -> Iterator[bytes]:
    return (piece.encode() for tree in trees for piece in sgf_tree.dump(tree))


def _write_psq(trees: Iterable[Tree], _: WritingOptions) -> Iterator[bytes]:
    yield psq.dump(record_of_tree(_only(trees))).encode()


def _write_string(trees: Iterable[Tree], _: WritingOptions) -> Iterator[bytes]:
    tree = _only(trees)
    yield f"{position_string.dump(moves_of_tree(tree), tree.size)}\n".encode()


def _write_rif(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    games = [rif_of_tree(tree) for tree in trees]  # small, and gone through twice
    return (piece.encode() for piece in rif.write(games, options.tables))


def _write_svg(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    yield svg(_picture(_only(trees), options)).encode()


def _write_png(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    yield raster.png(_picture(_only(trees), options))


def _write_gif(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    tree = _only(trees)
    line = tree.main_line()
    if len(line) > raster.MOST_FRAMES:
        raise fault(line[raster.MOST_FRAMES], "too_deep", str(raster.MOST_FRAMES), unit="node")
    yield raster.gif([picture_of(tree, node, numbers=options.numbers) for node in line])


def _picture(tree: Tree, options: WritingOptions) -> Picture:
    """The position after so many moves of the main line, or at its end."""
    line = tree.main_line()
    if options.ply is None:
        return picture_of(tree, line[-1], numbers=options.numbers)
    played = [line[0], *(node for node in line if tree.move(node) is not None)]
    if options.ply >= len(played):
        raise BadNotation(len(played) - 1, f"the game has no move {options.ply}", unit="move")
    return picture_of(tree, played[options.ply], numbers=options.numbers)


def _only(trees: Iterable[Tree]) -> Tree:
    return next(iter(trees))


_READERS: dict[str, Callable[[BinaryIO, ReadingOptions], SourceFile]] = {
    "lib": _read_library,
    "sgf": _read_sgf,
    "psq": _read_psq,
    "txt": _read_string,
    "rif": _read_rif,
}
_WRITERS: dict[str, Callable[[Iterable[Tree], WritingOptions], Iterator[bytes]]] = {
    "lib": _write_library,
    "sgf": _write_sgf,
    "psq": _write_psq,
    "txt": _write_string,
    "rif": _write_rif,
    "svg": _write_svg,
    "png": _write_png,
    "gif": _write_gif,
}
READ = tuple(_READERS)
WRITTEN = tuple(_WRITERS)
HOLD_ONE = ("lib", "psq", "txt", "svg", "png", "gif")
"""Formats whose files hold one tree, or one line or position of it."""
ALIASES = {"xml": "rif"}
"""Endings that stand for another."""
