"""Swap2 as Gomocup's managers ask for it: ``SWAP2BOARD`` with the stones that lie, once or twice in a game."""

from collections.abc import Callable, Sequence

from bots.gomocup.protocol import BadLine, coordinates
from bots.openings.deciding import NODES, Decider
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import OPENINGS
from gomoku.openings.turns import StoneTurn
from gomoku.ruleset import RuleSet

SHORT_MS, SHORT_NODES = 3_000, 200
"""With less time for it, positions are searched with fewer nodes."""


def answer_swap2(
    rules: RuleSet, size: int, points: Sequence[int], seed: int, turn_ms: int, choose: Callable[[Game], int]
) -> str:
    """Three points to begin with; after three or five stones ``SWAP``, which takes black, or the next stone or two.

    ``choose`` is asked for the stone of who stays white. Raises BadLine for any other number of stones, or for stones
    that cannot lie so.
    """
    if len(points) not in (0, 3, 5):
        raise BadLine(f"0, 3 or 5 stones were expected, not {len(points)}")
    opening = Opening(OPENINGS["swap2"], Game(rules, size))
    for ply, point in enumerate(points):
        if ply == 3:
            opening.play("two")
        opening.play(point)
    answer: list[int] = []
    nodes = NODES if turn_ms > SHORT_MS else SHORT_NODES
    while True:
        action = Decider(opening, seed, nodes=nodes).decide()
        if action == "black":
            return "SWAP"
        if action == "white":
            return coordinates(choose(opening.game), size)
        opening.play(action)
        if isinstance(action, int):
            answer.append(action)
            if not isinstance(opening.turn, StoneTurn):
                return " ".join(coordinates(point, size) for point in answer)
