"""Advice to whoever runs the server, in the log: why somebody was refused, and which setting cures it."""

import logging
import time
from collections.abc import Callable

log = logging.getLogger("tengen.transport")

AGAIN_S = 60.0
"""The same is said no more often."""
MOST_TOLD = 20
"""Of one cause in that time: names, pages, addresses that anybody may make up."""


class OperatorAdvice:
    """Says each cause once a minute for each thing that it is about."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[str, dict[str, float]] = {}

    def tell(self, cause: str, about: str, text: str) -> None:
        """Say it, unless that was said of the same within the minute, or of too many others."""
        now = self._clock()
        told = self._told.setdefault(cause, {})
        for each in [each for each, at in told.items() if now - at >= AGAIN_S]:
            del told[each]
        if about not in told and len(told) < MOST_TOLD:
            told[about] = now
            log.warning("%s", text)
