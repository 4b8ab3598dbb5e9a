"""Openings in Yixin's dialect: ``yxswap2step1`` to 3, ``yxsoosorvstep1`` to 6.

Answers are lines that begin with ``MESSAGE``. Such a manager always writes the row of a point before its column, so we
see its board mirrored; because answers keep the order of its lines, this never matters. Rapfi's variety swaps by a line
instead: after ``INFO rule 5`` or ``6``, where ``INFO swapable`` permits.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bots.engine import CORES
from bots.gomocup.info import MEMORY
from bots.gomocup.protocol import RULE_OF_MASK, BadLine
from bots.gomocup.swap2 import SHORT_MS, SHORT_NODES, decide_swap, lay_swap2
from bots.openings.deciding import Decider
from bots.openings.valuing import NODES
from gomoku.board import Color
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import OPENINGS
from gomoku.openings.turns import Action
from gomoku.point import xy
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset

_SETTINGS = "caution_factor checkmate hash_size max_depth max_node nbest_sym pondering show_detail swapable thread_num"
KEYS: Final = frozenset([*_SETTINGS.split(), "thread_split_depth", "time_increment", "usedatabase"])
"""``INFO`` keys that identify such a manager."""
UNSUPPORTED: Final = ("YXBLOCK", "YXBLOCKUNDO", "YXBLOCKPATH", "YXBLOCKPATHUNDO")
"""Unsupported commands that are followed by lines up to DONE."""
REALTIME: Final = 1  # of ``INFO show_detail``
LIMITS: Final = (
    f"MESSAGE INFO MAX_THREAD_NUM {CORES}",
    f"MESSAGE INFO MAX_HASH_SIZE {(MEMORY >> 10).bit_length() - 1}",
)
"""The answer to ``yxshowinfo``; the second line is a power of two of KiB."""
RENJU: Final = 2
NUMBER_OF_SWAP: Final[Mapping[str, int]] = {"swap_after_first": 5, "swap2": 6}
RULE_OF_NUMBER: Final[Mapping[int, str]] = {
    **RULE_OF_MASK,
    RENJU: "renju",
    **dict.fromkeys(NUMBER_OF_SWAP.values(), "freestyle"),
}
"""The dialect has a number for renju, and its engines have others for freestyle with a swap; elsewhere these are bits
with other meanings."""
MOST_OFFERS: Final = 8


def list_forbidden(game: Game) -> str:
    """Return the answer to ``yxshowforbid``: the points forbidden to black, who is to move; two digits per number."""
    points: list[int] = []
    if game.outcome is None and game.to_move is Color.BLACK:
        cells, rules = game.board.cells, game.rules
        points = [at for at in range(len(cells)) if not cells[at] and rules.forbidden(game.board, at, Color.BLACK)]
    return "FORBID {}.".format("".join("{:02}{:02}".format(*xy(point, game.size)) for point in points))


def lay_to_swap(number: int, swapable: bool, rules: RuleSet, size: int, points: Sequence[int]) -> Opening | None:
    """Return the opening that an ``INFO rule`` number means, if it asks for more than a move; raises IllegalMove.

    That is the case for a first stone that will be swapped, and for a choice where a swap is permitted.
    """
    stones = len(points)
    if number == NUMBER_OF_SWAP["swap2"] and swapable and stones in (3, 5):
        return lay_swap2(rules, size, points)
    if number == NUMBER_OF_SWAP["swap_after_first"] and (stones == 0 or (stones == 1 and swapable)):
        return Opening.replay(OPENINGS["swap_after_first"], rules, size, points)
    return None


def answer_swap2_step(
    step: int, rules: RuleSet, size: int, points: Sequence[int], seed: int, turn_ms: int
) -> list[str]:
    """Return the lines of a step: the first three stones, a choice or two stones after three, a choice after five.

    Raises BadLine for another number of stones, IllegalMove for impossible stones.
    """
    stones = {1: 0, 2: 3, 3: 5}[step]
    if len(points) != stones:
        raise BadLine(f"{stones} stones were expected, not {len(points)}")
    actions = decide_swap(lay_swap2(rules, size, points), seed, turn_ms)
    if actions[0] in ("black", "white"):
        return [f"MESSAGE SWAP2 SWAP{step - 1} {'YES' if actions[0] == 'black' else 'NO'}"]
    laid = [action for action in actions if isinstance(action, int)]
    return [f"MESSAGE SWAP2 MOVE{n} {_place(point, size)}" for n, point in enumerate(laid, stones + 1)]


def answer_soosorv_step(step: int, offers: int, size: int, points: Sequence[int], seed: int, turn_ms: int) -> list[str]:
    """Return the lines of a step of Soosõrv's rule: the first three stones; a swap; the fourth stone and the number of
    offers.

    Then, with ``offers`` (the last step counts them itself): a swap; the fifth stones; one of those after the first
    four points. Raises BadLine, IllegalMove.
    """
    expected = {1: 0, 2: 3, 3: 3, 4: 4, 5: 4}.get(step, max(5, len(points)))
    if len(points) != expected:
        raise BadLine(f"{expected} stones were expected, not {len(points)}")
    if step == 6:
        offers = len(points) - 4
    if step >= 4 and not 1 <= offers <= MOST_OFFERS:
        raise BadLine(f"1 to {MOST_OFFERS} offers were expected, not {offers}")
    actions: list[Action] = list(points[:3])
    if step >= 3:
        actions.append("keep")
    if step >= 4:
        actions += [points[3], offers]
    if step >= 5:
        actions.append("keep")
    if step == 6:
        actions.append(tuple(points[4:]))
    opening = Opening(OPENINGS["soosyrv_8"], Game(ruleset("renju"), size))
    for action in actions:
        opening.play(action)
    nodes = NODES if turn_ms > SHORT_MS else SHORT_NODES

    def decide() -> Action:
        action = Decider(opening, seed, nodes=nodes).decide()
        opening.play(action)
        return action

    return [f"MESSAGE SOOSORV {line}" for line in _soosorv(step, size, decide)]


def _soosorv(step: int, size: int, decide: Callable[[], Action]) -> list[str]:
    if step == 1:
        return [f"MOVE{n} {_place(decide(), size)}" for n in (1, 2, 3)]
    if step in (2, 4):
        return [f"SWAP{step // 2} {'Y' if decide() == 'swap' else 'N'}"]
    if step == 3:
        return [f"MOVE4 {_place(decide(), size)} {decide()}"]
    if step == 6:
        return [f"MOVE5 C {_place(decide(), size)}"]
    offered = decide()
    assert isinstance(offered, tuple)
    return ["MOVE5 REFRESH", *(f"MOVE5 {_place(point, size)}" for point in offered), "MOVE5 DONE"]


def _place(point: Action, size: int) -> str:
    assert isinstance(point, int)
    return "{} {}".format(*xy(point, size))
