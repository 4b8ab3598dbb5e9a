"""How hard a game is studied: quickly at first, and with many times the nodes when nobody waits for anything."""

from collections.abc import Mapping
from typing import Any, Final

EFFORTS: Final = (1, 10, 100)
"""So many times the usual nodes."""


def harder(study: Mapping[str, Any]) -> int | None:
    """The effort to study a game with again; None where its mistake is named, or more is not to be had."""
    if study.get("suspect") is None:
        return None
    return next((effort for effort in EFFORTS if effort > study.get("effort", 1)), None)
