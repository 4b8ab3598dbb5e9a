"""RIF, the XML in which the Renju International Federation exchanges games: tables of rows that reference each other.

Files of a hundred thousand games are read and written as a stream: only the small tables are held in memory, and a row
must precede the games that reference it. Moves are names of points on a 15x15 board, separated by blanks. Unknown
attributes and elements are kept as they are.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

from gomoku.errors import BadNotation
from gomoku.notation.encodings import MARK, MARK_LOST, codec, count_lost, from_label, from_mark, is_contradicted
from gomoku.notation.faults import fault
from gomoku.notation.rif_reader import MOST_TEXT, MOST_UNKNOWN, PIECE, RifReader
from gomoku.notation.rif_rows import GAMES, NAMED, SIZE, TABLES, Attributes, RifGame, RifRow, RifRule, RifTables
from gomoku.notation.tree import Skipped
from gomoku.point import name as point_name

__all__ = ["MOST_TEXT", "MOST_UNKNOWN", "SIZE", "TERMS", "read", "write"]

TERMS = (
    "The games of RenjuNet, which are spread in this format, may be kept in offline databases for no profit only; "
    "nothing of them may be used in a website or any online system. Other files may have other terms."
)
Detect = Callable[[Iterable[bytes]], str]
"""Finds the encoding of texts."""
_DECLARATION = re.compile(rb"""\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z0-9_.:-]{1,40})["']""")
_NO_ATTRIBUTES = ("id", "more", "below", "info", "moves")


@dataclass(frozen=True, slots=True)
class RifFile:
    """An open file, the encoding of its texts, and the bytes by which it was found."""

    stream: BinaryIO
    encoding: str
    head: bytes

    def pieces(self, skipped: Skipped) -> Iterator[str]:
        """Yield the text without its mark; unreadable letters are reported at the end."""
        decoder = codecs.getincrementaldecoder(codec(self.encoding))(MARK_LOST)
        lost, piece = 0, self.head
        text, more = count_lost(decoder.decode(piece).removeprefix(MARK))
        while piece:
            lost += more
            yield text
            piece = self.stream.read(PIECE)
            text, more = count_lost(decoder.decode(piece, final=not piece))
        yield text
        if lost := lost + more:
            skipped.tell(fault(1, "bad_letters", str(lost)))


def open_file(stream: BinaryIO, encoding: str | Detect | None = None) -> RifFile:
    """Open a file with the named ``encoding``, the one it declares, or, where its beginning contradicts that, the one
    that ``encoding`` detects, in this order.

    The default is UTF-8.
    """
    head = stream.read(PIECE)
    if isinstance(encoding, str):
        return RifFile(stream, encoding, head)
    lines = head[: head.rfind(b"\n") + 1] or head  # whole letters
    found = from_mark(head) or _declared(head)
    if found is None or (from_mark(head) is None and is_contradicted(lines, found)):
        found = encoding(lines.split(b"\n")) if encoding is not None else found or "utf-8"
    return RifFile(stream, found, head)


def read(file: RifFile, skipped: Skipped, tables: RifTables | None = None) -> Iterator[RifGame]:
    """Yield the games of a file as it is read; ``tables`` receives the rest.

    Games with unplayable moves are skipped and reported, and so are references to missing rows, duplicate row numbers,
    and the end of a file that breaks off after a game. Raises BadNotation, with the line, for invalid XML. Entities are
    refused, so nothing expands.
    """
    reader = RifReader(skipped, RifTables() if tables is None else tables)
    read = False
    try:
        for text in file.pieces(skipped):
            for game in reader.feed(text.encode(), last=False):
                read = True
                yield game
        yield from reader.feed(b"", last=True)
    except BadNotation as error:
        if error.fault != "no_xml" or not read:
            raise
        skipped.tell(error)


def _declared(head: bytes) -> str | None:
    """Return the encoding declared at the beginning of a file; None if there is none known."""
    match = _DECLARATION.match(head)
    return None if match is None else from_label(match[1].decode("ascii", "replace"))


