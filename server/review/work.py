"""The study of a game as the background's process runs it: what is imported for it, numba, the server does without."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any


def study(
    news: Callable[[tuple[int, int]], None],
    rules: str,
    size: int,
    moves: Sequence[int],
    winner: str | None,
    reason: str,
    nodes: int,
) -> dict[str, Any]:
    """What `bots.learning.study` says of a game; ``news`` gets the moves done and their number.

    A file that tells of no end is as good as a game that was broken off.
    """
    learning = import_module("bots.learning.study")
    ended = "aborted" if reason == "unfinished" else reason
    found: dict[str, Any] = learning.study(
        rules, size, list(moves), winner, ended, nodes, lambda done, all: news((done, all))
    )
    return found
