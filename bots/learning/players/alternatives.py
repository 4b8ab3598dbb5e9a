"""Alternatives: the best moves of a position, each scored by a search of its own."""

from __future__ import annotations

from typing import Final

import numpy as np

from bots.engine import Advice, AdvisedPlayer, Limits, Player, Stop
from bots.learning.players.advisor import NODES
from bots.learning.players.book import Choices, least
from bots.learning.players.experience import OPENING, expectation
from bots.learning.proofs.prover import Prover
from bots.learning.study.study import solver
from bots.registry import engine
from bots.search.alphabeta.negamax import WON
from bots.search.engine import VERSION as SEARCH
from gomoku.game import Game
from gomoku.keys import Keys
from gomoku.ruleset import RuleSet

MOST: Final = 4  # most moves
SETTLING: Final = 200_000
"""Nodes of a search that settles a position, fifty times the learner's."""
ASKED: Final = 5_000  # nodes of each question whether a move loses
MEMORY: Final = 4 << 20
VERSION: Final = f"{SEARCH}.3"
"""Stored choices of another version are computed again."""


class Chooser:
    """Computes the choices of positions under one rule set, deterministically.

    A search takes ``nodes``, or ``settling`` nodes where it settles a position. Compiles or loads the kernels if
    needed.
    """

    def __init__(self, rules: RuleSet, nodes: int = NODES, settling: int = SETTLING) -> None:
        self._rules = rules
        self._nodes = nodes
        self._settling = settling
        self._players: dict[int, Player] = {}

    def choices(self, size: int, moves: tuple[int, ...]) -> Choices:
        """Return at most MOST alternatives after these moves, as points in the key's orientation with their expected
        scores.

        Each is the best move of a search without the earlier ones, so its score is exact and not a bound. Moves proven
        to lose are left out. A move that wins at once, is proven to win, or starts at the centre stands alone.
        """
        return self._choose(size, moves, self._nodes, MOST)

    def settle(self, size: int, moves: tuple[int, ...]) -> Choices:
        """Return what `choices` does, by longer searches; after the opening, where no move is drawn, for one move."""
        return self._choose(size, moves, self._settling, MOST if len(moves) < OPENING else 1)

    def _choose(self, size: int, moves: tuple[int, ...], nodes: int, most: int) -> Choices:
        game = Game.replay(self._rules, size, moves, forbidden_loses=True)
        key_frames = Keys.of(game.board).frames(game.to_move)[1]
        player = self._player(size)
        found: dict[int, float] = {}
        points: list[int] = []
        left = game.board.cells.count(0)
        while len(found) < most and len(points) < min(2 * MOST, left):
            if isinstance(player, AdvisedPlayer):
                boards = np.zeros((0, size * size), np.uint8)
                player.advise(Advice(boards, np.zeros(0, np.uint8), tuple(points)))
            choice = player.choose(game, Limits(nodes=nodes), Stop())
            if choice.point in points or (choice.score is not None and choice.score <= -WON):
                break
            points.append(choice.point)
            if self._loses(game, choice.point):
                continue
            name = least(size, choice.point, key_frames)
            sure = choice.kind in ("win", "proof", "centre")
            found.setdefault(name, 1.0 if sure else 0.5 if choice.score is None else expectation(choice.score))
            if sure:
                break
        return tuple(sorted(found.items(), key=lambda row: (-row[1], row[0])))

    def _loses(self, game: Game, point: int) -> bool:
        """Tell whether the solver proves that the move loses: a player that asks would never play it."""
        after = game.copy()
        if after.play(point) is not None:
            return False
        prover = Prover(solver(game.rules.name, game.size), ASKED)
        return prover.attack(after.board, after.to_move).attack is not None

    def _player(self, size: int) -> Player:
        if size not in self._players:
            self._players[size] = engine("search").open(self._rules, size, 0, MEMORY)
        return self._players[size]
