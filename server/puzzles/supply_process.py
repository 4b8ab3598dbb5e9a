"""The file of supplied puzzles, read in a background process, so that no proof is parsed on the event loop."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import islice
from typing import cast

from bots.puzzles import puzzle
from server.protocol.values import Rules
from server.puzzles.rating import presume
from server.store.supplied_puzzles import SuppliedPuzzle


def read(_: Callable[[object], None], first: int, count: int) -> list[SuppliedPuzzle]:
    """Read ``count`` puzzles from line ``first`` on; fewer at the end of the file. Raises BadPuzzle."""
    with puzzle.PUZZLES.open(encoding="ascii") as lines:
        return [_supply(made) for made in puzzle.read_all(islice(lines, first, first + count))]


def find_version(_: Callable[[object], None]) -> tuple[str, int]:
    """Return a hash of the file, and the number of its lines."""
    data = puzzle.PUZZLES.read_bytes()
    return hashlib.blake2b(data, digest_size=16).hexdigest(), data.count(b"\n")


def _supply(made: puzzle.MadePuzzle) -> SuppliedPuzzle:
    solved, failed = presume(made.rating)
    return SuppliedPuzzle(
        rules=cast(Rules, made.rules),
        size=puzzle.SIZE,
        kind=made.kind,
        method=made.method,
        nodes=puzzle.NODES,
        moves=made.moves,
        answers=made.answers,
        proof=made.proof,
        length=made.measure.length,
        themes=made.themes,
        solved=solved,
        failed=failed,
    )
