"""RIF, the XML in which the Renju International Federation exchanges games: tables of rows that name each other.

Files of a hundred thousand games are read and written as a stream: only the small tables are held, and of a game that
names a row, the row must come before it. Moves are names of points on a board of 15x15, apart by blanks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from gomoku.errors import BadPoint
from gomoku.notation.faults import fault
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


class RifCountry(NamedTuple):
    """A row of ``countries``."""

    name: str = ""
    abbr: str = ""


class RifCity(NamedTuple):
    """A row of ``cities``."""

    name: str = ""
    country: RifCountry | None = None


class RifMonth(NamedTuple):
    """A row of ``months``."""

    name: str = ""


class RifRule(NamedTuple):
    """A row of ``rules``."""

    name: str = ""
    info: str = ""


class RifOpening(NamedTuple):
    """A row of ``openings``."""

    name: str = ""
    abbr: str = ""


class RifPlayer(NamedTuple):
    """A row of ``players``."""

    name: str = ""
    surname: str = ""
    country: RifCountry | None = None
    city: RifCity | None = None

    @property
    def full_name(self) -> str:
        """As it is read out."""
        return f"{self.name} {self.surname}".strip()


class RifTournament(NamedTuple):
    """A row of ``tournaments``; ``start`` and ``end`` are YYYY-MM-DD."""

    name: str = ""
    country: RifCountry | None = None
    city: RifCity | None = None
    year: str = ""
    month: RifMonth | None = None
    start: str = ""
    end: str = ""
    rule: RifRule | None = None
    rated: str = ""


class RifGame(NamedTuple):
    """A row of ``games``.

    ``bresult`` is 1, 0.5 or 0, what black won. ``alt`` and ``swap``, the other fifth moves and who changed colours, are
    kept as they stand.
    """

    publisher: RifPlayer | None = None
    tournament: RifTournament | None = None
    round: str = ""
    rule: RifRule | None = None
    black: RifPlayer | None = None
    white: RifPlayer | None = None
    bresult: str = ""
    btime: str = ""
    wtime: str = ""
    opening: RifOpening | None = None
    alt: str = ""
    swap: str = ""
    info: str = ""
    moves: tuple[int, ...] = ()


RifRow = RifCountry | RifCity | RifMonth | RifRule | RifOpening | RifPlayer | RifTournament

_TABLES: dict[str, tuple[str, type[RifRow]]] = {
    "countries": ("country", RifCountry),
    "cities": ("city", RifCity),
    "months": ("month", RifMonth),
    "rules": ("rule", RifRule),
    "openings": ("opening", RifOpening),
    "players": ("player", RifPlayer),
    "tournaments": ("tournament", RifTournament),
}
"""In an order in which no row comes before one that it names."""
_NAMED = {
    "country": "countries",
    "city": "cities",
    "month": "months",
    "rule": "rules",
    "opening": "openings",
    "tournament": "tournaments",
    "publisher": "players",
    "black": "players",
    "white": "players",
}
"""Attributes that hold the number of a row, and of which table."""


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
        self.rows: dict[str, dict[str, RifRow]] = {table: {} for table in _TABLES}
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
        elif table in _TABLES:
            number = found.get("id", "")
            if not number:
                raise fault(self.line, "no_row_number", table)
            self.count += 1
            if self.count > MOST_ROWS:
                raise fault(self.line, "too_long", table)
            kind = _TABLES[table][1]
            fields: dict[str, Any] = self._fields(found, kind._fields)
            self.rows[table][number] = kind(**fields)

    def _fields(self, found: dict[str, str], names: tuple[str, ...]) -> dict[str, object]:
        """The fields of a row, with rows in the place of their numbers."""
        return {
            name: self._named(name, found[name]) if name in _NAMED else found[name] for name in names if name in found
        }

    def _named(self, name: str, number: str) -> RifRow | None:
        row = self.rows[_NAMED[name]].get(number)
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
    numbers: dict[str, dict[RifRow, int]] = {table: {} for table in _TABLES}
    for game in games:
        _number(game, numbers)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<database>\n'
    for table, (tag, _) in _TABLES.items():
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
        if name in _NAMED and named is not None:
            _number(named, numbers)
            rows = numbers[_NAMED[name]]
            rows.setdefault(named, len(rows) + 1)


def _element(tag: str, number: int, row: RifRow | RifGame, numbers: dict[str, dict[RifRow, int]]) -> str:
    fields = {name: getattr(row, name) for name in row._fields if name not in ("moves", "info")}
    attributes = {
        name: str(numbers[_NAMED[name]].get(value, 0)) if name in _NAMED else value for name, value in fields.items()
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
