"""What a game teaches, as plain data: labels of its moves with their proofs, its lesson, patterns and puzzles.

Proofs are limited by nodes, so a game that is studied twice gives the same. Points in the data are those of the board,
proofs are what `Win.dump` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

from bots.engine import Limits, Stop
from bots.learning.answers import decidable
from bots.learning.backward import board_after, ended_on_board, harder, replay, to_move
from bots.learning.extract import Extractor
from bots.learning.lesson import METHODS, QUICK, Attack, Lesson, OpenMove, Standing, Suspect, Verdict
from bots.learning.losing import losing
from bots.learning.memory import LastChance
from bots.learning.pattern import CANVAS
from bots.learning.proven import Proofs
from bots.learning.prover import Prover
from bots.learning.siege import PRESSURE, besiege
from bots.learning.subsume import essential
from bots.learning.trace import trace
from bots.learning.version import VERSION
from bots.search.deepening import Deepening
from bots.search.solver import ENTRIES, POSITIONS, Solver
from bots.search.tables import Workspace
from gomoku.board import Color
from gomoku.game import Reason
from gomoku.rulesets import ruleset

LESSON_SHARE = 100  # nodes for the lesson, in proofs that reach their limit
MOVE_SHARE = 20  # nodes for the labels, in such proofs a move; to name one takes ten
PATTERN_NODES = 5_000  # a proof on the canvas
MOST_PATTERNS = 12
MOST_PUZZLES = 4
MOST_LEFT = 3  # moves, named or undecided, in a puzzle of defence
LONG = 2  # the attacker's moves, to the one that nothing stops, that make a win a puzzle
PROVEN = 10_000  # what an estimate never reaches
SEARCH_NODES = 2_000
SEARCH_BYTES = 1 << 20
NOT_PLAYED_OUT = (Reason.TIMEOUT, Reason.ABANDONED)

Data = dict[str, Any]
Progress = Callable[[int, int], None]


def study(
    rules: str,
    size: int,
    moves: list[int],
    winner: str | None,
    reason: str,
    nodes: int,
    progress: Progress | None = None,
    proofs: Proofs | None = None,
    effort: int = 1,
) -> Data:
    """Study of a game of legal moves; ``winner`` is "black", "white" or None, ``reason`` how it ended.

    A proof puts at most ``nodes`` stones on the board, times ``effort``, one of `bots.learning.effort`. ``progress``
    is told of the moves done and of all. ``proofs``, over this process's solver, are asked first, and told of what is
    proven. Raises UnknownRuleSet and BadBoardSize.
    """
    work = _Study(rules, size, moves, nodes * effort, proofs, judged=nodes)
    won_by = None if winner is None else Color[winner.upper()]
    lesson = work.lesson(won_by, Reason(reason))
    labels = []
    for ply in range(len(moves)):
        if progress is not None:
            progress(ply, len(moves))
        labels.append(work.move(ply))
    _settle(labels, lesson)
    work.judge_entry(labels, lesson)
    suspect = None
    if won_by is not None and (lesson is not None or Reason(reason) not in NOT_PLAYED_OUT):
        suspect = work.suspect(labels, won_by, lesson)
    patterns = work.patterns(lesson) if lesson is not None else []
    if progress is not None:
        progress(len(moves), len(moves))
    return {
        "version": VERSION,
        "nodes": nodes * effort,
        "effort": effort,
        "moves": labels,
        "lesson": work.lesson_data(lesson),
        "suspect": suspect and suspect._asdict(),
        "patterns": patterns,
        "puzzles": work.puzzles(labels),
    }


def teach(
    rules: str, size: int, moves: Sequence[int], winner: Color, reason: Reason, nodes: int
) -> tuple[Lesson | None, list[Data]]:
    """Lesson and patterns alone, the same as those of the study."""
    work = _Study(rules, size, moves, nodes)
    lesson = work.lesson(winner, reason)
    return lesson, [] if lesson is None else work.patterns(lesson)


@cache
def solver(rules: str, size: int) -> Solver:
    """The solver of this process for a rule set and size; all of them work in the same place."""
    return Solver(ruleset(rules), size, workspace=_workspace())


@cache
def _workspace() -> Workspace:
    return Workspace(ENTRIES, POSITIONS)


@cache
def _search(rules: str, size: int) -> Deepening:
    return Deepening(ruleset(rules), size, SEARCH_BYTES)


class _Study:
    """One game being studied."""

    def __init__(
        self,
        rules: str,
        size: int,
        moves: Sequence[int],
        nodes: int,
        proofs: Proofs | None = None,
        judged: int | None = None,
    ) -> None:
        self._nodes = nodes
        self._judged = judged or nodes  # of each search of who judges answers to puzzles
        self._moves = moves
        self._prover = Prover(solver(rules, size), nodes, 0, proofs=proofs)
        self._over = ended_on_board(self._prover, moves)

    def lesson(self, winner: Color | None, reason: Reason) -> Lesson | None:
        """The lesson; a game that was not played out teaches only where its end is proven."""
        if winner is None:
            return None
        self._prover.allow(LESSON_SHARE * self._nodes)
        lesson = replay(self._prover, self._moves, winner)
        if lesson is not None and reason in NOT_PLAYED_OUT and len(self._moves) not in lesson.attacks:
            return None
        return lesson

    def move(self, ply: int) -> Data:
        """What is to be said of one move."""
        self._prover.allow(MOVE_SHARE * self._nodes)
        mover, played = to_move(ply), self._moves[ply]
        board = board_after(self._prover, self._moves[:ply])
        win = self._prover.attack(board, mover).attack
        threat = self._prover.attack(board, mover.other).attack
        forced = self._forced(ply, threat)
        data: Data = {"label": None, "eval": self._estimate(ply + 1), "forced": forced, "open": [], "undecided": []}
        after = self._attack_at(ply + 1)
        shown = threat
        if after is not None:
            siege = harder(self._prover, board, mover.other, after)
            left = [move for move in siege.open() if move.point != played]
            undecided = [point for point in siege.left() if point != played]
            if left or undecided:
                data["label"] = "lost_here" if left else "not_proven_lost"
                data["open"] = _open_data(left)
                data["undecided"] = undecided
                data |= losing(self._prover, board, mover, siege)
                shown = after
        if data["label"] is None and win is not None and self._missed(ply, win):
            data["label"] = "missed_win"
        if data["label"] is None and win is None and forced is not None:
            data["label"] = "forced"
        return data | {"win": _attack_data(win), "threat": _attack_data(shown)}

    def judge_entry(self, labels: Sequence[Data], lesson: Lesson | None) -> None:
        """The move before the entry lost, also where its proof is more than the solver finds by itself."""
        if lesson is None or lesson.entry == 0:
            return
        data = labels[lesson.entry - 1]
        if data["label"] in (None, "forced"):
            data["label"] = "not_proven_lost" if lesson.mistake is None else "lost_here"
            data["threat"] = _attack_data(lesson.attacks[lesson.entry])
            data["open"] = _open_data(lesson.open)
            data["undecided"] = list(lesson.undecided)
            before = board_after(self._prover, self._moves[: lesson.entry - 1])
            data |= losing(self._prover, before, to_move(lesson.entry - 1), lesson.siege)

    def suspect(self, labels: Sequence[Data], winner: Color, lesson: Lesson | None) -> Suspect | None:
        """The loser's last free move where no mistake is named: not forced, not known to lose, and not lost before."""
        if lesson is not None and lesson.mistake is not None:
            return None
        end = len(self._moves) if lesson is None else lesson.entry
        for ply in range(end - 1, -1, -1):
            if to_move(ply) is winner or labels[ply]["forced"] is not None:
                continue
            self._prover.allow(LESSON_SHARE * self._nodes)
            board = board_after(self._prover, self._moves[: ply + 1])
            found = self._prover.press(board, winner, PRESSURE * self._nodes)
            if found.standing is not Standing.WON and found.pressed is not None:
                return Suspect(ply, self._moves[ply], METHODS[-1], found.pressed)
        return None

    def _estimate(self, ply: int) -> int | None:
        """Value of the position after so many moves for black, by the search where nothing is proven."""
        moves, color = self._moves, to_move(ply)
        if ply == len(moves) and self._over:
            sign = 1 if color is Color.WHITE else -1
            return sign * PROVEN
        sign = 1 if color is Color.BLACK else -1
        if self._attack_at(ply) is not None:
            return sign * PROVEN
        board = board_after(self._prover, moves[:ply])
        if board.full:
            return 0
        search = _search(self._prover.rules.name, self._prover.size)
        found = search.search(board, color, moves[ply - 1], Limits(nodes=SEARCH_NODES), Stop())
        return sign * max(1 - PROVEN, min(PROVEN - 1, found.moves[0][1])) if found.moves else None

    def _attack_at(self, ply: int) -> Attack | None:
        """The win of the side to move after so many moves, None also where the game is over."""
        if ply > len(self._moves) or (ply == len(self._moves) and self._over):
            return None
        return self._prover.attack(board_after(self._prover, self._moves[:ply]), to_move(ply)).attack

    def _missed(self, ply: int, win: Attack) -> bool:
        """Whether the move let a proven win go: a defence withstands it, and it was not proven again a turn later."""
        if self._moves[ply] == win.win.move or (ply + 1 == len(self._moves) and self._over):
            return False
        if self._attack_at(ply + 2) is not None:
            return False
        mover = to_move(ply)
        siege = besiege(self._prover, board_after(self._prover, self._moves[: ply + 1]), mover, win)
        return Verdict(siege.standing, None, siege.refuted).withstands(win.method)

    def _forced(self, ply: int, threat: Attack | None) -> str | None:
        """What passing would have lost to."""
        if threat is None:
            return None
        board, attacker = board_after(self._prover, self._moves[:ply]), to_move(ply).other
        length = trace(self._prover.rules, board, attacker, threat.win).length
        return {1: "five", 2: "four"}.get(length, threat.method)

    def patterns(self, lesson: Lesson) -> list[Data]:
        """Patterns of the lesson's attacks, the entry's first, each with its ply."""
        self._prover.allow(LESSON_SHARE * self._nodes)
        bare = Prover(solver(self._prover.rules.name, CANVAS), PATTERN_NODES)
        extractor = Extractor(bare)
        found, plies = [], dict[str, int]()
        for ply in sorted(lesson.attacks, key=lambda ply: (ply < lesson.entry, ply)):
            pattern = extractor.pattern(
                board_after(self._prover, self._moves[:ply]), lesson.winner, lesson.attacks[ply]
            )
            if pattern is not None:
                found.append(pattern)
                plies.setdefault(pattern.key, ply)
        return [pattern.to_json() | {"ply": plies[pattern.key]} for pattern in essential(found, MOST_PATTERNS)]

    def lesson_data(self, lesson: Lesson | None) -> Data | None:
        """The lesson, and the position that lost the game."""
        if lesson is None:
            return None
        chance = LastChance.of(self._prover.size, self._moves, lesson)
        return {
            "winner": lesson.winner.name.lower(),
            "entry": lesson.entry,
            "mistake": lesson.mistake,
            "open": _open_data(lesson.open),
            "undecided": list(lesson.undecided),
            "line": list(lesson.line),
            "led": list(lesson.led),
            "last_chance": chance and chance.to_json(),
        }

    def puzzles(self, labels: Sequence[Data]) -> list[Data]:
        """Positions to solve: the first of a run of proven wins, and last chances with few answers."""
        return list(islice(self._puzzles(labels), MOST_PUZZLES))

    def _puzzles(self, labels: Sequence[Data]) -> Iterator[Data]:
        for ply, label in enumerate(labels):
            win = label["win"]
            before = labels[ply - 2]["win"] if ply >= 2 else None
            long = win is not None and win["method"] in QUICK and len(win["line"]) >= 2 * LONG - 1
            if long and before is None and self._decidable(ply):
                solution = {"method": win["method"], "solution": win["line"], "proof": win["proof"]}
                yield {"kind": "win", "ply": ply} | solution
            left, threat = [move["point"] for move in label["open"]], label["threat"]
            few = left and len(left) + len(label["undecided"]) <= MOST_LEFT and threat["method"] in QUICK
            if few and self._alone(ply + 1):
                solution = {"method": threat["method"], "solution": left, "proof": None}
                yield {"kind": "defence", "ply": ply} | solution

    def _alone(self, ply: int) -> bool:
        """Whether the solver finds the win there by itself, as the judge of answers must: proofs are forgotten."""
        board = board_after(self._prover, self._moves[:ply])
        return Prover(self._prover.solver, self._judged).attack(board, to_move(ply)).attack is not None

    def _decidable(self, ply: int) -> bool:
        """Whether it can be told of most moves if they are as good as the proven win."""
        board = board_after(self._prover, self._moves[:ply])
        search = _search(self._prover.rules.name, self._prover.size)
        return decidable(self._prover.solver, search, self._judged, board, to_move(ply), self._moves[ply - 1])


def _open_data(moves: Iterable[OpenMove]) -> list[Data]:
    return [move._asdict() for move in moves]


def _settle(labels: Sequence[Data], lesson: Lesson | None) -> None:
    """What the walk back proved is no matter of estimates, whoever is to move."""
    if lesson is None:
        return
    for ply in lesson.attacks:
        if ply >= max(lesson.entry, 1):
            labels[ply - 1]["eval"] = PROVEN if lesson.winner is Color.BLACK else -PROVEN


def _attack_data(attack: Attack | None) -> Data | None:
    if attack is None:
        return None
    return {"method": attack.method, "line": attack.win.longest(), "proof": attack.win.dump()}
