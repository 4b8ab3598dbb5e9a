"""How hard a game is studied: quickly at first, and with many times the nodes when nobody waits for anything."""

from collections.abc import Mapping
from typing import Any, Final

EFFORTS: Final = (1, 10, 100)
"""So many times the usual nodes."""


def harder(study: Mapping[str, Any], effort: int) -> int | None:
    """The effort to study a game with again that was studied with this one.

    None where its mistake is named, where nobody lost it by play, or where more is not to be had.
    """
    lesson = study["lesson"]
    if study["suspect"] is None and (lesson is None or lesson["mistake"] is not None):
        return None
    return next((more for more in EFFORTS if more > effort), None)
