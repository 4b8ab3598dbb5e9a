"""Checksums of stored games: a row that is not as it was written makes its game damaged, and no other.

Each action has a CRC-32 of its whole row, the number of its game and its version among it; versions rise by one. The
row of a game has one of the columns that never change; those that do are held against the actions. A migration that
changes such rows empties their ``sum`` and has their games wait in ``summing``.
"""

from zlib import crc32

import msgspec

from server.store.sql import Named, Parameters, Value

FIXED = (
    *("serial", "id", "owner", "command", "rules", "size", "clock_kind", "clock_ms", "clock_increment_ms"),
    *("visibility", "pool", "player0", "level0", "bot_engine", "bot_version", "bot_seed", "bot_limits", "bot_learned"),
    *("created_at", "from_game", "start", "imported", "black_name", "white_name", "bot_weights", "clock", "bot_book"),
)
"""The columns of a game that are written once."""

_LATER = 3
"""So many of them, the last, are part of the sum only where they say something, so that older sums stay as they are."""

_DEFAULTS = {"clock_ms": 0, "clock_increment_ms": 0, "start": 0}

_encode = msgspec.json.Encoder().encode


def add_sum(row: tuple[Value, ...]) -> tuple[Value, ...]:
    """The columns of an action (integers, text or None) with their checksum after them."""
    return (*row, crc32(_encode(row)))


def sum_game(values: Named) -> int:
    """The checksum of a game, by the names of its columns; what is not said has its default."""
    found = [values.get(name, _DEFAULTS.get(name)) for name in FIXED]
    later = [value for value in found[-_LATER:] if value is not None]
    return crc32(_encode([*found[:-_LATER], *later]))


def find_action_fault(row: Parameters, covered: bool) -> str | None:
    """What is wrong with a row of `event_rows.STORED`; ``covered`` says that it must have a checksum."""
    *columns, found = row
    if found is None:
        return f"version {row[4]!r} has no checksum" if covered else None
    try:
        same = crc32(_encode(columns)) == found
    except (TypeError, ValueError, UnicodeError):  # bytes where text was
        same = False
    return None if same else f"version {row[4]!r} is not as it was written"
