"""Published knowledge: what the bots of this process currently play with.

Each rule set has one reference to immutable data, replaced whole, so threads need no lock. Nothing slow is imported
here: a server may ask for the revision before its kernels are loaded.
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
    """Make new games use a version of the learned weights; 0, or a version not in ``known``, means the tree's own."""
    global _weights, _version
    _weights, _version = dict(known), version if version in known else 0


def weights_in_use() -> int:
    """Return the version of the weights that new games use."""
    return _version


def weights_of(version: int) -> Numbers | None:
    """Return the weights of a version; None for the tree's own and for an unknown version."""
    return _weights.get(version)


def share(shelf: Shelf | None, hear: Hearer | None) -> None:
    """Set the shelf where all threads look up proofs, and the callback for new proofs."""
    global _shelf, _hear
    _shelf, _hear = shelf, hear


def shelf() -> Shelf | None:
    """Return the shelf where proofs are looked up, or None."""
    return _shelf


def tell(rows: Collection[Row]) -> None:
    """Report new proofs to the callback."""
    if rows and _hear is not None:
        _hear(rows)


def publish(table: PatternTable) -> None:
    """Make all players use this table from their next move on."""
    _tables[table.rules] = table


def table_for(rules: str) -> PatternTable:
    """Return the table of a rule set; an empty one of revision 0 until one is published."""
    from bots.learning.patterns.table import PatternTable  # noqa: PLC0415 - it imports numba

    return _tables.get(rules) or _tables.setdefault(rules, PatternTable(rules))


def revision(rules: str) -> int:
    """Return the revision of a rule set's table, 0 until one is published."""
    table = _tables.get(rules)
    return 0 if table is None else table.revision


def book_revision(rules: str, level: int) -> int:
    """Return the revision of a level's experience with a rule set, 0 until one is published."""
    experience = _experiences.get((rules, level))
    return 0 if experience is None else experience.revision


def publish_experience(rules: str, experience: Advisor, level: int) -> None:
    """Make all players of a level use this experience of a rule set from their next move on."""
    _experiences[rules, level] = experience


def experience_for(rules: str, level: int | None = None) -> Advisor | None:
    """Return a level's published experience with a rule set, or None; without a level there is none."""
    return None if level is None else _experiences.get((rules, level))
