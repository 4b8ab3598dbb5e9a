"""The lessons of many games: a row for each game, and a summary."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from statistics import mean, median
from typing import Any

from msgspec import structs

from bots.learning.patterns.extraction import Extractor
from bots.learning.patterns.pattern import CANVAS
from bots.learning.proofs.lesson import Lesson
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Standing
from bots.learning.study.backward_replay import board_after, ended_on_board, replay, to_move
from bots.learning.study.blocked_cells import list_places
from bots.learning.study.study import LESSON_SHARE, PATTERN_NODES, solver
from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.point import name
from gomoku.rulesets import ruleset
from lab.learning.decided_games import DecidedGame, read

Row = dict[str, Any]


class Account:
    """Lessons of games under one rule set, with proofs of at most ``nodes`` stones."""

    def __init__(self, rules: str, nodes: int) -> None:
        self._rules = ruleset(rules)
        self._nodes = nodes
        self._times: list[float] = []  # processor seconds per decided game
        self._plies: list[int] = []  # from the entry to the end of the game
        self._mistakes = 0
        self._failed = 0

    def rows(self, data: bytes) -> Iterator[Row]:
        """Yield a row for each game of a file: its lesson, no entry if nothing is proven, or the error."""
        for game in read(data, self._rules):
            if isinstance(game, BadNotation):
                self._failed += 1
                yield {"error": str(game)}
            elif game.outcome.winner is None:
                yield {"id": game.id, "winner": None}
            else:
                begun = time.process_time()
                row = self._row(game, game.outcome.winner)
                self._times.append(time.process_time() - begun)
                yield row | {"ms": round(self._times[-1] * 1000)}

    def summary(self) -> str:
        """Summarise in one line: share of games with a lesson, plies from the entry to the end, and time per game."""
        if not self._times:
            return "no decided games"
        games, lessons, times = len(self._times), len(self._plies), self._times
        plies = "no plies"
        if self._plies:
            plies = f"{median(self._plies):g} plies (mean {mean(self._plies):.1f}, most {max(self._plies)})"
        return (
            f"{games} decided games, {self._failed} not read; with a lesson {lessons} ({lessons / games:.1%}), "
            f"with a mistake {self._mistakes} ({self._mistakes / games:.1%}); from entry to end {plies}; "
            f"processor time a game {median(times):.2f} s (mean {mean(times):.2f}, most {max(times):.1f})"
        )

    def _row(self, game: DecidedGame, winner: Color) -> Row:
        prover = Prover(solver(self._rules.name, game.size), self._nodes, LESSON_SHARE * self._nodes)
        row: Row = {"id": game.id, "plies": len(game.moves), "winner": winner.name.lower()}
        lesson = replay(prover, game.moves, winner)
        row["proven"] = proven_plies(prover, game.moves, winner)
        if lesson is None:
            return row | {"entry": None}
        self._plies.append(len(game.moves) - lesson.entry)
        self._mistakes += lesson.mistake is not None
        return row | self._lesson(prover, game, lesson)

    def _lesson(self, prover: Prover, game: DecidedGame, lesson: Lesson) -> Row:
        return {
            "entry": lesson.entry,
            "mistake": lesson.mistake,
            "open": [structs.asdict(move) | {"point": name(move.point, game.size)} for move in lesson.open],
            "undecided": [name(point, game.size) for point in lesson.undecided],
            "line": [name(point, game.size) for point in lesson.line],
            "led": list(lesson.led),
        } | self._pattern(prover, game, lesson)

    def _pattern(self, prover: Prover, game: DecidedGame, lesson: Lesson) -> Row:
        """Return the first pattern from the entry on, its ply, and its blocking points in this game."""
        extractor = Extractor(Prover(solver(self._rules.name, CANVAS), PATTERN_NODES))
        for ply in sorted(ply for ply in lesson.attacks if ply >= lesson.entry):
            board = board_after(prover, game.moves[:ply])
            pattern = extractor.pattern(board, lesson.winner, lesson.attacks[ply])
            if pattern is not None:
                points = next(list_places(pattern, board, lesson.winner))
                blocking = [
                    {"point": name(points[dx, dy], game.size), "weight": weight} for dx, dy, weight in pattern.blocking
                ]
                return {"pattern": pattern.key, "pattern_ply": ply, "blocking": blocking}
        return {"pattern": None, "pattern_ply": None, "blocking": []}


def proven_plies(prover: Prover, moves: Sequence[int], winner: Color) -> list[int]:
    """List the plies of the game at which the winner, to move, has a proven win."""
    last = len(moves) - ended_on_board(prover, moves)
    plies = [ply for ply in range(last + 1) if to_move(ply) is winner]
    return [p for p in plies if prover.attack(board_after(prover, moves[:p]), winner).standing is Standing.WON]
