"""A finished or broken-off game as files hold it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gomoku.game import Outcome


@dataclass(frozen=True)
class GameRecord:
    """Moves of a game, black first, with what is known about it.

    ``rules`` is the name of a rule set, None where the file says nothing; ``date`` is ``YYYY-MM-DD``. ``think_ms``
    and ``left_ms`` are empty or have one entry a move: the time the move took, and what its player had left after
    it (None where unknown), in milliseconds. Raises ValueError when their lengths do not fit. ``opening`` is the name
    of the rule by which it began, ``comments`` are what was said after so many moves, ``overtime`` are the stones or
    periods that a move has left of a time limit above main time, one entry a move; these are written, and not read.
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
