"""The partner of practice games: it plays as the person did as long as the game goes that way, then our own search."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from bots.engine import Advice, AdvisedPlayer, Choice, Limits, Player, Stop
from bots.learning.players.book import list_images, steps
from bots.learning.practice.record import PractisedLoss
from bots.registry import engine
from gomoku.game import Game
from gomoku.keys import Keys
from gomoku.rulesets import ruleset

NODES: Final = 20_000
"""Nodes of a move of the partner's own, nearly three times the learner's."""
MARGIN: Final = 40
"""How far below its best move another may score that it plays now and then, in the units of the search."""
OFTEN: Final = 3
"""It looks for another move at one in so many of its own."""
MOST_DRAWN: Final = 4
"""Most moves among which it draws one in a rehearsal."""
MEMORY: Final = 4 << 20


class Partner:
    """Plays against the learner after one lost game; ``close`` it afterwards.

    Without other moves now and then it would repeat one game, and nothing but that game could be learned.
    """

    def __init__(self, lost: PractisedLoss) -> None:
        way = steps(lost.size, lost.moves, lost.learner.other)
        self._lost = lost
        self._way = {step.key: step.move for step in way}
        self._player: Player = engine("search").open(ruleset(lost.rules), lost.size, 0, MEMORY)

    def choose(self, game: Game, number: int) -> int:
        """Return its move in a practice game of this number; nobody's move is drawn in game 0."""
        point = self._find_way(game)
        if point is not None:
            return point
        best = self._search(game)
        chance = Random(f"partner:{number}:{game.ply}")
        if number == 0 or chance.randrange(OFTEN) or best.score is None or best.kind != "search":
            return best.point
        other = self._search(game, best.point)
        near = other.point != best.point and other.score is not None and other.score >= best.score - MARGIN
        return other.point if near else best.point

    def vary(self, game: Game, number: int) -> int:
        """Return its move in a rehearsal of this number: drawn among the moves that it scores nearly as high as its
        best. In every other rehearsal it plays as the person did, where they were."""
        point = None if number % 2 else self._find_way(game)
        if point is not None:
            return point
        best = self._search(game)
        liked = [best.point]
        while best.kind == "search" and best.score is not None and len(liked) < MOST_DRAWN:
            other = self._search(game, *liked)
            if other.point in liked or other.score is None or other.score < best.score - MARGIN:
                break
            liked.append(other.point)
        return Random(f"rehearsal:{self._lost.moves}:{number}:{game.ply}").choice(liked)

    def close(self) -> None:
        """Release its memory."""
        self._player.close()

    def _find_way(self, game: Game) -> int | None:
        """Return the person's move in this position or an image of it; None where they never were."""
        key, frames = Keys.of(game.board).frames(game.to_move)
        move = self._way.get(key)
        return None if move is None else next(iter(list_images(game.board, move, frames)), None)

    def _search(self, game: Game, *without: int) -> Choice:
        assert isinstance(self._player, AdvisedPlayer)
        nothing = np.zeros((0, game.size * game.size), np.uint8)
        self._player.advise(Advice(nothing, np.zeros(0, np.uint8), without))
        return self._player.choose(game, Limits(nodes=NODES), Stop())
