"""The first stones of a game under an opening rule: they are laid for other ends than to win with them."""

from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import opening_rule
from gomoku.rulesets import ruleset
from server.protocol.api import GameHistory
from server.protocol.events import Chose, Declared, Moved, Proposed


def count_laid(history: GameHistory) -> int:
    """Count the moves of the opening: none without one, all in a game that ended within it.

    Their player may have changed colour since, and laying a stone that the opponent will not want is no mistake.
    """
    game = history.game
    opening = Opening(opening_rule(game.opening), Game(ruleset(game.rules), game.size))
    for event in history.events:  # no take-back leads into an opening
        if opening.turn is None:
            return opening.laid
        match event:
            case Moved():
                opening.push(event.point)
            case Chose():
                opening.push(event.choice)
            case Declared():
                opening.push(event.number)
            case Proposed():
                opening.push(tuple(event.points))
            case _:
                pass
    return opening.laid if opening.turn is None else len(history.moves)
