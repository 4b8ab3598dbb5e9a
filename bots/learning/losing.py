"""What loses beside the move that lost: every other move before it whose loss is proven, and by what line."""

from __future__ import annotations

from typing import Any

from bots.learning.prover import Prover
from bots.learning.siege import Siege
from gomoku.board import EMPTY, Board, Color


def losing(prover: Prover, board: Board, mover: Color, siege: Siege | None) -> dict[str, Any]:
    """Of the moves that a siege looked at, the defender to move, those that lose, as data.

    ``lost``: points with the line that wins after each. ``rest``: the line that wins after every point that neither
    these nor the open and undecided ones name, None where that is not proven. ``forbidden``: points that may not be
    played at all.
    """
    rules = prover.rules
    empty = [point for point in range(len(board.cells)) if board[point] == EMPTY]
    banned = [point for point in empty if rules.forbidden(board, point, mover) is not None]
    if siege is None or siege.threat is None or prover.five(board, mover) is not None:
        return {"lost": [], "rest": None, "forbidden": banned}
    lost = [{"point": point, "line": win.longest()} for point, win in siege.wins()]
    return {"lost": lost, "rest": siege.threat.win.longest(), "forbidden": banned}
