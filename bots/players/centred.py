"""The first stone, placed near the centre whatever the engine would do.

On an empty board some published engines play the corner or a random point, and most answer a stone in the corner with
another one there. As engines they stay as published; as levels they do not.
"""

import random

from bots.engine import Choice, Limits, Player, Stop
from bots.errors import NoMove
from gomoku.game import Game
from gomoku.point import at, xy

NEAR = 3
"""Lines from the centre within which the opponent's first stone is answered normally."""


class CentredPlayer:
    """A player that puts its first stone within ``spread`` lines of the centre, drawn from the seed.

    It does so on an empty board, and when the only stone is so far out that an answer beside it would be out of play.
    """

    def __init__(self, player: Player, spread: int, seed: int) -> None:
        self._player = player
        self._spread = spread
        self._seed = seed

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose a point near the centre for the first stone, else let the player choose."""
        if game.outcome is not None:
            raise NoMove("the game is over")
        if game.board.stones == 0 or (len(game.moves) == game.board.stones == 1 and _far_out(game)):
            draw, middle = random.Random(f"first stone:{self._seed}"), game.size // 2
            x, y = (middle + draw.randint(-self._spread, self._spread) for _ in "xy")
            point = at(x, y, game.size)
            return Choice(point, None, ((point, None),), {"kind": "near_centre" if self._spread else "centre"})
        return self._player.choose(game, limits, stop)

    def close(self) -> None:
        """Close the wrapped player."""
        self._player.close()


def _far_out(game: Game) -> bool:
    # a board of even size has four central points
    return any(abs(2 * line - game.size + 1) > 2 * NEAR + 1 for line in xy(game.moves[0], game.size))
