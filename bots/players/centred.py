"""The first stone: near the centre, whatever the engine would do.

On an empty board some of the published engines play the corner or any point at all, and beside a stone in the corner
most of them play in the corner, too. As engines they are left as they were published; as a level they are not.
"""

import random

from bots.engine import Choice, Limits, Player, Stop
from bots.errors import NoMove
from gomoku.game import Game
from gomoku.point import at, xy

NEAR = 3
"""Lines from the centre within which the opponent's first stone is answered as the player likes."""


class CentredPlayer:
    """A player that puts its first stone within ``spread`` lines of the centre, drawn from the seed.

    It does so on an empty board, and where the only stone lies so far out that an answer beside it would be out of the
    game.
    """

    def __init__(self, player: Player, spread: int, seed: int) -> None:
        self._player = player
        self._spread = spread
        self._seed = seed

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """A point near the centre where that is called for; else what the player chooses."""
        if game.outcome is not None:
            raise NoMove("the game is over")
        if game.board.stones == 0 or (len(game.moves) == game.board.stones == 1 and _far_out(game)):
            draw, middle = random.Random(f"first stone:{self._seed}"), game.size // 2
            x, y = (middle + draw.randint(-self._spread, self._spread) for _ in "xy")
            point = at(x, y, game.size)
            return Choice(point, None, ((point, None),), {"kind": "centre"})
        return self._player.choose(game, limits, stop)

    def close(self) -> None:
        """Close the player inside."""
        self._player.close()


def _far_out(game: Game) -> bool:
    # an even board has four points at its centre
    return any(abs(2 * line - game.size + 1) > 2 * NEAR + 1 for line in xy(game.moves[0], game.size))
