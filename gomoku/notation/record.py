"""A finished or broken-off game as stored in files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gomoku.game import Outcome


@dataclass(frozen=True)
class GameRecord:
    """The moves of a game, black first, with what is known about it.

    ``rules`` names a rule set, None if unknown; ``date`` is ``YYYY-MM-DD``. ``think_ms`` and ``left_ms`` are empty or
    have one entry per move: the time it took, and its player's time left after it (None if unknown), in milliseconds.
    Raises ValueError when their lengths do not fit. The following are written but not read: ``opening`` is the name of
    the opening rule; ``comments`` are by number of moves played; ``overtime`` has, per move, the stones or periods left
    of a time limit beyond main time.
    """

    size: int
    moves: tuple[int, ...]
    rules: str | None
    black: str
    white: str
    outcome: Outcome | None
    date: str | None
    think_ms: tuple[int, ...]
    left_ms: tuple[int | None, ...]
    event: str = ""
    opening: str = ""
    comments: Mapping[int, str] = field(default_factory=dict)
    overtime: tuple[int | None, ...] = ()

    def __post_init__(self) -> None:
        for times in (self.think_ms, self.left_ms, self.overtime):
            if len(times) not in (0, len(self.moves)):
                raise ValueError("times must be given for every move or for none")
