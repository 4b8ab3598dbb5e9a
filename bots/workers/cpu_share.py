"""The share of a core that studies get while others need it: small but guaranteed."""

PART = 0.1
"""Share of a core."""
SLICE_S = 0.05
"""Processor seconds granted at a time."""


class CpuShare:
    """Decides when a process may run that gets ``part`` of a core, and no more, while others need it.

    Computing time is saved up to ``slice_s`` and owed up to as much, so the process waits at most ``2 * slice_s /
    part``. Time used while nobody else needs the core is free.

        saved  0 __/|__/|__/|     a slice, then as long without as it takes to save the next
        runs   ____#___#___#
    """

    def __init__(self, part: float = PART, slice_s: float = SLICE_S) -> None:
        self._part = part
        self._slice_s = slice_s
        self._saved = 0.0
        self._at = 0.0
        self._used = 0.0
        self._needed = False
        self._runs = True

    def runs(self, now: float, used: float, needed: bool) -> bool:
        """Tell whether the process may run from ``now`` on; ``used`` is its processor time so far, both in seconds.

        ``needed``: whether others need the core from now on. A process with less time used than before is a new one.
        """
        took = used - self._used if used >= self._used else used
        saved = self._saved + self._part * (now - self._at) - took
        self._saved = min(max(saved, -self._slice_s if self._needed else 0.0), self._slice_s)
        self._at, self._used, self._needed = now, used, needed
        if not needed or self._saved >= self._slice_s:
            self._runs = True
        elif self._saved <= 0:
            self._runs = False
        return self._runs
