"""Checksums of stored games: a row that differs from what was written damages its own game and no other.

Each action has a CRC-32 of its whole row, including the game number and the version; versions rise by one. Each game
row has a CRC-32 of the columns that never change; the other columns are checked against the actions. A migration that
changes such rows must clear their ``sum`` and queue their games in ``summing``.
"""

from zlib import crc32

import msgspec

from server.store.sql import Named, Parameters, Value

FIXED = (
    *("serial", "id", "owner", "command", "rules", "size", "clock_kind", "clock_ms", "clock_increment_ms"),
    *("visibility", "pool", "player0", "level0", "bot_engine", "bot_version", "bot_seed", "bot_limits", "bot_learned"),
    *("created_at", "from_game", "start", "imported", "black_name", "white_name", "bot_weights", "clock", "bot_book"),
)
"""The game columns that are written once and never change."""

_LATER = 3
"""The last this many columns enter the sum only if they are not None, so that older sums stay valid."""

_DEFAULTS = {"clock_ms": 0, "clock_increment_ms": 0, "start": 0}

_encode = msgspec.json.Encoder().encode


def add_sum(row: tuple[Value, ...]) -> tuple[Value, ...]:
    """Append the checksum to the columns of an action (integers, text or None)."""
    return (*row, crc32(_encode(row)))


def sum_game(values: Named) -> int:
    """Compute the checksum of a game from its columns by name; missing columns take their defaults."""
    found = [values.get(name, _DEFAULTS.get(name)) for name in FIXED]
    later = [value for value in found[-_LATER:] if value is not None]
    return crc32(_encode([*found[:-_LATER], *later]))


def find_action_fault(row: Parameters, covered: bool) -> str | None:
    """Return the fault in a row of `event_rows.STORED`, or None; ``covered`` means that it must have a checksum."""
    *columns, found = row
    if found is None:
        return f"version {row[4]!r} has no checksum" if covered else None
    try:
        same = crc32(_encode(columns)) == found
    except (TypeError, ValueError, UnicodeError):  # damage turned text into bytes
        same = False
    return None if same else f"version {row[4]!r} is not as it was written"
