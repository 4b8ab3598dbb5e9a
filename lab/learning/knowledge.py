"""Knowledge from lost games, as rows of plain data and in the form that players use."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import convert, to_builtins

from bots.engine import Numbers
from bots.learning.players.book import Choices
from bots.learning.players.experience import Experience, Looking
from bots.learning.players.published import LearnedPositions
from bots.learning.proofs.known_positions import Known
from bots.learning.proofs.last_chances import LastChance, Memory
from bots.learning.proofs.lesson import Lesson, StoredLastChance
from bots.learning.proofs.proven_positions import Proofs, Row
from bots.learning.study.findings import PROVEN
from bots.learning.study.study import solver, teach
from bots.tuning.training_games import TrainingGame, TrainingMove, Winner
from gomoku.board import Board, Color
from gomoku.keys import Keys
from lab.learning.decided_games import DecidedGame
from lab.learning.plan import RULES, SIZE

Data = dict[str, Any]


class Knowledge(NamedTuple):
    """Learned knowledge: lost and proven positions, the book of own games, and weights, if any."""

    positions: LearnedPositions | None = None
    experience: Experience | None = None
    weights: Numbers | None = None


UNTAUGHT = Knowledge()


class MemoryShelf:
    """A shelf of proven rows in memory, all of one rule set and size."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows: dict[int, list[Row]] = {}
        for row in rows:
            self._rows.setdefault(row.key, []).append(row)

    def rows(self, rules: str, size: int, key: int) -> list[Row]:
        """Return the rows with a key."""
        return self._rows.get(key, [])


def study_game(game: DecidedGame, nodes: int, known: Iterable[Row] = ()) -> Data:
    """Study a game and return plain data: the lesson and the new proven rows.

    Each proof takes at most ``nodes``; positions in ``known`` are not proven again.
    """
    winner = game.outcome.winner
    assert winner is not None
    proofs = Proofs(solver(RULES, game.size), MemoryShelf(known))
    lesson = teach(RULES, game.size, game.moves, winner, game.outcome.reason, nodes, proofs)
    rows = [_pack(row) for row in proofs.fresh.values()]
    return {"lesson": _lesson(game, lesson), "rows": rows}


def _lesson(game: DecidedGame, lesson: Lesson | None) -> Data | None:
    if lesson is None:
        return None
    chance = LastChance.of(game.size, game.moves, lesson)
    return {
        "entry": lesson.entry,
        "mistake": lesson.mistake,
        "open": [move.point for move in lesson.open],
        "chance": chance and to_builtins(chance.to_stored()),
    }


def rows_of(studies: Iterable[Data]) -> dict[tuple[int, bytes], Row]:
    """Unpack the proven rows of studies, by key and position."""
    rows = (_unpack(row) for study in studies for row in study["rows"])
    return {(row.key, row.position): row for row in rows}


def positions_of(studies: Sequence[Data]) -> LearnedPositions:
    """Build the learned positions of studies."""
    rows = rows_of(studies).values()
    lessons = (study["lesson"] for study in studies)
    stored = [convert(lesson["chance"], StoredLastChance) for lesson in lessons if lesson and lesson["chance"]]
    known = Known.of(rows, MemoryShelf(rows))
    return LearnedPositions(RULES, 1, Memory(map(LastChance.of_stored, stored)), {SIZE: known})


def to_training_game(moves: tuple[int, ...], winner: Color | None, study: Data | None) -> TrainingGame:
    """Convert a game for the training of weights; from its study they use the mistake, the open moves, and the proven
    end."""
    told: Winner | None = None if winner is None else "black" if winner is Color.BLACK else "white"
    lesson = study and study["lesson"]
    if not lesson:
        return TrainingGame(RULES, SIZE, moves, told)
    sign = PROVEN if winner is Color.BLACK else -PROVEN
    studied = tuple(
        TrainingMove(
            sign if ply + 1 >= lesson["entry"] else None, tuple(lesson["open"]) if ply == lesson["mistake"] else ()
        )
        for ply in range(len(moves))
    )
    return TrainingGame(RULES, SIZE, moves, told, studied)


class Remembered:
    """Caches alternatives by key; ``fresh`` collects those not known before."""

    def __init__(self, known: Mapping[int, Choices], chooser: Looking) -> None:
        self._known = dict(known)
        self._chooser = chooser
        self.fresh: dict[int, Choices] = {}

    def choices(self, size: int, moves: tuple[int, ...]) -> Choices:
        """Return the alternatives after some moves."""
        board = Board.from_stones(size, moves[::2], moves[1::2])
        key = Keys.of(board).key(Color(1 + len(moves) % 2))
        if key not in self._known:
            self._known[key] = self.fresh[key] = self._chooser.choices(size, moves)
        return self._known[key]


def _pack(row: Row) -> list[Any]:
    """Convert a row to plain data without rules and size, which are fixed."""
    texts = (b64encode(part).decode() for part in (row.position, row.seal, row.proof))
    return [row.key, row.won, row.method, row.length, row.nodes, *texts]


def _unpack(data: Sequence[Any]) -> Row:
    key, won, method, length, nodes, *texts = data
    position, seal, proof = map(b64decode, texts)
    return Row(RULES, SIZE, key, position, won, method, length, nodes, seal, proof)
