"""Rows of the tables in RIF files, and the references between them; `gomoku.notation.rif` reads and writes them.

Each row has its number in ``id`` (empty to be assigned one), unknown attributes in ``more``, and the XML of any other
content in ``below``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

SIZE = 15
"""Lines of the board."""
GAMES = "games"
"""The table of games."""

Attributes = tuple[tuple[str, str], ...]
"""Names and texts."""


class RifCountry(NamedTuple):
    """A row of ``countries``."""

    name: str = ""
    abbr: str = ""
    id: str = ""
    more: Attributes = ()
    below: str = ""


class RifCity(NamedTuple):
    """A row of ``cities``."""

    name: str = ""
    country: RifCountry | None = None
    id: str = ""
    more: Attributes = ()
    below: str = ""


class RifMonth(NamedTuple):
    """A row of ``months``."""

    name: str = ""
    id: str = ""
    more: Attributes = ()
    below: str = ""


class RifRule(NamedTuple):
    """A row of ``rules``."""

    name: str = ""
    info: str = ""
    id: str = ""
    more: Attributes = ()
    below: str = ""


class RifOpening(NamedTuple):
    """A row of ``openings``."""

    name: str = ""
    abbr: str = ""
    id: str = ""
    more: Attributes = ()
    below: str = ""


class RifPlayer(NamedTuple):
    """A row of ``players``."""

    name: str = ""
    surname: str = ""
    country: RifCountry | None = None
    city: RifCity | None = None
    id: str = ""
    more: Attributes = ()
    below: str = ""

    @property
    def full_name(self) -> str:
        """The name as read out."""
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
    id: str = ""
    more: Attributes = ()
    below: str = ""


class RifGame(NamedTuple):
    """A row of ``games``.

    ``bresult`` is black's score: 1, 0.5 or 0. ``alt`` (the other fifth moves) and ``swap`` (who changed colours) are
    kept as they are.
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
    id: str = ""
    more: Attributes = ()
    below: str = ""


RifRow = RifCountry | RifCity | RifMonth | RifRule | RifOpening | RifPlayer | RifTournament

TABLES: dict[str, tuple[str, type[RifRow]]] = {
    "countries": ("country", RifCountry),
    "cities": ("city", RifCity),
    "months": ("month", RifMonth),
    "rules": ("rule", RifRule),
    "openings": ("opening", RifOpening),
    "players": ("player", RifPlayer),
    "tournaments": ("tournament", RifTournament),
}
"""Ordered so that every row comes after those it can reference."""
NAMED = {
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
"""Attributes that hold a row number, with the table referenced."""
TEXTS = {"rules": ("info",), GAMES: ("move", "info")}
"""Text elements in the rows of a table."""
FIELDS = {
    table: frozenset(kind._fields) - {"id", "more", "below", "info", "moves"}
    for table, kind in [*((table, kind) for table, (_, kind) in TABLES.items()), (GAMES, RifGame)]
}
"""Known attributes of a table's rows, except their number."""


@dataclass(slots=True)
class RifTables:
    """The content of a file beside its games.

    ``rows``: all rows by table and number, including those no game references. ``attributes``: those of the table
    elements, and of the database under ``database``. ``unknown``: XML of unknown tables. ``used``: kinds and numbers of
    the rows that games reference, directly or indirectly.
    """

    rows: dict[str, dict[str, RifRow]] = field(default_factory=lambda: {table: {} for table in TABLES})
    attributes: dict[str, dict[str, str]] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    used: set[tuple[type[RifRow], str]] = field(default_factory=set)

    def use(self, row: RifRow | RifGame) -> None:
        """Mark the rows referenced by a row as used, recursively."""
        for name in row._fields:
            named = getattr(row, name) if name in NAMED else None
            if named is not None and (type(named), named.id) not in self.used:
                self.used.add((type(named), named.id))
                self.use(named)

    def count_unused(self) -> int:
        """Count the rows that no game references."""
        return sum(map(len, self.rows.values())) - len(self.used)
