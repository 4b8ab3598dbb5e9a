"""Advice to the operator in the log: why a client was refused, and which setting changes that."""

import logging
import time
from collections.abc import Callable

log = logging.getLogger("tengen.transport")

AGAIN_S = 60.0
"""Shortest time between repetitions."""
MOST_TOLD = 20
"""Most messages of one cause in that time, as anybody can invent names, pages and addresses."""


class OperatorAdvice:
    """Logs each cause once a minute for each subject."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[str, dict[str, float]] = {}

    def tell(self, cause: str, about: str, text: str) -> None:
        """Log a text, unless the same was logged within the minute, or too many others were."""
        now = self._clock()
        told = self._told.setdefault(cause, {})
        for each in [each for each, at in told.items() if now - at >= AGAIN_S]:
            del told[each]
        if about not in told and len(told) < MOST_TOLD:
            told[about] = now
            log.warning("%s", text)
