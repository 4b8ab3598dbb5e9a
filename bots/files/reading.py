"""The reader of all files of games and variations: by their bytes alone it finds out format and encoding.

What is damaged is left out, and told; nothing that is read is another game than the file's. Everything that takes files
goes through here: imports, trees, the commands ``convert`` and ``learn replay``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from bots.files.detection import detect
from gomoku.errors import BadNotation
from gomoku.notation import position_string, psq, renlib, rif, sgf_tree
from gomoku.notation.encodings import from_label, from_mark, read_text
from gomoku.notation.faults import fault
from gomoku.notation.games import tree_of_moves
from gomoku.notation.rif_rows import RifTables
from gomoku.notation.rif_trees import tree_of_rif
from gomoku.notation.sgf import tree_of_record
from gomoku.notation.tree import MOST_NODES, Skipped, Tree

MOST_BYTES = 1 << 30
"""Of a file that is read whole; RIF is read as a stream."""
HEAD = 4096
"""Bytes of a file by which it is told what it is."""

_BEGINNINGS = (("Piskvorky", "psq"), ("<", "rif"))
_GAME = re.compile(r"\(\s*;")
_CHARSET = re.compile(rb"\bCA\s*\[\s*([A-Za-z0-9_.: -]{1,40}?)\s*\]")
_BETWEEN_VALUES = re.compile(rb"\][\s;()]*[A-Za-z]{1,9}\s*\[")
"""What lies between two values of SGF: a second byte of a letter may be ``]``, too, but hardly all of this."""
ALIASES = {"xml": "rif"}
"""Endings that stand for another."""


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
    """How a file is to be read: the encoding of its texts, None to find it out; the board of a position string; the
    most nodes of a tree; whether SGF whose GM names another game is five in a row all the same.
    """

    encoding: str | None = None
    size: int = 15
    most: int = MOST_NODES
    any_game: bool = False


def read(stream: BinaryIO, format: str, reading: ReadingOptions) -> SourceFile:
    """The trees of a file, each when it is asked for, which may raise BadNotation; so may this."""
    return _READERS[format](stream, reading)


def guess_format(name: str, data: bytes) -> str:
    """What a file is by its first bytes, else by its name; a position string where neither says anything."""
    if data.startswith(b"\xffRenLib\xff"):
        return "lib"
    head = data[: HEAD // 2 * 2]
    begun = head.decode(from_mark(head) or "latin-1", "replace").lstrip("\ufeff\xef\xbb\xbf \t\r\n")
    for beginning, format in _BEGINNINGS:
        if begun[: len(beginning)].lower() == beginning.lower():
            return format
    if begun.startswith("(") or _GAME.search(begun):
        return "sgf"
    ending = name.lower().rpartition(".")[2]
    ending = ALIASES.get(ending, ending)
    return ending if ending in ("lib", "sgf", "psq", "rif") else "txt"


def _read_library(stream: BinaryIO, reading: ReadingOptions) -> SourceFile:
    found = renlib.load(_whole(stream), reading.encoding or detect, reading.most)
    return SourceFile(iter([found.tree]), found.skipped, found.encoding)


def _read_sgf(stream: BinaryIO, reading: ReadingOptions) -> SourceFile:
    data, skipped = _whole(stream), Skipped()
    named = _CHARSET.search(data[:HEAD])
    text, encoding = _text(data, reading, skipped, None if named is None else named[1].decode())
    trees = sgf_tree.load_all(text, skipped, reading.most, any_game=reading.any_game)
    return SourceFile(trees, skipped, encoding)


def _read_psq(stream: BinaryIO, reading: ReadingOptions) -> SourceFile:
    skipped = Skipped()
    text, encoding = _text(_whole(stream), reading, skipped)
    return SourceFile(iter([tree_of_record(psq.load(text, skipped))]), skipped, encoding)


def _read_string(stream: BinaryIO, reading: ReadingOptions) -> SourceFile:
    skipped = Skipped()
    text, encoding = _text(_whole(stream), reading, skipped)
    positions = position_string.load_all(text, skipped, reading.size)
    return SourceFile((tree_of_moves(moves, reading.size) for moves in positions), skipped, encoding)


def _read_rif(stream: BinaryIO, reading: ReadingOptions) -> SourceFile:
    skipped, tables = Skipped(), RifTables()
    found = rif.open_file(stream, reading.encoding or detect)
    games = rif.read(found, skipped, tables)
    return SourceFile((tree_of_rif(game) for game in games), skipped, found.encoding, tables)


def _whole(stream: BinaryIO) -> bytes:
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadNotation(MOST_BYTES, f"the file is larger than {MOST_BYTES >> 20} MiB", unit="byte")
    return data


def _text(data: bytes, reading: ReadingOptions, skipped: Skipped, label: str | None = None) -> tuple[str, str]:
    """The text of a file, and its encoding: the one that is asked for, or that its mark or its ``label`` names, or that
    is found out. Letters that cannot be read are told, and a label that is wrong.
    """
    if reading.encoding is not None:
        text, lost = read_text(data, reading.encoding)
        if lost:
            raise BadNotation(1, f"the text cannot be read as {reading.encoding}", "not_encoded", reading.encoding)
        return text, reading.encoding
    marked = from_mark(data)
    named = None if label is None else from_label(label)
    if marked is None and named is not None:
        text, lost = read_text(data, named)
        if not lost:
            return text, named
    encoding = marked or detect(_BETWEEN_VALUES.split(data))
    if label is not None and named != encoding and not marked:
        skipped.tell(fault(1, "other_charset", label))
    text, lost = read_text(data, encoding)
    if lost:
        skipped.tell(fault(1, "bad_letters", str(lost)))
    return text, encoding


_READERS: dict[str, Callable[[BinaryIO, ReadingOptions], SourceFile]] = {
    "lib": _read_library,
    "sgf": _read_sgf,
    "psq": _read_psq,
    "txt": _read_string,
    "rif": _read_rif,
}
FORMATS = tuple(_READERS)
