"""The time for a move when others wait for a worker, and the bot's own clock runs."""

from dataclasses import replace

from bots.engine import Limits

LEAST_MS = 50
"""A crowd takes no more from anybody: with less, a bot that searches would play like one that does not."""


def share_time(limits: Limits, workers: int, wanted: int, spare_ms: int | None) -> Limits:
    """Limits of a move that begins now: its time is shared fairly, and kept within what the clock can spare.

    ``wanted`` is the number of moves that have a worker, this one among them, or wait for one: with more of them than
    ``workers``, each has as many times less time. ``spare_ms`` goes below LEAST_MS, too: better a bad move than a lost
    game; None is no clock. Node limits stay as they are, and limits without a time get none.
    """
    if limits.time_ms is None:
        return limits
    shared = limits.time_ms * workers // max(workers, wanted)
    time_ms = min(limits.time_ms, max(LEAST_MS, shared))
    return replace(limits, time_ms=time_ms if spare_ms is None else max(1, min(time_ms, spare_ms)))
