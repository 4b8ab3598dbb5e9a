"""Slips: the seeded oversights that let a low level err as people do."""

import random

from bots.engine import Choice, Limits, Player, Stop
from gomoku.game import Game


class SlippingPlayer:
    """A player that now and then plays another of the candidates than the one chosen.

    Chance comes from the seed and the ply alone, so the same game is slipped in at the same moves.
    """

    def __init__(self, player: Player, probability: float, seed: int) -> None:
        self._player = player
        self._probability = probability
        self._seed = seed

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """What the player chooses, or with the given probability another candidate, its kind "slip"."""
        choice = self._player.choose(game, limits, stop)
        chance = random.Random(f"{self._seed}:{game.ply}")
        others = [candidate for candidate in choice.candidates if candidate[0] != choice.point]
        if not others or chance.random() >= self._probability:
            return choice
        point, score = chance.choice(others)
        return Choice(point, score, choice.candidates, {"kind": "slip", "instead": choice.point})

    def close(self) -> None:
        """Close the player inside."""
        self._player.close()
