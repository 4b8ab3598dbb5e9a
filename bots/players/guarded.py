"""The guard: takes a win in one and blocks the opponent's, whatever the engine would do."""

from bots.engine import Choice, Limits, Player, Stop
from bots.errors import NoMove
from bots.immediate_wins import find_wins
from gomoku.game import Game


class GuardedPlayer:
    """A player that completes or blocks rows itself and otherwise asks the wrapped player."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Win in one move if possible, else block the opponent's win in one, else let the player choose."""
        if game.outcome is not None:
            raise NoMove("the game is over")
        me, rules = game.to_move, game.rules
        wins = find_wins(game, me)
        if wins:
            return _force("win", wins)
        blocks = [point for point in find_wins(game, me.other) if rules.forbidden(game.board, point, me) is None]
        if len(blocks) > 1:  # where enclosed fives do not win, one stone may stop two
            blocks = [point for point in blocks if _holds(game, point)] or blocks
        if blocks:
            return _force("block", blocks)
        return self._player.choose(game, limits, stop)

    def close(self) -> None:
        """Close the wrapped player."""
        self._player.close()


def _holds(game: Game, point: int) -> bool:
    """Tell whether a stone on the point leaves the opponent no win in one."""
    after = game.copy()
    after.board.place(point, game.to_move)
    return not find_wins(after, game.to_move.other)


def _force(kind: str, points: list[int]) -> Choice:
    return Choice(points[0], None, tuple((point, None) for point in points), {"kind": kind, "guard": True})
