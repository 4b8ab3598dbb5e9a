"""A finished game as training data for weights, in plain data that any process can hold."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bots.learning.study.findings import Study
from gomoku.keys import along

Winner = Literal["black", "white"]


class TrainingMove(NamedTuple):
    """A study's result for a move: the value for black of the position after it, and the moves left ``open``
    instead."""

    value: int | None
    open: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrainingGame:
    """A game to learn from. ``moves`` are points, black's first; ``winner`` is None for a draw.

    ``studied`` has the study's result for each move, and is empty for a game that was not studied.
    """

    rules: str
    size: int
    moves: tuple[int, ...]
    winner: Winner | None
    studied: tuple[TrainingMove, ...] = ()


def list_studied_moves(study: Study) -> tuple[TrainingMove, ...]:
    """Extract the results for the moves from a study."""
    return tuple(TrainingMove(move.eval, tuple(each.point for each in move.open)) for move in study.moves)


def drop_repeated(games: Iterable[TrainingGame]) -> list[TrainingGame]:
    """Drop games with the same final position as another one, up to symmetry; the last one stays."""
    last = {(game.rules, game.size, list(along(game.moves, game.size))[-1]): game for game in games}
    return list(last.values())
