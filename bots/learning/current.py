"""The tables that bots of this process play with at present.

One reference a rule set, replaced whole: whoever asks gets a table that never changes, so threads need no lock. Nothing
is imported here that takes time: a server may ask for the revision before its kernels are there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bots.learning.proven import Row, Shelf
    from bots.learning.table import PatternTable

Hearer = Callable[[Collection["Row"]], None]

_tables: dict[str, PatternTable] = {}
_shelf: Shelf | None = None
_hear: Hearer | None = None


def share(shelf: Shelf | None, hear: Hearer | None) -> None:
    """Have what is proven looked up on this shelf, by any thread, and what is newly proven told."""
    global _shelf, _hear
    _shelf, _hear = shelf, hear


def shelf() -> Shelf | None:
    """Where proofs are looked up, if anywhere."""
    return _shelf


def tell(rows: Collection[Row]) -> None:
    """Tell what was newly proven."""
    if rows and _hear is not None:
        _hear(rows)


def publish(table: PatternTable) -> None:
    """Have all players use this table from their next move on."""
    _tables[table.rules] = table


def table_for(rules: str) -> PatternTable:
    """The table of a rule set, empty and of revision 0 until one is published."""
    from bots.learning.table import PatternTable  # noqa: PLC0415 - it imports numba

    return _tables.get(rules) or _tables.setdefault(rules, PatternTable(rules))


def revision(rules: str) -> int:
    """The revision of the table of a rule set, 0 until one is published."""
    table = _tables.get(rules)
    return 0 if table is None else table.revision
