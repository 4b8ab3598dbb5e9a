"""The study of a game as the background's process runs it: what is imported for it, numba, the server does without."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from bots.learning.proven import Row
from gomoku.keys import along
from server.store import proofs


@dataclass(frozen=True, slots=True)
class Studied:
    """A study, what was newly proven for it, and keys: of the game's positions by ply, and around what is new."""

    study: dict[str, Any]
    proven: list[Row]
    positions: list[int]
    around: set[tuple[str, int, int]]


def study(
    news: Callable[[tuple[int, int]], None],
    rules: str,
    size: int,
    moves: Sequence[int],
    winner: str | None,
    reason: str,
    nodes: int,
    effort: int,
    db: str,
) -> Studied:
    """What `bots.learning.study` says of a game, which asks the database for what is proven; ``news`` gets the moves
    done and their number.

    A file that tells of no end is as good as a game that was broken off.
    """
    learning = import_module("bots.learning.study")
    library = proofs.Library(Path(db))
    known = import_module("bots.learning.proven").Proofs(learning.solver(rules, size), library)
    ended = "aborted" if reason == "unfinished" else reason
    try:
        found: dict[str, Any] = learning.study(
            rules, size, list(moves), winner, ended, nodes, lambda done, all: news((done, all)), known, effort
        )
        known.before(lambda keys: library.standing(rules, size, keys))
    finally:
        library.close()
    proven = list(known.fresh.values())
    return Studied(found, proven, list(along(moves, size)), proofs.around(proven))
