"""RIF, the XML in which the Renju International Federation exchanges games: tables of rows that name each other.

Files of a hundred thousand games are read and written as a stream: only the small tables are held, and of a game that
names a row, the row must come before it. Moves are names of points on a board of 15x15, apart by blanks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from gomoku.errors import BadPoint
from gomoku.notation.faults import fault
from gomoku.notation.rif_rows import NAMED, TABLES, RifGame, RifRow, RifRule
from gomoku.notation.tree import Skipped
from gomoku.point import name as point_name
from gomoku.point import parse_all

SIZE = 15
MOST_ROWS = 1_000_000
"""Of all tables but that of games, together."""
MOST_TEXT = 1 << 20
"""Characters of a text, and bytes between two tags."""
TERMS = (
    "The games of RenjuNet, which are spread in this format, may be kept in offline databases for no profit only; "
    "nothing of them may be used in a website or any online system. Other files may have other terms."
)

_PIECE = 1 << 16
_TEXTS = ("move", "info")


def read(stream: BinaryIO, skipped: Skipped) -> Iterator[RifGame]:
    """The games of a file, as it is read. Games whose moves cannot be played are skipped, and told, as is each number
    of a row that is not there.

    Raises BadNotation, with the line, for what is no such XML. Entities are not read, so nothing grows.
    """
    reader = _Reader(skipped)
    while piece := stream.read(_PIECE):
        yield from reader.feed(piece, last=False)
    yield from reader.feed(b"", last=True)


class _Reader:
    """A file as far as it has been read."""

    def __init__(self, skipped: Skipped) -> None:
        self.skipped = skipped
        self.rows: dict[str, dict[str, RifRow]] = {table: {} for table in TABLES}
        self.count = 0
        self.games: list[RifGame] = []
        self.path: list[str] = []
        self.attributes: dict[str, str] = {}
        self.texts: dict[str, list[str]] = {}
        self.length = 0
        self.fed = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.EntityDeclHandler = self.entity

    def feed(self, piece: bytes, *, last: bool) -> Iterator[RifGame]:
        """Take so many more bytes; the games that ended in them."""
        self.fed += len(piece)
        try:
            self.parser.Parse(piece, last)
        except expat.ExpatError as error:
            raise fault(error.lineno, "no_xml", expat.ErrorString(error.code)) from None
        except (LookupError, ValueError) as error:  # of the encoding that the file says it is in
            raise fault(self.line, "no_xml", str(error)) from None
        if self.fed - self.parser.CurrentByteIndex > MOST_TEXT + _PIECE:
            raise fault(self.line, "too_long", "a tag")
        yield from self.games
        self.games.clear()

    @property
    def line(self) -> int:
        """Where the parser is."""
        return self.parser.CurrentLineNumber

    def entity(self, name: str, *_: object) -> None:
        """Refuse a file that declares what stands for more text."""
        raise fault(self.line, "no_xml", f"it declares the entity {name}")

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        """A tag opens."""
        depth = len(self.path)
        if depth == 0 and tag != "database":
            raise fault(self.line, "no_database", tag)
        if depth >= 8:
            raise fault(self.line, "no_database", tag)
        self.path.append(tag)
        if depth == 2:
            self.attributes, self.texts, self.length = attributes, {}, 0

    def text(self, text: str) -> None:
        """What stands between two tags."""
        if len(self.path) == 4 and self.path[3] in _TEXTS:
            self.length += len(text)
            if self.length > MOST_TEXT:
                raise fault(self.line, "too_long", self.path[3])
            self.texts.setdefault(self.path[3], []).append(text)

    def end(self, tag: str) -> None:
        """A tag closes, and with it perhaps a row."""
        self.path.pop()
        if len(self.path) != 2:
            return
        table = self.path[1]
        found = self.attributes | {name: "".join(texts) for name, texts in self.texts.items()}
        if table == "games":
            self._game(found)
        elif table in TABLES:
            number = found.get("id", "")
            if not number:
                raise fault(self.line, "no_row_number", table)
            self.count += 1
            if self.count > MOST_ROWS:
                raise fault(self.line, "too_long", table)
            kind = TABLES[table][1]
            fields: dict[str, Any] = self._fields(found, kind._fields)
            self.rows[table][number] = kind(**fields)

    def _fields(self, found: dict[str, str], names: tuple[str, ...]) -> dict[str, object]:
        """The fields of a row, with rows in the place of their numbers."""
        return {
            name: self._named(name, found[name]) if name in NAMED else found[name] for name in names if name in found
        }

    def _named(self, name: str, number: str) -> RifRow | None:
        row = self.rows[NAMED[name]].get(number)
        if row is None and number not in ("", "0"):
            self.skipped.tell(fault(self.line, "no_row", f"{name} {number}"))
        return row

    def _game(self, found: dict[str, str]) -> None:
        text = found.get("move", "").strip()
        try:
            moves = tuple(parse_all(text, SIZE))
        except BadPoint:
            moves = ()
        if len(set(moves)) < len(moves) or (text and not moves):
            self.skipped.tell(fault(self.line, "no_line", text))
            return
        fields: dict[str, Any] = self._fields(found, RifGame._fields)
        self.games.append(RifGame(**fields)._replace(moves=moves))


def write(games: Iterable[RifGame]) -> Iterator[str]:
    """The text of a file of games, in pieces; goes through ``games`` twice. Equal rows become one."""
    numbers: dict[str, dict[RifRow, int]] = {table: {} for table in TABLES}
    for game in games:
        _number(game, numbers)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<database>\n'
    for table, (tag, _) in TABLES.items():
        yield f"<{table}>\n"
        for row, number in numbers[table].items():
            yield _element(tag, number, row, numbers)
        yield f"</{table}>\n"
    yield "<games>\n"
    for number, game in enumerate(games, start=1):
        yield _element("game", number, game, numbers)
    yield "</games>\n</database>\n"


def _number(row: RifRow | RifGame, numbers: dict[str, dict[RifRow, int]]) -> None:
    """Give a number to each row that a row names, and that these name."""
    for name in row._fields:
        named = getattr(row, name)
        if name in NAMED and named is not None:
            _number(named, numbers)
            rows = numbers[NAMED[name]]
            rows.setdefault(named, len(rows) + 1)


def _element(tag: str, number: int, row: RifRow | RifGame, numbers: dict[str, dict[RifRow, int]]) -> str:
    fields = {name: getattr(row, name) for name in row._fields if name not in ("moves", "info")}
    attributes = {
        name: str(numbers[NAMED[name]].get(value, 0)) if name in NAMED else value for name, value in fields.items()
    }
    head = f'<{tag} id="{number}"' + "".join(
        f" {name}={quoteattr(_legal(value))}" for name, value in attributes.items()
    )
    below = f"<info>{escape(_legal(row.info))}</info>" if isinstance(row, RifRule | RifGame) and row.info else ""
    if isinstance(row, RifGame):
        below = f"<move>{' '.join(point_name(point, SIZE).lower() for point in row.moves)}</move>{below}"
    return f"{head}>{below}</{tag}>\n" if below else f"{head}/>\n"


def _legal(text: str) -> str:
    """Text without the characters that no XML may hold."""
    return "".join(
        " " if (letter < " " and letter not in "\t\n\r") or letter in "\ufffe\uffff" else letter for letter in text
    )
