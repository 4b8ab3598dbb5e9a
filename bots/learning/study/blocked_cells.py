"""Blocking points of a game's patterns by its study: which held, and which lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bots.learning.patterns.cells import Kind, Place, turn_place
from bots.learning.patterns.pattern import Pattern
from bots.learning.study.findings import FirstFindings, Study
from gomoku import symmetry
from gomoku.board import EMPTY, Board, Color
from gomoku.point import xy


class Blocked(NamedTuple):
    """A blocking cell (dx, dy) of a pattern, and whether a stone there ``held``: no forced win was found after it."""

    dx: int
    dy: int
    held: bool


def find_blocked(size: int, moves: Sequence[int], study: FirstFindings, pattern: Pattern) -> list[Blocked]:
    """List the results at a pattern's blocking cells in the position before the losing move.

    Every move was asked about there: open moves held; moves proven to lose, including the one played, did not. Unknown
    moves are omitted, and so is everything while the study's labels are pending. In a pattern that is its own image
    each cell counts once.
    """
    lesson = study.lesson
    if lesson is None or not isinstance(study, Study) or not 0 < lesson.entry <= len(moves):
        return []
    ply = lesson.entry - 1
    label, board = study.moves[ply], Board.from_stones(size, moves[:ply:2], moves[1:ply:2])
    verdicts = {move.point: False for move in label.lost} | {moves[ply]: False}
    verdicts |= {move.point: True for move in label.open}
    attacker, found = Color[lesson.winner.upper()], dict[Place, Blocked]()
    if pattern.attacker not in (None, attacker):
        return []
    for points in list_places(pattern, board, attacker):
        for dx, dy, _ in pattern.blocking:
            if points[dx, dy] in verdicts:
                found.setdefault((dx, dy), Blocked(dx, dy, verdicts[points[dx, dy]]))
    return list(found.values())


def list_places(pattern: Pattern, board: Board, attacker: Color) -> Iterator[dict[Place, int]]:
    """Yield each place where the whole pattern lies on the board: the points of its empty cells, by cell."""
    size = board.size
    stones = [xy(point, size) for point, cell in enumerate(board.cells) if cell == attacker]
    first = next((dx, dy) for dx, dy, kind in pattern.cells if kind is Kind.ATTACKER)
    for by in range(symmetry.COUNT):
        cells = [((dx, dy), turn_place((dx, dy), by), kind) for dx, dy, kind in pattern.cells]
        anchor = turn_place(first, by)
        for left, top in ((x - anchor[0], y - anchor[1]) for x, y in stones):
            points: dict[Place, int] = {}
            for place, (right, down), kind in cells:
                x, y = left + right, top + down
                inside = 0 <= x < size and 0 <= y < size
                if not _fits(kind, board[y * size + x] if inside else None, attacker):
                    break
                if kind is Kind.EMPTY:
                    points[place] = y * size + x
            else:
                yield points


def _fits(kind: Kind, cell: int | None, attacker: Color) -> bool:
    """Tell whether a cell's content fits its kind; None is off the board."""
    match kind:
        case Kind.ATTACKER:
            return cell == attacker
        case Kind.EMPTY:
            return cell == EMPTY
        case Kind.DEFENDER:
            return cell == attacker.other
        case _:
            return cell != attacker