def write(games: Iterable[RifGame], tables: RifTables | None = None) -> Iterator[str]:
    """Yield the text of a file of games and of the other content of their source, in pieces; iterates ``games`` twice.

    Equal rows become one; rows keep their numbers unless another row has the same.
    """
    tables = tables or RifTables()
    numbers = _Numbers()
    for rows in tables.rows.values():
        for row in rows.values():
            numbers.take(row)
    for game in games:
        numbers.take_game(game)
    numbers.complete()
    said = {tag: tuple(attributes.items()) for tag, attributes in tables.attributes.items()}
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<database{_attributes(said.get("database", ()))}>\n'
    for table, (tag, _) in TABLES.items():
        yield f"<{table}{_attributes(said.get(table, ()))}>\n"
        for row, number in numbers.rows[table].items():
            yield _element(tag, number, row, numbers)
        yield f"</{table}>\n"
    yield from (f"{_legal(xml)}\n" for xml in tables.unknown)
    yield f"<{GAMES}{_attributes(said.get(GAMES, ()))}>\n"
    for game in games:
        yield _element("game", numbers.of_game(game), game, numbers)
    yield f"</{GAMES}>\n</database>\n"


class _Numbers:
    """The numbers that rows are written with."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[RifRow, str]] = {table: {} for table in TABLES}
        self._taken: dict[str, set[str]] = {table: set() for table in (*TABLES, GAMES)}
        self._next: dict[str, int] = dict.fromkeys(self._taken, 1)
        self._written: set[str] = set()

    def take(self, row: RifRow) -> None:
        """Register a row and the rows it references; it keeps its number if that is free."""
        self._take_named(row)
        table = _TABLE_OF[type(row)]
        rows = self.rows[table]
        if row not in rows:
            rows[row] = self._own_number(table, row.id)

    def take_game(self, game: RifGame) -> None:
        """Register a game and the rows it references."""
        self._take_named(game)
        self._own_number(GAMES, game.id)

    def complete(self) -> None:
        """Assign free numbers to the other rows."""
        for table, rows in self.rows.items():
            for row, number in rows.items():
                rows[row] = number or self._free(table)

    def of_game(self, game: RifGame) -> str:
        """Return the number of each game in order; call it once per game."""
        if not game.id or game.id in self._written:
            return self._free(GAMES)
        self._written.add(game.id)
        return game.id

    def _take_named(self, row: RifRow | RifGame) -> None:
        for name in row._fields:
            named = getattr(row, name) if name in NAMED else None
            if named is not None:
                self.take(named)

    def _own_number(self, table: str, number: str) -> str:
        taken = self._taken[table]
        if not number or number in taken:
            return ""
        taken.add(number)
        return number

    def _free(self, table: str) -> str:
        while (number := str(self._next[table])) in self._taken[table]:
            self._next[table] += 1
        self._taken[table].add(number)
        return number


_TABLE_OF: dict[type[RifRow], str] = {kind: table for table, (_, kind) in TABLES.items()}


def _element(tag: str, number: str, row: RifRow | RifGame, numbers: _Numbers) -> str:
    fields = {name: getattr(row, name) for name in row._fields if name not in _NO_ATTRIBUTES}
    attributes = {
        name: numbers.rows[NAMED[name]].get(value, "0") if name in NAMED else value for name, value in fields.items()
    }
    head = f"<{tag}{_attributes((('id', number), *attributes.items(), *row.more))}"
    below = f"<info>{_text(row.info)}</info>" if isinstance(row, RifRule | RifGame) and row.info else ""
    if isinstance(row, RifGame):
        below = f"<move>{' '.join(point_name(point, SIZE).lower() for point in row.moves)}</move>{below}"
    below += _legal(row.below)
    return f"{head}>{below}</{tag}>\n" if below else f"{head}/>\n"


def _attributes(attributes: Attributes) -> str:
    return "".join(f" {name}={quoteattr(_legal(value))}" for name, value in attributes)


def _text(text: str) -> str:
    """Escape a text between two tags, including carriage returns, which a reader would normalise."""
    return escape(_legal(text), {"\r": "&#13;"})


def _legal(text: str) -> str:
    """Replace the characters that XML cannot contain."""
    return "".join(
        " " if (letter < " " and letter not in "\t\n\r") or letter in "\ufffe\uffff" else letter for letter in text
    )
