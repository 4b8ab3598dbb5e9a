"""A game as a film, made in a process for background work."""

from collections.abc import Callable
from typing import Any

from gomoku.notation.games import tree_of_moves
from gomoku.notation.picture import pictures_of
from server.files import raster


def film(_: Callable[[Any], None], moves: tuple[int, ...], size: int) -> bytes:
    """The positions of a game from the empty board on, as an animated GIF with the numbers of the moves."""
    return raster.gif(list(pictures_of(tree_of_moves(moves, size))))
