"""Wins in one move and losses by a pass: rows of stones through all cells of a board at once.

This is cheap enough for every move of a bot; the study of a game searches for longer forced wins. Arrays over a board
have shape (size * size,), in the order of points, ``y * size + x``.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.lines import rays, rows_through


@lru_cache(maxsize=16)
def neighbours(size: int, reach: int) -> NDArray[np.intp]:
    """Tabulate the points around each point, nearest first, shape (4 axes, 2 senses, reach, size * size).

    Axes are those of ``gomoku.lines.AXES``; sense 0 is backwards (left or up), 1 forwards. Entries off the board are
    ``size * size``, one past the last point.
    """
    table = np.full((4, 2, reach, size * size), size * size, np.intp)
    for point, axes in enumerate(rays(size)):
        for axis, (_, *senses) in enumerate(axes):
            for sense, ray in enumerate(senses):
                near = ray[:reach]
                table[axis, sense, : len(near), point] = near
    table.flags.writeable = False
    return table


def around(stones: NDArray[np.bool_], size: int, reach: int) -> NDArray[np.bool_]:
    """Tell whether a stone lies at each entry of ``neighbours``, in its shape; False off the board."""
    return np.append(stones, False)[neighbours(size, reach)]


def run_lengths(near: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the length of the row that a stone on each point would be in, itself included, shape (4 axes, size *
    size).

    ``near`` comes from ``around``; its reach bounds the count each way.
    """
    unbroken: NDArray[np.bool_] = np.logical_and.accumulate(near, axis=2)
    lengths: NDArray[np.intp] = unbroken.sum(axis=(1, 2)) + 1
    return lengths


def find_completing_points(board: Board, color: Color, length: int) -> list[int]:
    """List the empty points where a stone of this colour would be in a row of ``length`` or more, ascending."""
    cells = np.frombuffer(board.cells, np.uint8)
    runs = run_lengths(around(cells == color, board.size, length - 1))
    return [int(point) for point in np.flatnonzero((runs >= length).any(axis=0) & (cells == 0))]


def wins_at(game: Game, point: int, color: Color) -> bool:
    """Tell whether a stone of this colour on an empty point would be a legal winning move."""
    if game.rules.forbidden(game.board, point, color) is not None:
        return False
    board = game.board.copy()
    board.place(point, color)
    return game.rules.winning_line(board, point) is not None


def find_wins(game: Game, color: Color) -> list[int]:
    """List the points where this colour would win at once if it were to move, ascending."""
    return [
        point for point in find_completing_points(game.board, color, game.rules.length) if wins_at(game, point, color)
    ]


def makes_five(board: Board, point: int, color: Color) -> bool:
    """Tell whether a stone of this colour on an empty point would be in a row of five or more, whatever the rules."""
    after = board.copy()
    after.place(point, color)
    return bool(rows_through(after, point, 5))


def find_threat(game: Game) -> str | None:
    """Return the loss that a pass would allow in a running game: "five", "four" or None.

    "four": the opponent makes a four that two points complete, and the side to move cannot win at once.
    """
    opponent = game.to_move.other
    if find_wins(game, opponent):
        return "five"
    if game.rules.length == 5 and not find_wins(game, game.to_move) and _unstoppable_four(game, opponent):
        return "four"
    return None


def _unstoppable_four(game: Game, color: Color) -> bool:
    """Tell whether a stone of this colour makes a row of four and with it two winning points."""
    for point in find_completing_points(game.board, color, game.rules.length - 1):
        if game.rules.forbidden(game.board, point, color) is None:
            after = game.copy()
            after.board.place(point, color)
            if len(find_wins(after, color)) > 1:
                return True
    return False
