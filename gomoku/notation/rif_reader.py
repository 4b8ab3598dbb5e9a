"""The RIF reader: assembles tags and texts into rows, and keeps unknown parts as XML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from gomoku.errors import BadPoint
from gomoku.notation.faults import fault
from gomoku.notation.rif_rows import FIELDS, GAMES, NAMED, SIZE, TABLES, TEXTS, RifGame, RifRow, RifTables
from gomoku.notation.tree import Skipped
from gomoku.point import parse_all

MOST_ROWS = 1_000_000
"""Rows of all tables except games."""
MOST_TEXT = 1 << 20
"""Characters of a row's content, and bytes between two tags."""
MOST_UNKNOWN = 16 << 20
"""Characters of all unknown tables."""
MOST_DEPTH = 8
PIECE = 1 << 16


class RifReader:
    """A file as far as it has been read; ``tables`` receives everything beside its games."""

    def __init__(self, skipped: Skipped, tables: RifTables) -> None:
        self.skipped = skipped
        self.tables = tables
        self.count = 0
        self.games: list[RifGame] = []
        self.path: list[str] = []
        self.attributes: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.below: list[str] = []
        self.length = 0
        self.unknown_length = 0
        self.kept: list[str] = []
        """The XML of a part kept as it is, from the tag at depth ``kept_from`` on."""
        self.kept_from = 0
        self.said: list[str] = []
        self.plain = True
        """Whether only text, ``said``, has come since that tag."""
        self.fed = 0
        self.parser = expat.ParserCreate("utf-8")  # whatever the declaration says: the text was decoded
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.EntityDeclHandler = self.entity

    def feed(self, piece: bytes, *, last: bool) -> Iterator[RifGame]:
        """Parse more bytes, in UTF-8; yield the games that ended in them."""
        self.fed += len(piece)
        try:
            self.parser.Parse(piece, last)
        except expat.ExpatError as error:
            yield from self.games
            raise fault(error.lineno, "no_xml", expat.ErrorString(error.code)) from None
        if self.fed - self.parser.CurrentByteIndex > MOST_TEXT + PIECE:
            raise fault(self.line, "too_long", "a tag")
        yield from self.games
        self.games.clear()

    @property
    def line(self) -> int:
        """The current line of the parser."""
        return self.parser.CurrentLineNumber

    def entity(self, name: str, *_: object) -> None:
        """Refuse a file that declares entities."""
        raise fault(self.line, "no_xml", f"it declares the entity {name}")

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        """Process an opening tag."""
        depth = len(self.path)
        if (depth == 0 and tag != "database") or depth >= MOST_DEPTH:
            raise fault(self.line, "no_database", tag)
        self.path.append(tag)
        known = depth == 0 or (depth == 1 and (tag in TABLES or tag == GAMES))
        if self.kept:
            self.plain = False
            self.keep(_format_start_tag(tag, attributes))
        elif known:
            self.tables.attributes.setdefault(tag, {}).update(attributes)
        elif depth == 2:
            self.attributes, self.texts, self.below, self.length = attributes, {}, [], 0
        else:
            self.kept_from, self.plain = depth, not attributes
            self.said.clear()
            self.keep(_format_start_tag(tag, attributes))

    def text(self, text: str) -> None:
        """Process text between two tags."""
        if self.kept:
            self.keep(escape(text))
            self.said.append(text)
        elif len(self.path) == 3 and text.strip():
            self.below.append(self.count_text(escape(text)))

    def keep(self, xml: str) -> None:
        """Append XML to the part kept as it is."""
        self.kept.append(self.count_text(xml))

    def count_text(self, text: str) -> str:
        """Count and return text; raises BadNotation beyond the limits."""
        self.length += len(text)
        most = MOST_TEXT
        if self.kept_from == 1:
            self.unknown_length += len(text)
            most = MOST_UNKNOWN
        if max(self.length, self.unknown_length) > most:
            raise fault(self.line, "too_long", self.path[-1])
        return text

    def end(self, tag: str) -> None:
        """Process a closing tag, which may complete a row."""
        self.path.pop()
        depth = len(self.path)
        if self.kept:
            self.keep(f"</{tag}>")
            if depth == self.kept_from:
                self.leave(tag)
        elif depth == 2:
            self.row(self.path[1])

    def leave(self, tag: str) -> None:
        """Complete a kept part: a text of the row, another part of it, or an unknown table."""
        if self.kept_from == 1:
            self.tables.unknown.append("".join(self.kept))
        elif self.plain and tag in TEXTS.get(self.path[1], ()) and tag not in self.texts:
            self.texts[tag] = "".join(self.said)
        else:
            self.below.append("".join(self.kept))
        self.kept.clear()
        self.kept_from = 0

    def row(self, table: str) -> None:
        """Complete a row."""
        if table == GAMES:
            self.game()
            return
        number = self.attributes.get("id", "")
        if not number:
            raise fault(self.line, "no_row_number", table)
        self.count += 1
        if self.count > MOST_ROWS:
            raise fault(self.line, "too_long", table)
        rows = self.tables.rows[table]
        if number in rows:
            self.skipped.tell(fault(self.line, "row_twice", f"{table} {number}"))
            return
        rows[number] = TABLES[table][1](**self.fields(table))

    def fields(self, table: str) -> dict[str, Any]:
        """Convert attributes and texts to fields, replacing row numbers by rows."""
        known = FIELDS[table]
        fields: dict[str, Any] = {
            name: self.named(name, text) if name in NAMED else text
            for name, text in self.attributes.items()
            if name in known
        }
        more = tuple((name, text) for name, text in self.attributes.items() if name not in known and name != "id")
        texts = {name: text for name, text in self.texts.items() if name != "move"}
        return fields | texts | {"id": self.attributes.get("id", ""), "more": more, "below": "".join(self.below)}

    def named(self, name: str, number: str) -> RifRow | None:
        """Return the row that an attribute references; report a missing one."""
        row = self.tables.rows[NAMED[name]].get(number)
        if row is None and number not in ("", "0"):
            self.skipped.tell(fault(self.line, "no_row", f"{name} {number}"))
        return row

    def game(self) -> None:
        """Complete a game; report and skip it without a playable line of moves."""
        text = self.texts.get("move", "").strip()
        try:
            moves = tuple(parse_all(text, SIZE))
        except BadPoint:
            moves = ()
        if len(set(moves)) < len(moves) or (text and not moves):
            self.skipped.tell(fault(self.line, "no_line", text))
            return
        game = RifGame(**self.fields(GAMES), moves=moves)
        self.tables.use(game)
        self.games.append(game)


def _format_start_tag(tag: str, attributes: dict[str, str]) -> str:
    return f"<{tag}{''.join(f' {name}={quoteattr(text)}' for name, text in attributes.items())}>"
