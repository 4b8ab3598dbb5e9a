"""Motives of a move, as codes that a client can put into words: the shapes it makes and the threats it prevents.

    five  open_four  double_four  four_three  double_three  four  open_three     what the stone makes
    blocks_five  blocks_open_four  blocks_double_four  blocks_four_three  blocks_double_three
        the opponent's strongest next threat, blocked on this point or prevented everywhere
    builds       none of the others: the stone prepares something
    only_defence, forced_win
        not visible on the board: added by the caller that has a proof

A three counts when one more legal stone turns it into a four that nothing stops.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

import numpy as np

from bots.search.board import layout, point_classes, shapes
from bots.search.board.position import Position
from gomoku.board import EMPTY, Color
from gomoku.lines import rays

AXES: Final = 4


class Motive(StrEnum):
    """A reason for a move. Members are in order of importance, most important first."""

    FIVE = "five"
    BLOCKS_FIVE = "blocks_five"
    FORCED_WIN = "forced_win"
    ONLY_DEFENCE = "only_defence"
    OPEN_FOUR = "open_four"
    DOUBLE_FOUR = "double_four"
    FOUR_THREE = "four_three"
    BLOCKS_OPEN_FOUR = "blocks_open_four"
    BLOCKS_DOUBLE_FOUR = "blocks_double_four"
    BLOCKS_FOUR_THREE = "blocks_four_three"
    DOUBLE_THREE = "double_three"
    BLOCKS_DOUBLE_THREE = "blocks_double_three"
    FOUR = "four"
    OPEN_THREE = "open_three"
    BUILDS = "builds"


BLOCKS: Final = {
    Motive.FIVE: Motive.BLOCKS_FIVE,
    Motive.OPEN_FOUR: Motive.BLOCKS_OPEN_FOUR,
    Motive.DOUBLE_FOUR: Motive.BLOCKS_DOUBLE_FOUR,
    Motive.FOUR_THREE: Motive.BLOCKS_FOUR_THREE,
    Motive.DOUBLE_THREE: Motive.BLOCKS_DOUBLE_THREE,
}
"""Threats of the opponent worth preventing, strongest first, with the motive of preventing them."""

FOURS: Final = (Motive.FOUR, Motive.FOUR_THREE, Motive.OPEN_FOUR, Motive.DOUBLE_FOUR)
"""Motives that force an immediate answer."""

_ORDER: Final = {motive: n for n, motive in enumerate(Motive)}
_THREATS: Final = tuple(BLOCKS)


def find_motives(position: Position, point: int, color: Color) -> tuple[Motive, ...]:
    """Find the motives of the legal move ``point`` of ``color``, most important first; never empty.

    A move that makes five has no other motive. The position is unchanged on return.
    """
    own = motive_of_stone(position, point, color)
    if own is Motive.FIVE:
        return (own,)
    found: list[Motive] = [] if own is None else [own]
    threat = _strongest_threat(position, color.other)
    if threat is not None and _prevents(position, point, color, threat):
        found.append(BLOCKS[threat])
    return sort_motives(found) or (Motive.BUILDS,)


def sort_motives(reasons: Iterable[Motive]) -> tuple[Motive, ...]:
    """Sort motives, most important first."""
    return tuple(sorted(reasons, key=_ORDER.__getitem__))


def _prevents(position: Position, point: int, color: Color, threat: Motive) -> bool:
    """Tell whether the move takes the point of the threat or leaves the opponent no threat as strong."""
    if motive_of_stone(position, point, color.other) is threat:
        return True
    position.do_move(point, color)
    after = _strongest_threat(position, color.other)
    position.undo_move(point)
    return after is None or _THREATS.index(after) > _THREATS.index(threat)


def motive_of_stone(position: Position, point: int, color: Color) -> Motive | None:
    """Return what a stone of ``color`` on the empty ``point`` makes; None if forbidden or less than an open three."""
    side = int(color) - 1
    kind = int(position.state[int(layout.CLASS) + side * int(layout.CELLS) + point])
    if kind == point_classes.QUIET or position.is_forbidden(point, color):
        return None
    if kind == point_classes.FIVE:
        return Motive.FIVE
    if kind == point_classes.WINNING_FOUR:
        return Motive.OPEN_FOUR if shapes.OPEN_FOUR in _shapes_at(position, point, side) else Motive.DOUBLE_FOUR
    threes = _count_threes(position, point, color)
    if kind in (point_classes.FOUR, point_classes.FOUR_THREE):
        return Motive.FOUR_THREE if threes else Motive.FOUR
    return (None, Motive.OPEN_THREE, Motive.DOUBLE_THREE)[min(threes, 2)]


def _strongest_threat(position: Position, color: Color) -> Motive | None:
    """Return the strongest threat of `BLOCKS` that one stone of ``color`` could make now, or None."""
    first = int(layout.CLASS) + (int(color) - 1) * int(layout.CELLS)
    points = position.size * position.size
    kinds = position.state[first : first + points]
    empty = position.state[int(layout.CELL) : int(layout.CELL) + points] == EMPTY
    strong = (
        empty & (kinds != point_classes.QUIET) & (kinds != point_classes.OPEN_THREE) & (kinds != point_classes.FOUR)
    )
    found = {motive_of_stone(position, int(point), color) for point in np.flatnonzero(strong)}
    return next((threat for threat in _THREATS if threat in found), None)


def _count_threes(position: Position, point: int, color: Color) -> int:
    """Count the axes on which a stone on the empty ``point`` makes a real three."""
    side = int(color) - 1
    candidates = [axis for axis, shape in enumerate(_shapes_at(position, point, side)) if shape == shapes.OPEN_THREE]
    if not candidates:
        return 0
    return sum(_is_real_three(position, point, axis, color) for axis in candidates)


def _is_real_three(position: Position, point: int, axis: int, color: Color) -> bool:
    """Tell whether one more legal stone turns the three through the empty ``point`` into a four that nothing stops."""
    side = int(color) - 1
    _, back, forward = rays(position.size)[point][axis]
    near = back[: int(shapes.REACH)] + forward[: int(shapes.REACH)]
    position.do_move(point, color)
    legal = [
        cell
        for cell in near
        if position.state[int(layout.CELL) + cell] == EMPTY and not position.is_forbidden(cell, color)
    ]
    position.undo_move(point)
    for cell in legal:
        position.do_move(cell, color)
        shape = _shapes_at(position, point, side)[axis]
        position.undo_move(cell)
        if shape in (shapes.OPEN_FOUR, shapes.DOUBLE_FOUR):
            return True
    return False


def _shapes_at(position: Position, point: int, side: int) -> tuple[int, ...]:
    """Return the shapes on the four axes of a stone of ``side`` on the empty point."""
    code = int(position.read_shapes(Color(side + 1))[point])
    return tuple(code >> 4 * axis & int(shapes.SHAPE) for axis in range(AXES))
