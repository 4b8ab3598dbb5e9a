"""Slips: seeded oversights that make a low level err as people do."""

import random

from bots.engine import Choice, Limits, Player, Stop
from gomoku.game import Game

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
                why = {"kind": "slip", "overlooked": overlooked, "instead": choice.point}
                return Choice(point, score, ((point, score), *others)[:SHOWN], why)
        return choice

    def close(self) -> None:
        """Close the wrapped player."""
        self._player.close()
