"""Swap2 as Gomocup's managers ask for it: ``SWAP2BOARD`` with the stones that lie, once or twice in a game."""

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
"""With less time for it, positions are searched with fewer nodes."""

ASKED_AT = (0, 3, 5)
"""Numbers of stones at which there is something to decide."""


def answer_in_line(opening: Opening, seed: int, turn_ms: int, choose: Callable[[Game], int]) -> str:
    """The stones to begin with; where colours are chosen ``SWAP``, which takes black, or the next stone or two.

    ``choose`` is asked for the stone of who stays white.
    """
    actions = decide_swap(opening, seed, turn_ms)
    size = opening.game.size
    if actions == ["black"]:
        return "SWAP"
    if actions == ["white"]:
        return coordinates(choose(opening.game), size)
    return " ".join(coordinates(action, size) for action in actions if isinstance(action, int))


def lay_swap2(rules: RuleSet, size: int, points: Sequence[int]) -> Opening:
    """The opening in which these stones lie; raises BadLine where it asks nothing then, IllegalMove."""
    if len(points) not in ASKED_AT:
        raise BadLine(f"0, 3 or 5 stones were expected, not {len(points)}")
    opening = Opening(OPENINGS["swap2"], Game(rules, size))
    for ply, point in enumerate(points):
        if ply == 3:
            opening.play("two")
        opening.play(point)
    return opening


def decide_swap(opening: Opening, seed: int, turn_ms: int) -> list[Action]:
    """What we do in an opening with swaps until the other player is asked: a colour, or stones, after ``two``."""
    opening = Opening.replay(opening.rule, opening.game.rules, opening.game.size, opening.actions)
    nodes = NODES if turn_ms > SHORT_MS else SHORT_NODES
    actions: list[Action] = []
    while True:
        actions.append(Decider(opening, seed, nodes=nodes).decide())
        opening.play(actions[-1])
        if not isinstance(opening.turn, StoneTurn):
            return actions
