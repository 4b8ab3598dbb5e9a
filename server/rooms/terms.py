"""The house rules of rooms: how long things may take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """Times in milliseconds.

    ``grace_ms``: how long a player must be gone before the other may claim. ``first_move_ms``: how long each side has
    for its first move in a game with a clock. ``open_ms``: how long an open room outlives its owner's connection.
    ``idle_ms``: how long a game without a clock waits for a move. ``deserted_ms``: how long a game against a bot waits
    for the person who left it. ``lag_cap_ms``: most lag given back on a move.
    """

    grace_ms: int = 30_000
    first_move_ms: int = 60_000
    open_ms: int = 600_000
    idle_ms: int = 86_400_000
    deserted_ms: int = 600_000
    lag_cap_ms: int = 500
