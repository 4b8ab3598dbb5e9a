"""Swap2 as Gomocup's managers ask for it: ``SWAP2BOARD`` with the stones on the board, once or twice in a game."""

from collections.abc import Callable, Sequence

from bots.gomocup.protocol import BadLine, coordinates
from bots.openings.deciding import Decider
from bots.openings.valuing import NODES
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import OPENINGS
from gomoku.openings.turns import Action, StoneTurn
from gomoku.ruleset import RuleSet

SHORT_MS, SHORT_NODES = 3_000, 200
"""With less time, positions are searched with fewer nodes."""

ASKED_AT = (0, 3, 5)
"""Numbers of stones at which there is a decision."""


def answer_in_line(opening: Opening, seed: int, turn_ms: int, choose: Callable[[Game], int]) -> str:
    """Return the first stones or, for a choice of colours, ``SWAP`` (takes black) or the next stone or two.

    ``choose`` returns the stone of a player who stays white.
    """
    actions = decide_swap(opening, seed, turn_ms)
    size = opening.game.size
    if actions == ["black"]:
        return "SWAP"
    if actions == ["white"]:
        return coordinates(choose(opening.game), size)
    return " ".join(coordinates(action, size) for action in actions if isinstance(action, int))


def lay_swap2(rules: RuleSet, size: int, points: Sequence[int]) -> Opening:
    """Build the opening with these stones; raises BadLine when it asks nothing then, IllegalMove."""
    if len(points) not in ASKED_AT:
        raise BadLine(f"0, 3 or 5 stones were expected, not {len(points)}")
    opening = Opening(OPENINGS["swap2"], Game(rules, size))
    for ply, point in enumerate(points):
        if ply == 3:
            opening.play("two")
        opening.play(point)
    return opening


def decide_swap(opening: Opening, seed: int, turn_ms: int) -> list[Action]:
    """Decide in an opening with swaps until the other player's turn: a colour, or ``two`` followed by stones."""
    opening = Opening.replay(opening.rule, opening.game.rules, opening.game.size, opening.actions)
    nodes = NODES if turn_ms > SHORT_MS else SHORT_NODES
    actions: list[Action] = []
    while True:
        actions.append(Decider(opening, seed, nodes=nodes).decide())
        opening.play(actions[-1])
        if not isinstance(opening.turn, StoneTurn):
            return actions
