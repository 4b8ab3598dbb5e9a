"""Decided games out of files: JSON lines, or whatever files of games there are."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bots.files import reading
from bots.files.reading import ReadingOptions
from gomoku.board import Color
from gomoku.errors import BadNotation, GomokuError
from gomoku.game import Game, Outcome, Reason
from gomoku.notation.encodings import from_mark, read_text
from gomoku.notation.sgf import record_of_tree
from gomoku.notation.sgf_tree import OF_ONE_GAME
from gomoku.notation.tree import Tree
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


def read(data: bytes, rules: RuleSet) -> Iterator[DecidedGame | BadNotation]:
    """Games of a file, or for each that cannot be read whole what is wrong with it.

    A line of JSON has ``moves`` (names of points, separated by spaces), ``result`` ("black", "white" or "draw") and, if
    need be, ``id`` and ``size``; in place of the result it may have ``winner``, null or one of the names that ``black``
    and ``white`` have. Other files are what `bots.files.reading` takes; their games are called by their numbers.
    """
    format = reading.guess_format("", data)
    if format == "txt":
        text, _ = read_text(data, from_mark(data) or "utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                yield _try_to_load(lambda: _of_json(line, number, rules), number)  # noqa: B023 - called at once
    elif format == "rif":
        yield BadNotation(1, "a federation's file has terms: tengen convert shows them, and makes SGF of it")
    else:
        yield from _of_file(data, format, rules)


def _of_file(data: bytes, format: str, rules: RuleSet) -> Iterator[DecidedGame | BadNotation]:
    told: list[BadNotation] = []
    try:
        source = reading.read(io.BytesIO(data), format, ReadingOptions(any_game=True))
        for number, tree in enumerate(source.trees, start=1):
            if tree.cut is not None:
                yield tree.cut
            else:
                yield _try_to_load(lambda: _of_tree(tree, number, rules), number)  # noqa: B023 - called at once
        told = [error for error in source.skipped.first if error.fault in OF_ONE_GAME]
    except BadNotation as error:
        told = [error]
    yield from told


def _try_to_load(load: Callable[[], DecidedGame], line: int) -> DecidedGame | BadNotation:
    try:
        return load()
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


def _of_tree(tree: Tree, number: int, rules: RuleSet) -> DecidedGame:
    record = record_of_tree(tree)
    game = Game.replay(rules, record.size, record.moves, forbidden_loses=True)
    outcome = game.outcome or record.outcome
    if outcome is None:
        raise BadNotation(number, "RE does not say who won", unit="game")
    return DecidedGame(str(number), record.size, record.moves, outcome)
