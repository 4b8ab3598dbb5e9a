"""A file of a game read whole and judged by the rules, in a process for background work: a file may take its time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gomoku.board import Color
from gomoku.errors import BadNotation, IllegalMove
from gomoku.game import Game, Outcome, Reason
from gomoku.notation import psq, sgf
from gomoku.notation.record import GameRecord
from gomoku.rulesets import ruleset
from server.protocol.values import ColorName, ReasonName

_LOADERS = {"sgf": sgf.load, "psq": psq.load}


@dataclass(frozen=True, slots=True)
class GameFile:
    """A good game: what the file says, the rules that it was judged by, and how it ended."""

    record: GameRecord
    rules: str
    winner: ColorName | None
    reason: ReasonName
    line: list[int] | None


@dataclass(frozen=True, slots=True)
class FileRejected:
    """No game, for the reason ``code``, and what a sentence about it may name: the line, the move, and why."""

    code: str
    detail: dict[str, str | int] = field(default_factory=dict)


def read(_: Callable[[Any], None], format: str, text: str, rules: str | None) -> GameFile | FileRejected:
    """The game in the text of a file; ``rules`` are those that it is to be judged by, None for its own."""
    try:
        record = _LOADERS[format](text)
    except BadNotation as error:
        return FileRejected("bad_notation", {"line": error.line, "why": error.fault, "text": error.text})
    rules = rules or record.rules
    if rules is None:
        return FileRejected("rules_needed")
    game = _replay(record, rules)
    if isinstance(game, FileRejected):
        return game
    winner, reason = _end(game.outcome or record.outcome, game.outcome is not None)
    line = None if game.winning_line is None else list(game.winning_line)
    return GameFile(
        record, rules, None if winner is None else "black" if winner is Color.BLACK else "white", reason, line
    )


def _replay(record: GameRecord, rules: str) -> Game | FileRejected:
    """The game after all moves, judged by the rules; a forbidden move ends it, and nothing may come after an end."""
    if record.size not in ruleset(rules).sizes:
        return FileRejected("bad_size", {"size": record.size})
    if not record.moves:
        return FileRejected("bad_game", {"why": "no_moves"})
    game = Game(ruleset(rules), record.size, forbidden_loses=True)
    for number, point in enumerate(record.moves, start=1):
        try:
            game.play(point)
        except IllegalMove as error:
            return FileRejected("bad_game", {"move": number, "why": error.code})
    return game


def _end(outcome: Outcome | None, on_board: bool) -> tuple[Color | None, ReasonName]:
    """Who won and how. What a file claims of the board, but the board does not show, was agreed upon."""
    if outcome is None or outcome.reason is Reason.ABORTED:
        return None, "unfinished"
    if not on_board and outcome.reason in (Reason.FIVE, Reason.FORBIDDEN, Reason.FULL_BOARD):
        return outcome.winner, "agreed_draw" if outcome.winner is None else "resigned"
    return outcome.winner, _name(outcome.reason)


def _name(reason: Reason) -> ReasonName:
    return reason.value
