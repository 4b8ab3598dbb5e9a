"""The position string ``h8i9g7``, which people paste into chats: the moves from the first, without anything between."""

from __future__ import annotations

from collections.abc import Iterable

from gomoku.errors import BadPoint
from gomoku.notation.faults import fault
from gomoku.point import name, parse_all


def load(text: str, size: int = 15) -> tuple[int, ...]:
    """The moves; capitals, blanks and commas may stand in it. Raises BadNotation for anything else."""
    try:
        moves = parse_all(text, size)
    except BadPoint as error:
        raise fault(1, "outside", error.text) from None
    for number, point in enumerate(moves):
        if point in moves[:number]:
            raise fault(1, "stone_twice", name(point, size))
    return tuple(moves)


def dump(moves: Iterable[int], size: int = 15) -> str:
    """The string of these moves."""
    return "".join(name(point, size).lower() for point in moves)
