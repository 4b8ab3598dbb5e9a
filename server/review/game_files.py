"""Reads a file of games and judges them by the rules, in a background process, as a file may take long."""

import io
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from bots.files.reading import ReadingOptions, guess_format, read
from gomoku.board import Color
from gomoku.errors import BadNotation, IllegalMove
from gomoku.game import Game, Outcome, Reason
from gomoku.notation.record import GameRecord
from gomoku.notation.sgf import record_of_tree
from gomoku.notation.tree import Skipped
from gomoku.rulesets import ruleset
from server.protocol.values import ColorName, FileNote, ReasonName
from server.trees.tree_file import MOST_TOLD, SHARED_S, describe, held_to_limits, list_notes

MOST_GAMES = 100
"""Most games of one file that are stored."""
MOST_REJECTED = 1000
"""Most invalid games of one file: each has been replayed."""
MOST_NODES = 100_000


@dataclass(frozen=True, slots=True)
class GameFile:
    """A valid game: its record, the rules that it was judged by, and its end."""

    record: GameRecord
    rules: str
    winner: ColorName | None
    reason: ReasonName
    line: list[int] | None


@dataclass(frozen=True, slots=True)
class FileRejected:
    """A rejection for the reason ``code``, with the line, the move and the fault in its detail."""

    code: str
    detail: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FoundGames:
    """The valid games of a file, at least one, and the first of ``skipped`` notes about the rest."""

    games: list[GameFile]
    notes: list[FileNote]
    skipped: int


def load(
    name: str,
    data: bytes,
    reading: ReadingOptions,
    rules: str | None,
    games: Collection[int] | None,
) -> FoundGames | FileRejected:
    """Read the games of a file with these numbers, None for all, and judge them by ``rules``, None for the file's own.
    Invalid games are left out and noted, as long as one is valid.
    """
    format = guess_format(name, data)
    if format == "rif":
        return FileRejected("terms_needed")
    try:
        with held_to_limits(SHARED_S):
            return _load(data, format, reading, rules, games)
    except (MemoryError, TimeoutError):
        return FileRejected("tree_too_large", {"nodes": reading.most})


def _load(
    data: bytes, format: str, reading: ReadingOptions, rules: str | None, games: Collection[int] | None
) -> FoundGames | FileRejected:
    found: list[GameFile] = []
    rejected: list[tuple[int, FileRejected]] = []
    other = Skipped()
    try:
        source = read(io.BytesIO(data), format, reading)
        for number, tree in enumerate(source.trees, start=1):
            if games is not None and number not in games:
                continue
            if len(found) == MOST_GAMES:
                return FileRejected("too_many_games", {"limit": MOST_GAMES})
            game = _judge(lambda: record_of_tree(tree, other, number), rules)  # noqa: B023 - called at once
            if isinstance(game, GameFile):
                found.append(game)
            elif len(rejected) == MOST_REJECTED:
                return FileRejected("too_many_games", {"limit": MOST_GAMES})
            else:
                rejected.append((number, game))
    except BadNotation as error:
        if not found:
            return FileRejected("bad_notation", describe(error))
        source.skipped.tell(error)
    if not found:
        return rejected[0][1] if rejected else FileRejected("bad_game", {"why": "no_moves"})
    notes = [_note(number, each) for number, each in rejected] + list_notes(source.skipped) + list_notes(other)
    skipped = len(rejected) + source.skipped.count + other.count
    return FoundGames(found, notes[:MOST_TOLD], skipped)


def _judge(load: Callable[[], GameRecord], rules: str | None) -> GameFile | FileRejected:
    try:
        record = load()
    except BadNotation as error:
        return FileRejected("bad_notation", describe(error))
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


def _note(number: int, rejected: FileRejected) -> FileNote:
    detail = rejected.detail
    unit = next((unit for unit in ("line", "byte", "node", "move") if unit in detail), "game")
    why = str(detail.get("why", rejected.code))
    return FileNote(why, unit, int(detail.get(unit, number)), str(detail.get("text", "")), number)  # type: ignore[arg-type]  # one of these


def _replay(record: GameRecord, rules: str) -> Game | FileRejected:
    """Replay all moves by the rules; a forbidden move ends the game, and no move may follow an end."""
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
    """Return the winner and the reason. If a file claims an end that the board does not show, only the winner is
    kept.
    """
    if outcome is None or outcome.reason is Reason.ABORTED:
        return None, "unfinished"
    if not on_board and outcome.reason in (Reason.FIVE, Reason.FORBIDDEN, Reason.FULL_BOARD):
        return outcome.winner, "agreed_draw" if outcome.winner is None else "unknown"
    return outcome.winner, _name(outcome.reason)


def _name(reason: Reason) -> ReasonName:
    return reason.value
