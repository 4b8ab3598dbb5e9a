"""Players around an engine: a first stone near the centre, a guard that sees immediate wins, slips as people make them.

On an empty board some published engines play the corner or a random point, and most answer a stone in the corner with
another one there. As engines they stay as published; as levels they do not.
"""

import random

from bots.engine import Choice, Limits, Player, Stop
from bots.errors import NoMove
from bots.immediate_wins import find_wins
from bots.reasons import GuardReason, MoveReason, SlipReason
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
            return Choice(point, None, ((point, None),), MoveReason("near_centre" if self._spread else "centre"))
        return self._player.choose(game, limits, stop)

    def close(self) -> None:
        """Close the wrapped player."""
        self._player.close()


def _far_out(game: Game) -> bool:
    # a board of even size has four central points
    return any(abs(2 * line - game.size + 1) > 2 * NEAR + 1 for line in xy(game.moves[0], game.size))


SHOWN = 5  # candidates shown


class SlippingPlayer:
    """A player that sometimes overlooks the opponent's last stone: it then sees an open three as a two.

    Randomness depends on the seed and the ply alone, so the same game has slips at the same moves. The wrapped player
    must read the position from the board, which at a slip lacks the stone, and not from the moves, which have it.
    """

    def __init__(self, player: Player, probability: float, seed: int) -> None:
        self._player = player
        self._probability = probability
        self._seed = seed

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose as the player does with or without the last stone; the kind is "slip" if these differ."""
        choice = self._player.choose(game, limits, stop)
        # nobody overlooks the only stone on the board
        if len(game.moves) < 2 or random.Random(f"slip:{self._seed}:{game.ply}").random() >= self._probability:
            return choice
        overlooked = game.moves[-1]
        unaware = game.copy()
        unaware.board.remove(overlooked)
        seen = self._player.choose(unaware, limits, stop)
        for point, score in ((seen.point, seen.score), *seen.candidates):
            if point == choice.point:
                return choice
            # the overlooked stone's point looks empty, and the stone may make other points forbidden
            if point != overlooked and game.rules.forbidden(game.board, point, game.to_move) is None:
                others = [candidate for candidate in seen.candidates if candidate[0] not in (point, overlooked)]
                why = SlipReason("slip", overlooked, choice.point)
                return Choice(point, score, ((point, score), *others)[:SHOWN], why)
        return choice

    def close(self) -> None:
        """Close the wrapped player."""
        self._player.close()


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
    return Choice(points[0], None, tuple((point, None) for point in points), GuardReason(kind, guard=True))
