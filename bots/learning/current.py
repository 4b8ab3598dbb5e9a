"""The tables that bots of this process play with at present.

One reference a rule set, replaced whole: whoever asks gets a table that never changes, so threads need no lock.
"""

from bots.learning.table import PatternTable

_tables: dict[str, PatternTable] = {}


def publish(table: PatternTable) -> None:
    """Have all players use this table from their next move on."""
    _tables[table.rules] = table


def table_for(rules: str) -> PatternTable:
    """The table of a rule set, empty and of revision 0 until one is published."""
    return _tables.get(rules) or _tables.setdefault(rules, PatternTable(rules))
