"""Published knowledge: what was learned that bots of this process play with at present.

One reference a rule set, replaced whole: whoever asks gets what never changes, so threads need no lock. Nothing is
imported here that takes time: a server may ask for the revision before its kernels are there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bots.engine import Numbers
    from bots.learning.patterns.table import PatternTable
    from bots.learning.players.advisor import Advisor
    from bots.learning.proofs.proven_positions import Row, Shelf

Hearer = Callable[[Collection["Row"]], None]

_tables: dict[str, PatternTable] = {}
_experiences: dict[tuple[str, int], Advisor] = {}
_weights: Mapping[int, Numbers] = {}
_version = 0
_shelf: Shelf | None = None
_hear: Hearer | None = None


def weigh(version: int, known: Mapping[int, Numbers]) -> None:
    """Have games begin with a version of the learned weights, one of those that are known; 0 is the tree's."""
    global _weights, _version
    _weights, _version = dict(known), version if version in known else 0


def weights_in_use() -> int:
    """The version that games begin with now."""
    return _version


def weights_of(version: int) -> Numbers | None:
    """The numbers of a version; None for the tree's, and for one that is forgotten."""
    return _weights.get(version)


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
    from bots.learning.patterns.table import PatternTable  # noqa: PLC0415 - it imports numba

    return _tables.get(rules) or _tables.setdefault(rules, PatternTable(rules))


def revision(rules: str) -> int:
    """The revision of the table of a rule set, 0 until one is published."""
    table = _tables.get(rules)
    return 0 if table is None else table.revision


def book_revision(rules: str, level: int) -> int:
    """The revision of a level's experience of a rule set, 0 until one is published."""
    experience = _experiences.get((rules, level))
    return 0 if experience is None else experience.revision


def publish_experience(rules: str, experience: Advisor, level: int) -> None:
    """Have all players of a level use this experience of a rule set from their next move on."""
    _experiences[rules, level] = experience


def experience_for(rules: str, level: int | None = None) -> Advisor | None:
    """The experience that a level has of a rule set, if any is published; who is of no level has none."""
    return None if level is None else _experiences.get((rules, level))
