"""The guard: whatever the engine would do, a win in one is taken and the opponent's is blocked."""

from bots.engine import Choice, Limits, Player, Stop
from bots.errors import NoMove
from bots.immediate_wins import find_wins
from gomoku.game import Game


class GuardedPlayer:
    """A player that answers by itself where a row can be completed now, and else asks the player inside."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Win if that takes one move; else take a point where the opponent would; else what the player chooses."""
        if game.outcome is not None:
            raise NoMove("the game is over")
        me, rules = game.to_move, game.rules
        wins = find_wins(game, me)
        if wins:
            return _force("win", wins)
        blocks = [point for point in find_wins(game, me.other) if rules.forbidden(game.board, point, me) is None]
        if len(blocks) > 1:  # where a five enclosed on both ends does not win, one stone may stop two
            blocks = [point for point in blocks if _holds(game, point)] or blocks
        if blocks:
            return _force("block", blocks)
        return self._player.choose(game, limits, stop)

    def close(self) -> None:
        """Close the player inside."""
        self._player.close()


def _holds(game: Game, point: int) -> bool:
    """Whether a stone on the point leaves the opponent no win in one."""
    after = game.copy()
    after.board.place(point, game.to_move)
    return not find_wins(after, game.to_move.other)


def _force(kind: str, points: list[int]) -> Choice:
    return Choice(points[0], None, tuple((point, None) for point in points), {"kind": kind, "guard": True})
