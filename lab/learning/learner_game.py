"""One game of a learner against an attacker."""

from dataclasses import dataclass, field
from time import process_time
from typing import Final

from bots.engine import Limits, Player, Stop
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.learning.decided_games import DecidedGame
from lab.learning.plan import RULES, SIZE

POINTS: Final = {True: 1.0, False: 0.0, None: 0.5}


@dataclass(frozen=True, slots=True)
class LearnerGame:
    """A played game: the learner's ``points``, and the processor ``seconds`` of its ``thought`` moves."""

    game: DecidedGame
    points: float
    thought: int = field(compare=False)
    seconds: float = field(compare=False)


def play_game(
    name: str, opening: tuple[int, ...], color: Color, learner: Player, nodes: int, attacker: Player
) -> LearnerGame:
    """Play a game to its end and close both players; each of the learner's searches takes at most ``nodes``."""
    game = Game.replay(ruleset(RULES), SIZE, opening, forbidden_loses=True)
    limits, stop = Limits(nodes=nodes), Stop()
    thought, seconds = 0, 0.0
    while game.outcome is None:
        if game.to_move is color:
            begun = process_time()
            point = learner.choose(game, limits, stop).point
            seconds += process_time() - begun
            thought += 1
        else:
            point = attacker.choose(game, limits, stop).point
        game.play(point)
    learner.close()
    attacker.close()
    winner = game.outcome.winner
    won = None if winner is None else winner is color
    return LearnerGame(DecidedGame(name, SIZE, tuple(game.moves), game.outcome), POINTS[won], thought, seconds)
