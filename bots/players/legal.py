"""Holds an engine that counts five or more as five to the rules of the game at hand."""

import numpy as np
from numpy.typing import NDArray

from bots.engine import Choice, Engine, Limits, Player, SelectivePlayer, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.immediate_wins import find_completing_points, wins_at
from gomoku.game import Game
from gomoku.ruleset import RuleSet


class LegalPlayer:
    """A player that never proposes a forbidden move, and chases no five that the rules do not accept.

    Neither the scores nor their order are touched, points are only taken away: the forbidden ones, and those where
    either side would complete a row that wins nothing (an overline, an enclosed five) unless a real win is there as
    well. When nothing else is left, the latter may be played after all.
    """

    def __init__(self, player: SelectivePlayer) -> None:
        self._player = player

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose among the legal points; raises NoMove when there is none."""
        if game.outcome is not None:
            raise NoMove("the game is over")
        empty = np.frombuffer(game.board.cells, np.uint8) == 0
        allowed = empty.copy()
        allowed[empty_wins(game)] = False
        try:
            return self._choose_legal(game, allowed, limits, stop)
        except NoMove:
            return self._choose_legal(game, empty, limits, stop)

    def close(self) -> None:
        """Close the player inside."""
        self._player.close()

    def _choose_legal(self, game: Game, allowed: NDArray[np.bool_], limits: Limits, stop: Stop) -> Choice:
        # asking about the few points that the engine would show is far cheaper than asking about all of them
        while True:
            choice = self._player.choose_among(game, allowed, limits, stop)
            points = {choice.point, *(point for point, _ in choice.candidates)}
            refused = [p for p in points if game.rules.forbidden(game.board, p, game.to_move) is not None]
            if not refused:
                return choice
            allowed[refused] = False


def empty_wins(game: Game) -> list[int]:
    """Points where one side would make five or more in a row and neither side would win, ascending."""
    me, other = game.to_move, game.to_move.other
    length = game.rules.length
    rows = {*find_completing_points(game.board, me, length), *find_completing_points(game.board, other, length)}
    return sorted(point for point in rows if not wins_at(game, point, me) and not wins_at(game, point, other))


def open_bare(source: Engine, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
    """A player of an engine as it is, held to the rules where it does not know them; raises UnsupportedGame."""
    player = source.open(rules, size, seed, memory)
    if source.knows_rules or rules.name == "freestyle":
        return player
    if not isinstance(player, SelectivePlayer):
        raise UnsupportedGame(f"{source.name} cannot be held to {rules.name}")
    return LegalPlayer(player)
