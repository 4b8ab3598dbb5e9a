"""A game as a film, made in a process for background work."""

from collections.abc import Callable
from typing import Any

from gomoku.notation.picture import pictures_of
from gomoku.notation.tree import Tree
from server.files import raster


def film(_: Callable[[Any], None], tree: Tree, numbers: bool) -> bytes:
    """The positions of a main line from its beginning on, as an animated GIF, perhaps with the numbers of the moves."""
    return raster.gif(list(pictures_of(tree, numbers=numbers)))
