"""The time for a move when others wait for a worker and the bot's own clock runs."""

from dataclasses import replace

from bots.engine import Limits

LEAST_MS = 50
"""Least time left by sharing: with less, a bot that searches would play like one that does not."""


def share_time(limits: Limits, workers: int, wanted: int, spare_ms: int | None) -> Limits:
    """Return the limits of a move that starts now: its time is shared fairly and kept within the clock's reserve.

    ``wanted`` counts the moves that have a worker, this one included, or wait for one; if there are more than
    ``workers``, each gets proportionally less time. ``spare_ms`` may go below LEAST_MS, because a bad move is better
    than a loss on time; None means no clock. Node limits are unchanged, and limits without a time get none.
    """
    if limits.time_ms is None:
        return limits
    shared = limits.time_ms * workers // max(workers, wanted)
    time_ms = min(limits.time_ms, max(LEAST_MS, shared))
    return replace(limits, time_ms=time_ms if spare_ms is None else max(1, min(time_ms, spare_ms)))
