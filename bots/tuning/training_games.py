"""A finished game as weights learn from it, in plain data that any process may hold."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bots.learning.study.findings import Study
from gomoku.keys import along

Winner = Literal["black", "white"]


class TrainingMove(NamedTuple):
    """What a study says of a move: the value of the position after it for black, and the moves that it left ``open``
    instead."""

    value: int | None
    open: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrainingGame:
    """``moves`` are points, black's first; ``winner`` is None for a draw. ``studied`` has what a study says of each
    move, and is empty where the game was not studied."""

    rules: str
    size: int
    moves: tuple[int, ...]
    winner: Winner | None
    studied: tuple[TrainingMove, ...] = ()


def list_studied_moves(study: Study) -> tuple[TrainingMove, ...]:
    """What a study says of the moves of its game."""
    return tuple(TrainingMove(move.eval, tuple(each.point for each in move.open)) for move in study.moves)


def drop_repeated(games: Iterable[TrainingGame]) -> list[TrainingGame]:
    """The games but for those that came to the end of another of them, up to symmetry; of these, the last stays."""
    last = {(game.rules, game.size, list(along(game.moves, game.size))[-1]): game for game in games}
    return list(last.values())
