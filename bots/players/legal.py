"""Restricts an engine that counts five or more as five to the rules of the game at hand."""

import numpy as np
from numpy.typing import NDArray

from bots.engine import Choice, Engine, Limits, Player, SelectivePlayer, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.immediate_wins import find_completing_points, wins_at
from gomoku.game import Game
from gomoku.ruleset import RuleSet


class LegalPlayer:
    """A player that never makes a forbidden move, and ignores fives that the rules do not accept.

    Scores and their order are unchanged; points are only removed: forbidden ones, and those where either side would
    complete a row that does not win (an overline, an enclosed five) unless there is a real win as well. If nothing else
    is left, the latter may be played.
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
        """Close the wrapped player."""
        self._player.close()

    def _choose_legal(self, game: Game, allowed: NDArray[np.bool_], limits: Limits, stop: Stop) -> Choice:
        # checking the few points that the engine would show is far cheaper than checking all
        while True:
            choice = self._player.choose_among(game, allowed, limits, stop)
            points = {choice.point, *(point for point, _ in choice.candidates)}
            refused = [p for p in points if game.rules.forbidden(game.board, p, game.to_move) is not None]
            if not refused:
                return choice
            allowed[refused] = False


def empty_wins(game: Game) -> list[int]:
    """List the points where one side would make five or more in a row without a win for either side, ascending."""
    me, other = game.to_move, game.to_move.other
    length = game.rules.length
    rows = {*find_completing_points(game.board, me, length), *find_completing_points(game.board, other, length)}
    return sorted(point for point in rows if not wins_at(game, point, me) and not wins_at(game, point, other))


def open_bare(source: Engine, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
    """Open an engine's player, restricted to the rules if the engine does not know them; raises UnsupportedGame."""
    player = source.open(rules, size, seed, memory)
    if source.knows_rules or rules.name == "freestyle":
        return player
    if not isinstance(player, SelectivePlayer):
        raise UnsupportedGame(f"{source.name} cannot be restricted to {rules.name}")
    return LegalPlayer(player)
