"""Rows of the tables in RIF files, and which attribute of a row names a row of which table; `gomoku.notation.rif` reads
and writes them."""

from __future__ import annotations

from typing import NamedTuple


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
