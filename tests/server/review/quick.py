"""A study that takes no time, for a background process of the real executor."""

from collections.abc import Callable
from typing import Any

from tests.server.learning import examples


def study(
    news: Callable[[tuple[int, int]], None],
    rules: str,
    size: int,
    moves: list[int],
    winner: str | None,
    reason: str,
    nodes: int,
) -> dict[str, Any]:
    """What the examples say, for a game of any length."""
    news((len(moves), len(moves)))
    return examples.study(examples.pattern(1, rules), plies=len(moves))
