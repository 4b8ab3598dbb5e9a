"""The learner: plays like the engine of double threats and keeps account of the game, to learn from it when it is lost.

The idea is the same author's: an array of the whole game holds for every move its ordinal and whether it was played to
block. After a loss that array can be walked backwards to where the loser began to be led.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bots.classic.double_threat import DoubleThreat, Place, made, places
from bots.classic.scored import ScoredPlayer
from bots.engine import Choice, Limits, Player, Stop
from bots.errors import UnsupportedGame
from gomoku.board import Color
from gomoku.game import Game
from gomoku.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a game: its ordinal, from 1, and whether it was forced, that is played to block."""

    ordinal: int
    point: int
    forced: bool


class Learner(DoubleThreat):
    """Engine of double threats that tells of each of its moves the ordinal and whether it was forced."""

    name = "learner"
    version = "1"

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """A player without state."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        return LearnerPlayer(self, seed)


class LearnerPlayer(ScoredPlayer):
    """A player whose ``why`` goes into the record of the game with what learning needs."""

    def choose_among(self, game: Game, allowed: NDArray[np.bool_], limits: Limits, stop: Stop) -> Choice:
        """The choice of double threats; ``why`` has its ``ordinal`` and ``forced`` besides."""
        choice = super().choose_among(game, allowed, limits, stop)
        forced = Place[str(choice.why["place"]).upper()].blocks
        why = {**choice.why, "ordinal": game.ply + 1, "forced": forced}
        return Choice(choice.point, choice.score, choice.candidates, why)


def account(game: Game) -> list[PlayedMove]:
    """Every move of a game in order, whoever played it; costs some 0.1 ms a move."""
    cells = np.zeros(game.size * game.size, np.uint8)
    played = []
    for ply, point in enumerate(game.moves):
        me = Color.WHITE if ply % 2 else Color.BLACK
        place = places(*made(cells == me, cells == me.other, game.size))[point]
        played.append(PlayedMove(ply + 1, point, Place(place).blocks))
        cells[point] = me
    return played


ENGINE = Learner()
