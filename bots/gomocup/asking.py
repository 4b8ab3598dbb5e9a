"""Questions to external engines in openings, and the parsing of their answers.

Swap2 uses ``SWAP2BOARD``, as Gomocup's managers do. Yixin's dialect asks swap2 and Soosõrv-8 step by step, as its board
does, and the swap after the first stone by a number of ``INFO rule``, as Rapfi does. We write the column of a point
before its row there too: such an engine sees our board mirrored, and its answers keep the order of our lines.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from bots.gomocup.protocol import MASK_OF_RULE, MINE, THEIRS, BadLine, coordinates, point_at
from bots.gomocup.yixin import NUMBER_OF_SWAP
from gomoku.errors import IllegalMove
from gomoku.openings.opening import Opening
from gomoku.openings.turns import Action, ChoiceTurn, OfferTurn, PickTurn, StoneTurn, Word

Actions = tuple[Action, ...]

_POINT: Final = r"[0-9]{1,3}\s*,\s*[0-9]{1,3}"
_POINTS: Final = re.compile(r"([0-9]+)\s*,\s*([0-9]+)", re.ASCII)
_ANSWER: Final = re.compile(rf"SWAP|{_POINT}(\s+{_POINT}){{0,2}}", re.ASCII | re.IGNORECASE)
_STEP: Final = re.compile(
    r"MESSAGE\s+(?:SWAP2|SOOSORV)\s+"
    r"(?P<what>MOVE[1-5]|SWAP[12])(?P<word>\s+[A-Z]+)?(?P<numbers>(?:\s+[0-9]{1,3}){0,3})",
    re.ASCII | re.IGNORECASE,
)
_LINE_HEARD: Final = re.compile(rf"{_ANSWER.pattern}|UNKNOWN.*", re.ASCII | re.IGNORECASE)
_STEP_HEARD: Final = re.compile(rf"{_STEP.pattern}|UNKNOWN.*", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OpeningQuestion:
    """The lines that ask an engine for an action, and the lines that restore its settings afterwards.

    ``answer`` matches the relevant lines, ``last`` tells whether such a line is the last one, and ``read`` converts
    them to the engine's actions until the other player's turn, plus the following move when it stays white; None for a
    meaningless answer.
    """

    lines: tuple[str, ...]
    answer: re.Pattern[str]
    last: Callable[[str], bool]
    read: Callable[[Sequence[str]], Actions | None]
    afterwards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """A way to ask in some opening; ``ask`` returns None where it does not apply."""

    name: str
    ask: Callable[[Opening], OpeningQuestion | None]
    dialect: bool = False


def may_do(opening: Opening, actions: Actions) -> bool:
    """Tell whether the rules allow all these actions."""
    follow = Opening.replay(opening.rule, opening.game.rules, opening.game.size, opening.actions)
    try:
        for action in actions:
            if follow.turn is not None:
                follow.play(action)
            elif isinstance(action, int):
                follow.game.check(action)
    except IllegalMove:
        return False
    return True


# --- by one line ------------------------------------------------------------------------------------------------------


def _ask_swap2board(opening: Opening) -> OpeningQuestion | None:
    if _step(opening, _SWAP2_STEPS) is None:
        return None
    stones = [coordinates(point, opening.game.size) for point in opening.stones]
    return OpeningQuestion(("SWAP2BOARD", *stones, "DONE"), _LINE_HEARD, _at_once, partial(_read_line, opening, 3))


def _ask_swap1(opening: Opening) -> OpeningQuestion | None:
    """Ask by the number for a swap after the first stone, which also implies freestyle."""
    rules, size = opening.game.rules.name, opening.game.size
    if rules != "freestyle" or len(opening.stones) > 1:
        return None
    lines = ["BEGIN"]
    if opening.stones:
        lines = ["INFO swapable 1", "BOARD", f"{coordinates(opening.stones[0], size)},{THEIRS}", "DONE"]
    afterwards = ("INFO swapable 0", f"INFO rule {MASK_OF_RULE[rules]}")
    rule = f"INFO rule {NUMBER_OF_SWAP[opening.rule.name]}"
    return OpeningQuestion((rule, *lines), _LINE_HEARD, _at_once, partial(_read_line, opening, 1), afterwards)


def _at_once(_: str) -> bool:
    return True


def _read_line(opening: Opening, first: int, lines: Sequence[str]) -> Actions | None:
    """Parse the first stones, ``SWAP`` (takes black), the move of a player who stays white, or two stones."""
    found = _POINTS.findall(lines[-1]) if _ANSWER.fullmatch(lines[-1]) else []
    points = _points(opening, [(int(x), int(y)) for x, y in found])
    match opening.turn, points:
        case StoneTurn(), tuple() if len(points) == first:
            return points
        case ChoiceTurn(), () if lines[-1].upper() == "SWAP":
            return ("black",)
        case ChoiceTurn(), (point,):
            return ("white", point)
        case ChoiceTurn(), (_, _):
            return ("two", *points)
    return None


# --- step by step -----------------------------------------------------------------------------------------------------

Steps = Mapping[tuple[type, int], int]
"""Step number by the kind of turn and the number of stones."""

_SWAP2_STEPS: Final[Steps] = MappingProxyType({(StoneTurn, 0): 1, (ChoiceTurn, 3): 2, (ChoiceTurn, 5): 3})
_SOOSORV_STEPS: Final[Steps] = MappingProxyType(
    {
        **{(StoneTurn, 0): 1, (ChoiceTurn, 3): 2, (StoneTurn, 3): 3},
        **{(ChoiceTurn, 4): 4, (OfferTurn, 4): 5, (PickTurn, 4): 6},
    }
)


def _step(opening: Opening, steps: Steps) -> int | None:
    return steps.get((type(opening.turn), len(opening.stones)))


def _ask_swap2_step(opening: Opening) -> OpeningQuestion | None:
    step, stones = _step(opening, _SWAP2_STEPS), opening.stones
    if step is None:
        return None
    lines = [f"yxswap2step{step}"]
    if stones:
        owners = [THEIRS, MINE] * 3  # as the side to move sees them, after an odd number of stones
        told = [f"{coordinates(point, opening.game.size)},{owners[ply]}" for ply, point in enumerate(stones)]
        lines = ["yxboard", *told, "done", *lines]
    return OpeningQuestion(tuple(lines), _STEP_HEARD, _is_last, partial(_read_steps, opening, ("white", "black")))


def _ask_soosorv_step(opening: Opening) -> OpeningQuestion | None:
    step = _step(opening, _SOOSORV_STEPS)
    if step is None:
        return None
    lines = [f"yxsoosorvstep{step} {opening.declared}" if step in (4, 5) else f"yxsoosorvstep{step}"]
    if step > 1:
        points = (*opening.stones, *opening.offered)
        lines += [*(coordinates(point, opening.game.size) for point in points), "done"]
    return OpeningQuestion(tuple(lines), _STEP_HEARD, _is_last, partial(_read_steps, opening, ("keep", "swap")))


def _is_last(line: str) -> bool:
    """Tell whether a line is the last of those that place or offer stones."""
    found = _STEP.fullmatch(line)
    if found is None:
        return True
    what, word = found["what"].upper(), (found["word"] or "").strip().upper()
    swap2 = line.split()[1].upper() == "SWAP2"
    match what:
        case "MOVE1" | "MOVE2":
            return False
        case "MOVE4":
            return not swap2
        case "MOVE5":
            return swap2 or word in ("DONE", "C")
    return True


def _read_steps(opening: Opening, words: tuple[Word, Word], lines: Sequence[str]) -> Actions | None:
    """Parse answers yes and no into words, stones and a number in the order of the lines, and offered points
    together."""
    found = [found for found in map(_STEP.fullmatch, lines) if found is not None]
    if len(found) < len(lines):
        return None
    word = (found[-1]["word"] or "").strip().upper()
    if found[-1]["what"].upper().startswith("SWAP"):
        return (words[word[0] == "Y"],) if word[:1] in ("Y", "N") else None
    numbers = [[int(number) for number in each["numbers"].split()] for each in found]
    points = _points(opening, [(each[0], each[1]) for each in numbers if len(each) > 1])
    match opening.turn, points:
        case OfferTurn(), tuple():
            return (points,)
        case StoneTurn(), (_, _, _):
            return points
        case StoneTurn(), (fourth,) if len(numbers[-1]) == 3:
            return (fourth, numbers[-1][2])
        case ChoiceTurn(), (_, _):
            return ("two", *points)
        case PickTurn(), (_,):
            return points
    return None


def _points(opening: Opening, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...] | None:
    try:
        return tuple(point_at(x, y, opening.game.size) for x, y in pairs)
    except BadLine:
        return None


WAYS: Final[Mapping[str, tuple[Way, ...]]] = MappingProxyType(
    {
        "swap2": (Way("SWAP2BOARD", _ask_swap2board), Way("yxswap2", _ask_swap2_step, dialect=True)),
        "soosyrv_8": (Way("yxsoosorv", _ask_soosorv_step, dialect=True),),
        "swap_after_first": (Way("INFO rule 5", _ask_swap1, dialect=True),),
    }
)
"""Ways to ask in each opening rule, in order of preference; other opening rules are not asked."""
