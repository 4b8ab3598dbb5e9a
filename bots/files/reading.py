"""Reader of all files of games and variations; detects format and encoding from the bytes.

Damaged parts are skipped and reported; a game read is never a different game from that in the file. Everything that
takes files uses this reader: imports, trees, the commands ``convert`` and ``learn replay``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from bots.files.detection import detect
from gomoku.errors import BadNotation
from gomoku.notation import position_string, psq, renlib, rif, sgf_tree
from gomoku.notation.encodings import from_label, from_mark, is_contradicted, read_text
from gomoku.notation.faults import fault
from gomoku.notation.games import tree_of_moves
from gomoku.notation.rif_rows import RifTables
from gomoku.notation.rif_trees import tree_of_rif
from gomoku.notation.sgf import tree_of_record
from gomoku.notation.tree import MOST_NODES, Skipped, Tree

MOST_BYTES = 1 << 30
"""Limit for a file that is read whole; RIF is read as a stream."""
HEAD = 4096
"""Number of leading bytes from which the format is guessed."""

_PSQ = "piskvorky"
_XML = re.compile(r"<(?:\?xml|!--|!doctype\s+database|database)", re.IGNORECASE)
_GAME = re.compile(r"\(\s*;")
_CHARSET = re.compile(rb"\bCA\s*+\[\s*+([A-Za-z0-9_.:-][A-Za-z0-9_.: -]{0,39}?)\s*\]")
_BETWEEN_VALUES = re.compile(rb"\][\s;()]*[A-Za-z]{1,9}\s*\[")
"""The text between two values of SGF. The second byte of a letter may also be ``]``, but hardly matches all of this."""
ALIASES = {"xml": "rif"}
"""Formats of other file extensions."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file being read: its trees, the parts skipped so far, and the encoding of its texts.

    ``tables``: the rows of an RIF file other than its games, complete once all games are read.
    """

    trees: Iterator[Tree]
    skipped: Skipped
    encoding: str
    tables: RifTables | None = None


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Options for reading a file.

    ``encoding``: that of its texts, None to detect it. ``size``: the board of a position string. ``most``: the maximum
    number of nodes of a tree. ``any_game``: read SGF as five in a row even if its GM names another game.
    """

    encoding: str | None = None
    size: int = 15
    most: int = MOST_NODES
    any_game: bool = False


def read(stream: BinaryIO, format: str, reading: ReadingOptions) -> SourceFile:
    """Open a file whose trees are read lazily; both this call and the iteration may raise BadNotation."""
    return _READERS[format](stream, reading)


def guess_format(name: str, data: bytes) -> str:
    """Guess the format of a file from its first bytes, else from its name; default to ``txt``, a position string."""
    if data.startswith(b"\xffRenLib\xff"):
        return "lib"
    head = data[: HEAD // 2 * 2]
    begun = head.decode(from_mark(head) or "latin-1", "replace").lstrip("\ufeff\xef\xbb\xbf \t\r\n")
    if begun[: len(_PSQ)].lower() == _PSQ:
        return "psq"
    if _XML.match(begun):
        return "rif"
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
    return SourceFile(map(tree_of_record, psq.load_all(text, skipped)), skipped, encoding)


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
    """Decode a file; return its text and encoding.

    The encoding is the one asked for, else that of the byte order mark, else that of ``label``, else the detected one.
    Undecodable letters and a wrong label are recorded in ``skipped``. Raises BadNotation if the text cannot be read in
    the encoding asked for.
    """
    if reading.encoding is not None:
        text, lost = read_text(data, reading.encoding)
        if lost:
            raise BadNotation(1, f"the text cannot be read as {reading.encoding}", "not_encoded", reading.encoding)
        return text, reading.encoding
    marked = from_mark(data)
    named = None if label is None else from_label(label)
    if marked is None and named is not None and not is_contradicted(data, named):
        return read_text(data, named)[0], named
    encoding = marked or detect(_BETWEEN_VALUES.split(data))
    if named not in (None, encoding) and label is not None and not marked:
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
