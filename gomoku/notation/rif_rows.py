"""Rows of the tables in RIF files, and which attribute of a row names a row of which table; `gomoku.notation.rif` reads
and writes them.

Each row has its number in ``id``, empty to be given one, in ``more`` the attributes that are not known here, and in
``below`` the XML of whatever else stands in it.
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
    id: str = ""
    more: Attributes = ()
    below: str = ""


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
"""In an order in which no row comes before one that it names."""
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
"""Attributes that hold the number of a row, and of which table."""
TEXTS = {"rules": ("info",), GAMES: ("move", "info")}
"""Elements within the rows of a table that hold text."""
FIELDS = {
    table: frozenset(kind._fields) - {"id", "more", "below", "info", "moves"}
    for table, kind in [*((table, kind) for table, (_, kind) in TABLES.items()), (GAMES, RifGame)]
}
"""Attributes of the rows of a table that are known here, but for their number."""


@dataclass(slots=True)
class RifTables:
    """What a file holds beside its games: all rows by table and number, also those that no game names; what the
    elements of the tables say themselves, and that of the database, which is called ``database`` here; and the XML of
    tables that are not known. ``used`` are kinds and numbers of the rows that games name, themselves or by other rows.
    """

    rows: dict[str, dict[str, RifRow]] = field(default_factory=lambda: {table: {} for table in TABLES})
    attributes: dict[str, Attributes] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    used: set[tuple[type[RifRow], str]] = field(default_factory=set)

    def use(self, row: RifRow | RifGame) -> None:
        """Have the rows that a row names be used."""
        for name in row._fields:
            named = getattr(row, name) if name in NAMED else None
            if named is not None and (type(named), named.id) not in self.used:
                self.used.add((type(named), named.id))
                self.use(named)

    def count_unused(self) -> int:
        """Rows that no game names."""
        return sum(map(len, self.rows.values())) - len(self.used)
