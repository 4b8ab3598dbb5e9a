"""Files of variations as stored trees: read, merged and written in a separate process under limits."""

from __future__ import annotations

import io
import resource
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bots.files import reading as reading_files
from bots.files.reading import ReadingOptions
from bots.workers.background_work import Progress
from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.notation.merging import WITHOUT_MOVES, TreeMerger, merge_all
from gomoku.notation.tree import ROOT, Skipped, Tree
from server.files import formats
from server.files.formats import WritingOptions
from server.protocol.values import FileNote
from server.store.reading import read_from
from server.store.trees import edited_nodes, tree_blocks
from server.store.trees.tree_blocks import TreeBlock

MOST_NODES = 1_000_000
"""Most nodes of an uploaded file, and of merged games."""
MOST_MEMORY = 1 << 30
"""Most bytes that the process may use for a job."""
MOST_S = 60.0
"""Most processor time."""
AGAIN_S = 1.0
"""Processor time after which a process beyond its time is stopped again: Python drops an exception in a finalizer."""
SHARED_S = 5.0
"""Most processor time for a small file, read by the process that other awaited work shares."""
MOST_TOLD = 20
"""Most skipped faults that are described; the rest are counted."""


@dataclass(frozen=True, slots=True)
class FoundTree:
    """Properties of a read file: board, encoding, size of its tree, and what was left out."""

    size: int
    encoding: str
    nodes: int
    depth: int
    skipped: int
    first: list[dict[str, str | int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TreeRejected:
    """A rejection for the reason ``code``, with details."""

    code: str
    detail: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MergedGame:
    """A game to be merged: its moves, black first, and a comment for its end."""

    moves: tuple[int, ...]
    comment: str


def read(tell: Progress[TreeBlock], data: bytes, format: str, reading: ReadingOptions) -> FoundTree | TreeRejected:
    """Read a file and ``tell`` its blocks; all games of a file become one tree."""
    left_out: Counter[str] = Counter()
    try:
        with held_to_limits():
            source = reading_files.read(io.BytesIO(data), format, reading)
            tree = merge_all(source.trees, reading.most, left_out)
            depth = _pack(tree, tell)
    except BadNotation as error:
        return make_rejection(error)
    except (MemoryError, TimeoutError):
        return TreeRejected("tree_too_large", {"nodes": reading.most})
    skipped = source.skipped.count + left_out[WITHOUT_MOVES]
    first = [describe(error) for error in source.skipped.first[:MOST_TOLD]]
    return FoundTree(tree.size, source.encoding, len(tree), depth, skipped, first)


def merge(
    tell: Progress[TreeBlock], size: int, games: Sequence[MergedGame], most: int = MOST_NODES
) -> FoundTree | TreeRejected:
    """Merge games into one tree and ``tell`` its blocks."""
    try:
        with held_to_limits():
            merger = TreeMerger(size, most)
            for game in games:
                line = [(point, Color.WHITE if ply % 2 else Color.BLACK) for ply, point in enumerate(game.moves)]
                note = merger.tree.note(merger.add_line(line))
                note.comment = "\n".join(filter(None, (note.comment, game.comment)))
            depth = _pack(merger.tree, tell)
    except BadNotation as error:
        return make_rejection(error)
    except (MemoryError, TimeoutError):
        return TreeRejected("tree_too_large", {"nodes": most})
    return FoundTree(size, "utf-8", len(merger.tree), depth, 0)


def write(address: str, serial: int, size: int, format: str, encoding: str) -> bytes | TreeRejected:
    """Return a stored tree as the bytes of a file, read from the database at an address beside the server."""
    try:
        with held_to_limits():
            with read_from(address) as reading:
                tree = edited_nodes.read_tree(reading, serial, size)
            return b"".join(formats.write([tree], format, WritingOptions(encoding)))
    except BadNotation as error:
        found = make_rejection(error)
        return TreeRejected("bad_format", found.detail)
    except (MemoryError, TimeoutError):
        return TreeRejected("tree_too_large", {"nodes": MOST_NODES})


def _pack(tree: Tree, tell: Progress[TreeBlock]) -> int:
    """Tell the blocks of a tree. Return its depth."""
    for block in tree_blocks.pack(tree):
        tell(block)
    return max(depth for _, depth in tree.walk()) if len(tree) > 1 else ROOT


def make_rejection(error: BadNotation) -> TreeRejected:
    """Convert a notation error to a rejection."""
    return TreeRejected("bad_notation", describe(error))


def describe(error: BadNotation) -> dict[str, str | int]:
    """Describe a fault: the line, byte or node, its kind, and the text there."""
    return {error.unit: error.line, "why": error.fault, "text": error.text}


def list_notes(skipped: Skipped) -> list[FileNote]:
    """List the first things that were left out of a file."""
    return [
        FileNote(error.fault, error.unit, error.line, error.text)  # type: ignore[arg-type]  # the units of readers
        for error in skipped.first[:MOST_TOLD]
    ]


@contextmanager
def held_to_limits(seconds: float | None = None) -> Iterator[None]:
    """Raise MemoryError and TimeoutError beyond the limits; for the main thread of a process that does nothing else
    meanwhile.
    """
    if sys.platform != "linux":
        yield
        return
    pages = int(Path("/proc/self/statm").read_text().split()[5])
    own = resource.getrlimit(resource.RLIMIT_DATA)
    held = pages * resource.getpagesize() + MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_DATA, (held if own[1] == resource.RLIM_INFINITY else min(held, own[1]), own[1]))
    before = signal.signal(signal.SIGPROF, _end_time)
    signal.setitimer(signal.ITIMER_PROF, MOST_S if seconds is None else seconds, AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_DATA, own)


def _end_time(*_: object) -> None:
    raise TimeoutError
