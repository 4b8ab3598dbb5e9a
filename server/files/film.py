"""Animated pictures of games, made in a background process."""

from collections.abc import Callable
from typing import Any

from gomoku.notation.picture import pictures_of
from gomoku.notation.tree import Tree
from server.files import raster


def film(_: Callable[[Any], None], tree: Tree, numbers: bool) -> bytes:
    """Render the positions of a main line as an animated GIF, optionally with move numbers."""
    return raster.gif(list(pictures_of(tree, numbers=numbers)))
