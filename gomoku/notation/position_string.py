"""The position string ``h8i9g7`` that people paste into chats: the moves in order, without separators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gomoku.errors import BadNotation, BadPoint
from gomoku.notation.faults import fault
from gomoku.notation.tree import Skipped
from gomoku.point import name, parse_all


def load(text: str, size: int = 15) -> tuple[int, ...]:
    """Parse the moves; capitals, blanks and commas are accepted. Raises BadNotation for anything else."""
    try:
        moves = parse_all(text, size)
    except BadPoint as error:
        raise fault(1, "outside", error.text) from None
    for number, point in enumerate(moves):
        if point in moves[:number]:
            raise fault(1, "stone_twice", name(point, size))
    return tuple(moves)


def load_all(text: str, skipped: Skipped, size: int = 15) -> Iterator[tuple[int, ...]]:
    """Yield the moves of each non-blank line, as in files of openings; record invalid lines in ``skipped``.

    Raises BadNotation if there is no line, or if the only line is invalid.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise fault(1, "empty_file")
    game = _a_move_a_line([line for _, line in lines], size)
    if game is not None:
        yield game
        return
    for number, line in lines:
        try:
            moves = load(line, size)
        except BadNotation as error:
            told = fault(number, error.fault, error.text)
            if len(lines) == 1:
                raise told from None
            skipped.tell(told)
        else:
            yield moves


def _a_move_a_line(lines: list[str], size: int) -> tuple[int, ...] | None:
    """Return the game whose moves stand on a line each, at least three; None if the lines are positions."""
    moves: list[int] = []
    for line in lines if len(lines) > 2 else ():
        try:
            (move,) = load(line, size)
        except (BadNotation, ValueError):  # no move, or not one alone
            return None
        moves.append(move)
    return tuple(moves) if moves and len(set(moves)) == len(moves) else None


def dump(moves: Iterable[int], size: int = 15) -> str:
    """Format these moves."""
    return "".join(name(point, size).lower() for point in moves)
