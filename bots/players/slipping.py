"""Slips: the seeded oversights that let a low level err as people do."""

import random

from bots.engine import Choice, Limits, Player, Stop
from gomoku.game import Game

SHOWN = 5  # candidates


class SlippingPlayer:
    """A player that now and then does not look at the opponent's last stone: an open three is a two to it then.

    Chance comes from the seed and the ply alone, so the same game is slipped in at the same moves. The player inside
    must read the position from the board, which at a slip lacks the stone, and not from the moves, which have it.
    """

    def __init__(self, player: Player, probability: float, seed: int) -> None:
        self._player = player
        self._probability = probability
        self._seed = seed

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """What the player chooses, or would choose without the last stone; the kind is "slip" where these differ."""
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
            # the place of the overlooked stone looks free, and with the stone there other points may be forbidden
            if point != overlooked and game.rules.forbidden(game.board, point, game.to_move) is None:
                others = [candidate for candidate in seen.candidates if candidate[0] not in (point, overlooked)]
                why = {"kind": "slip", "overlooked": overlooked, "instead": choice.point}
                return Choice(point, score, ((point, score), *others)[:SHOWN], why)
        return choice

    def close(self) -> None:
        """Close the player inside."""
        self._player.close()
