"""Swap2 as Gomocup's managers ask for it: ``SWAP2BOARD`` with the stones that lie, once or twice in a game; and as we
ask it of the engines of others."""

import re
from collections.abc import Callable, Sequence

from bots.gomocup.protocol import BadLine, coordinates, point_at
from bots.openings.deciding import Decider
from bots.openings.valuing import NODES
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import OPENINGS
from gomoku.openings.turns import Action, StoneTurn
from gomoku.ruleset import RuleSet

SHORT_MS, SHORT_NODES = 3_000, 200
"""With less time for it, positions are searched with fewer nodes."""

ASKED_AT = (0, 3, 5)
"""Numbers of stones at which there is something to decide."""

ANSWER = re.compile(
    r"(?P<swap>SWAP)|(?P<points>[0-9]{1,3}\s*,\s*[0-9]{1,3}(\s+[0-9]{1,3}\s*,\s*[0-9]{1,3}){0,2})",
    re.ASCII | re.IGNORECASE,
)
_POINT = re.compile(r"([0-9]+)\s*,\s*([0-9]+)", re.ASCII)


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


def read_swap2(line: str, opening: Opening) -> tuple[Action, ...] | None:
    """What an engine does that answers so: its actions, and the move that follows when it stays white.

    None for what is no answer to what the opening asks, or may not be done.
    """
    found = ANSWER.fullmatch(line)
    if found is None:
        return None
    stones, size = len(opening.stones), opening.game.size
    try:
        points = tuple(point_at(int(x), int(y), size) for x, y in _POINT.findall(line))
        actions = _actions(stones, points)
        follow = Opening.replay(opening.rule, opening.game.rules, size, opening.actions)
        for action in actions or ():
            if follow.turn is not None:
                follow.play(action)
            elif isinstance(action, int):
                follow.game.check(action)
    except (BadLine, IllegalMove):
        return None
    return actions


def _actions(stones: int, points: tuple[int, ...]) -> tuple[Action, ...] | None:
    """What these points, or none of them for a swap, mean after so many stones."""
    match stones, len(points):
        case 0, 3:
            return points
        case ((3 | 5), 0):
            return ("black",)
        case ((3 | 5), 1):
            return ("white", *points)
        case 3, 2:
            return ("two", *points)
    return None
