"""Decided games out of files: JSON lines, or one game of SGF."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gomoku.board import Color
from gomoku.errors import BadNotation, GomokuError
from gomoku.game import Game, Outcome, Reason
from gomoku.notation import sgf
from gomoku.point import parse
from gomoku.ruleset import RuleSet

RESULTS = {"black": Color.BLACK, "white": Color.WHITE, "draw": None}


@dataclass(frozen=True, slots=True)
class DecidedGame:
    """A game under known rules; ``id`` is what the file calls it, or the number of its line."""

    id: str
    size: int
    moves: tuple[int, ...]
    outcome: Outcome


def read(text: str, rules: RuleSet) -> Iterator[DecidedGame | BadNotation]:
    """Games of a text, or for each that cannot be read what is wrong with it.

    A line of JSON has ``moves`` (names of points, separated by spaces), ``result`` ("black", "white" or "draw") and, if
    need be, ``id`` and ``size``; in place of the result it may have ``winner``, null or one of the names that ``black``
    and ``white`` have. A text that begins with "(" is SGF.
    """
    if text.lstrip().startswith("("):
        yield _try_to_load(_of_sgf, text, 1, rules)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield _try_to_load(_of_json, line, number, rules)


def _try_to_load(
    load: Callable[[str, int, RuleSet], DecidedGame], text: str, line: int, rules: RuleSet
) -> DecidedGame | BadNotation:
    try:
        return load(text, line, rules)
    except BadNotation as error:
        return error
    except KeyError as error:
        return BadNotation(line, f"{error} is missing or unknown")
    except (GomokuError, ValueError, TypeError, AttributeError) as error:
        return BadNotation(line, str(error))


def _of_json(text: str, line: int, rules: RuleSet) -> DecidedGame:
    row = json.loads(text)
    size, winner = row.get("size", 15), _winner(row)
    game = Game.replay(rules, size, [parse(name, size) for name in row["moves"].split()], forbidden_loses=True)
    agreed = Outcome(winner, Reason.AGREED_DRAW if winner is None else Reason.RESIGNED)
    return DecidedGame(str(row.get("id", line)), size, tuple(game.moves), game.outcome or agreed)


def _winner(row: dict[str, Any]) -> Color | None:
    if "result" in row or "winner" not in row:
        return RESULTS[row["result"]]
    return None if row["winner"] is None else {row["black"]: Color.BLACK, row["white"]: Color.WHITE}[row["winner"]]


def _of_sgf(text: str, line: int, rules: RuleSet) -> DecidedGame:
    record = sgf.load(text)
    game = Game.replay(rules, record.size, record.moves, forbidden_loses=True)
    outcome = game.outcome or record.outcome
    if outcome is None:
        raise BadNotation(line, "RE does not say who won")
    return DecidedGame(str(line), record.size, record.moves, outcome)
