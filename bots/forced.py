"""Whether a move is forced: what the side to move would lose to if it could pass and did.

Cheap enough to be asked at every move of a bot; the study of a game looks deeper, for longer forced wins.
"""

from bots.rows import completing_points, winning_points
from gomoku.board import Color
from gomoku.game import Game


def forced_by(game: Game) -> str | None:
    """What passing would lose to in a running game, read off the rows: "five", "four" or None.

    A four: the opponent makes one that two points complete. It comes too late for who can win at once.
    """
    opponent = game.to_move.other
    if winning_points(game, opponent):
        return "five"
    if game.rules.length == 5 and not winning_points(game, game.to_move) and _unstoppable_four(game, opponent):
        return "four"
    return None


def _unstoppable_four(game: Game, color: Color) -> bool:
    """Whether a stone of this colour makes a row of four, and with it two points that win."""
    for point in completing_points(game.board, color, game.rules.length - 1):
        if game.rules.forbidden(game.board, point, color) is None:
            after = game.copy()
            after.board.place(point, color)
            if len(winning_points(after, color)) > 1:
                return True
    return False
