"""Formats of files: conversion of trees to bytes; `bots.files.reading` reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from gomoku.errors import BadNotation
from gomoku.notation import position_string, psq, renlib, rif, sgf_tree
from gomoku.notation.faults import fault
from gomoku.notation.games import moves_of_tree
from gomoku.notation.picture import Picture, picture_of, svg
from gomoku.notation.rif_rows import RifTables
from gomoku.notation.rif_trees import rif_of_tree
from gomoku.notation.sgf import record_of_tree
from gomoku.notation.tree import Skipped, Tree
from server.files import raster


@dataclass(frozen=True, slots=True)
class WritingOptions:
    """Options for writing a file: the encoding of a library's texts; for pictures the position after ``ply`` moves of
    the main line, by default the last one, and whether stones have numbers; ``tables`` are the content of a RIF file
    beside its games. ``skipped`` receives a note where a line of moves stops being a game.
    """

    encoding: str = "utf-8"
    ply: int | None = None
    numbers: bool = True
    tables: RifTables | None = None
    skipped: Skipped | None = None


def write(trees: Iterable[Tree], format: str, options: WritingOptions) -> Iterator[bytes]:
    """Return the bytes of a file with these trees, or with the only one; raises BadNotation."""
    return _WRITERS[format](trees, options)


def _write_library(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    return renlib.dump(_only(trees), options.encoding)


def _write_sgf(trees: Iterable[Tree], _: WritingOptions) -> Iterator[bytes]:
    return (piece.encode() for tree in trees for piece in sgf_tree.dump(tree))


def _write_psq(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    yield psq.dump(record_of_tree(_only(trees), options.skipped)).encode()


def _write_string(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    tree = _only(trees)
    yield f"{position_string.dump(moves_of_tree(tree, options.skipped), tree.size)}\n".encode()


def _write_rif(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    games = [rif_of_tree(tree) for tree in trees]  # small, and iterated twice
    return (piece.encode() for piece in rif.write(games, options.tables))


def _write_svg(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    yield svg(_picture(_only(trees), options)).encode()


def _write_png(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    yield raster.png(_picture(_only(trees), options))


def _write_gif(trees: Iterable[Tree], options: WritingOptions) -> Iterator[bytes]:
    tree = _only(trees)
    line = tree.main_line()
    if len(line) > raster.MOST_FRAMES:
        raise fault(line[raster.MOST_FRAMES], "too_deep", str(raster.MOST_FRAMES), unit="node")
    yield raster.gif([picture_of(tree, node, numbers=options.numbers) for node in line])


def _picture(tree: Tree, options: WritingOptions) -> Picture:
    """Return the position after ``ply`` moves of the main line, or at its end."""
    line = tree.main_line()
    if options.ply is None:
        return picture_of(tree, line[-1], numbers=options.numbers)
    played = [line[0], *(node for node in line if tree.move(node) is not None)]
    if options.ply >= len(played):
        raise BadNotation(len(played) - 1, f"the game has no move {options.ply}", unit="move")
    return picture_of(tree, played[options.ply], numbers=options.numbers)


def _only(trees: Iterable[Tree]) -> Tree:
    return next(iter(trees))


_WRITERS: dict[str, Callable[[Iterable[Tree], WritingOptions], Iterator[bytes]]] = {
    "lib": _write_library,
    "sgf": _write_sgf,
    "psq": _write_psq,
    "txt": _write_string,
    "rif": _write_rif,
    "svg": _write_svg,
    "png": _write_png,
    "gif": _write_gif,
}
WRITTEN = tuple(_WRITERS)
HOLD_ONE = ("lib", "psq", "txt", "svg", "png", "gif")
"""Formats whose files hold one tree, or one line or position of it."""
