"""Exercises of finished games: the position where a game was lost, to be held, and the one where it was won."""

import asyncio

from msgspec import Struct, json

from bots.learning.study.findings import StudiedWin
from bots.puzzles import proof_text
from bots.search.solver.proof import load_win
from server.protocol.values import PuzzleKind, Rules, Size
from server.store.database import Database
from server.store.games import library, lines
from server.store.knowledge import studies


class Exercise(Struct, frozen=True):
    """A position of a game to be solved as a puzzle is: the moves before it, and the method of the win.

    The ``proof`` of a win is in the form of `bots.puzzles.proof_text`.
    """

    kind: PuzzleKind
    rules: Rules
    size: Size
    method: str
    moves: list[int]
    proof: str = ""


async def find_defence(db: Database, game: str, viewer: str | None) -> Exercise | None:
    """Return the position of a line's mistake, if one is named and its proof uses only fours and threes."""
    line = await lines.find_line(db, game, viewer)
    history = None if line is None or line.mistake is None else await library.find_game(db, game)
    if line is None or history is None or not lines.is_exercise(line):
        return None
    moves = [move.point for move in history.moves[: line.mistake]]
    return Exercise("defence", line.rules, line.size, line.method, moves)


async def find_attack(db: Database, game: str, viewer: str | None) -> Exercise | None:
    """Return the position from which a game's winner had a proven win at every turn, if its study has the proof."""
    serial = await library.find_seen(db, game, viewer)
    stored = None if serial is None else await studies.find_study(db, serial)
    lesson = None if stored is None else stored.study.lesson
    history = None if lesson is None else await library.find_game(db, game)
    if stored is None or lesson is None or history is None:
        return None
    win = stored.study.moves[lesson.entry].win if lesson.entry < len(stored.study.moves) else None
    if win is None:
        return None
    moves = [move.point for move in history.moves[: lesson.entry]]
    proof = await asyncio.to_thread(_write_proof, win, history.game.size)
    return Exercise("win", history.game.rules, history.game.size, win.method, moves, proof)


def _write_proof(win: StudiedWin, size: int) -> str:
    return proof_text.dump(load_win(json.decode(win.proof)), size)
