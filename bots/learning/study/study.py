"""The study of a game: labels of its moves with proofs, its lesson, patterns and puzzles, in the form of `findings`.

Proofs are limited by nodes, so studies of the same game are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from msgspec.structs import replace

from bots.engine import Limits, Stop
from bots.learning.patterns.extraction import Extractor
from bots.learning.patterns.pattern import CANVAS, select_essential
from bots.learning.proofs.defence_search import search_defences
from bots.learning.proofs.last_chances import LastChance
from bots.learning.proofs.lesson import Lesson, Suspect
from bots.learning.proofs.proven_positions import Proofs
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.trace import trace
from bots.learning.proofs.verdicts import METHODS, PRESSURE, Attack, Standing, Verdict
from bots.learning.study.backward_replay import board_after, ended_on_board, find_losing_moves, harder, replay, to_move
from bots.learning.study.effort import VERSION
from bots.learning.study.findings import (
    PROVEN,
    FirstFindings,
    StudiedLesson,
    StudiedMove,
    StudiedPattern,
    StudiedPuzzle,
    Study,
    text_of,
    win_of,
)
from bots.learning.study.puzzle_answers import find_puzzles
from bots.learning.study.statements import MoveFacts, find_refuted, make_before, make_label, without
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.solver.proof import win_size
from bots.search.solver.solver import ENTRIES, POSITIONS, Solver
from bots.search.solver.workspace import Workspace
from gomoku.board import Color
from gomoku.game import Reason
from gomoku.rulesets import ruleset

LESSON_SHARE = 100  # nodes for the lesson, in proofs that reach their limit
MOVE_SHARE = 20  # nodes for the labels, in such proofs per move; naming one takes ten
LABELS_SHARE = 200  # nodes for all labels together: a long game takes no longer than people wait
PATTERN_NODES = 5_000  # per proof on the canvas
PATTERN_STEPS = 3_000  # most moves of the winner in a proof that becomes a pattern: a larger one is none to remember
MOST_PATTERNS = 12
STUDY_STEPS = 100_000  # moves of the winner in all proofs that a study keeps: packing and replaying them takes long
SEARCH_NODES = 2_000
SEARCH_BYTES = 1 << 20
NOT_PLAYED_OUT = (Reason.TIMEOUT, Reason.ABANDONED)

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
) -> Study:
    """Study a game of legal moves; ``winner`` is "black", "white" or None, ``reason`` how it ended.

    A proof puts at most ``nodes`` times ``effort``, one of EFFORTS, stones on the board. ``progress`` is called with
    the moves done and their total. ``proofs``, over this process's solver, is consulted first and receives new proofs.
    Raises UnknownRuleSet and BadBoardSize.
    """
    work = _Study(rules, size, moves, nodes * effort, proofs, judged=nodes)
    won_by = None if winner is None else Color[winner.upper()]
    lesson = work.lesson(won_by, Reason(reason))
    found = []
    for ply in range(len(moves)):
        if progress is not None:
            progress(ply, len(moves))
        found.append(work.move(ply))
    _settle(found, lesson)
    work.judge_entry(found, lesson)
    suspect = None
    if won_by is not None and (lesson is not None or Reason(reason) not in NOT_PLAYED_OUT):
        suspect = work.suspect(lambda ply: found[ply].forced is not None, won_by, lesson)
    patterns = work.patterns(lesson) if lesson is not None else ()
    if progress is not None:
        progress(len(moves), len(moves))
    made = Study(
        version=VERSION,
        nodes=nodes * effort,
        effort=effort,
        moves=tuple(found),
        lesson=work.studied(lesson),
        suspect=suspect,
        patterns=patterns,
        puzzles=work.puzzles(found),
    )
    return without(made, find_refuted(made))


def first(
    rules: str,
    size: int,
    moves: list[int],
    winner: str,
    reason: str,
    nodes: int,
    told: Callable[[FirstFindings], None],
    proofs: Proofs | None = None,
) -> FirstFindings:
    """Return the first findings about a game: its lesson or a suspect, reported to ``told`` at once, then the patterns.

    They equal the study's own, except that the suspect is known less well: not every move has been asked about.
    """
    work = _Study(rules, size, moves, nodes, proofs)
    won_by = Color[winner.upper()]
    lesson, suspect = work.lesson(won_by, Reason(reason)), None
    if lesson is not None or Reason(reason) not in NOT_PLAYED_OUT:
        suspect = work.suspect(work.forced, won_by, lesson)
    found = FirstFindings(lesson=work.studied(lesson), suspect=suspect)
    told(found)
    return found if lesson is None else replace(found, patterns=work.patterns(lesson))


def teach(
    rules: str,
    size: int,
    moves: Sequence[int],
    winner: Color,
    reason: Reason,
    nodes: int,
    proofs: Proofs | None = None,
) -> Lesson | None:
    """Return only the lesson, the same as the study's; ``proofs`` is used as there."""
    return _Study(rules, size, moves, nodes, proofs).lesson(winner, reason)


@cache
def solver(rules: str, size: int) -> Solver:
    """Return this process's solver for a rule set and size; all of them share a workspace."""
    return Solver(ruleset(rules), size, workspace=_workspace())


@cache
def _workspace() -> Workspace:
    return Workspace(ENTRIES, POSITIONS)


@lru_cache(8)
def _search(rules: str, size: int) -> Deepening:
    return Deepening(ruleset(rules), size, SEARCH_BYTES)


class _Study:
    """A game being studied."""

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
        self._judged = judged or nodes  # of each search of the judge of puzzle answers
        self._moves = moves
        self._prover = Prover(solver(rules, size), nodes, 0, proofs=proofs)
        self._over = ended_on_board(self._prover, moves)
        self._choices: dict[int, int] = {}
        """The search's move after this many moves, where it was asked."""
        self._labels_from: int | None = None
        """Nodes spent when the first move was asked about."""
        self._lost: set[int] = set()
        """Numbers of moves after which the side to move faces a started proven win."""
        self._begun: dict[int, Attack] = {}
        """The rest of a started proven win, by number of moves."""

    def lesson(self, winner: Color | None, reason: Reason) -> Lesson | None:
        """Find the lesson; a game that was not played out has one only if its end is proven."""
        if winner is None:
            return None
        self._prover.allow(LESSON_SHARE * self._nodes)
        lesson = replay(self._prover, self._moves, winner)
        if lesson is not None and reason in NOT_PLAYED_OUT and len(self._moves) not in lesson.attacks:
            return None
        return lesson

    def move(self, ply: int) -> StudiedMove:
        """Make the findings about one move; call it for the moves in order."""
        self._allow_a_move()
        mover, played = to_move(ply), self._moves[ply]
        board = board_after(self._prover, self._moves[:ply])
        win = self._attack_at(ply)
        if win is not None and win.win.move == played:
            self._begin(ply, win)
        threat = self._prover.attack(board, mover.other).attack
        forced = self._find_threat(ply, threat)
        found = StudiedMove(
            eval=self._estimate(ply + 1),
            forced=forced,
            win=None if win is None else win_of(win),
            choice=self._choices.get(ply),
        )
        won, lost, held, shown = win is not None, ply in self._lost, False, threat
        after = self._attack_at(ply + 1)
        if after is not None and not lost:
            result = harder(self._prover, board, mover.other, after)
            known = {played} if win is None else {played, win.win.move}
            left = tuple(move for move in result.open() if move.point not in known)
            undecided = tuple(point for point in result.left() if point not in known)
            lost, held = not won and result.standing is Standing.WON, bool(left)
            if not lost:
                losing, rest, forbidden = find_losing_moves(self._prover, board, mover, result)
                found = replace(found, open=left, undecided=undecided, lost=losing, rest=rest, forbidden=forbidden)
                shown = after
        before = make_before(won, lost, held)
        let_go = after is None and win is not None and self._is_missed(ply, win)
        label = make_label(MoveFacts(before, after is not None, let_go, forced is not None))
        return replace(found, before=before, label=label, threat=None if shown is None else win_of(shown))

    def _begin(self, ply: int, win: Attack) -> None:
        """Record a proven win whose first move was played: the rest of it wins after every answer."""
        self._lost.add(ply + 1)
        if ply + 1 < len(self._moves):
            left = dict(win.win.answers).get(self._moves[ply + 1], win.win.threat)
            if left is not None:
                self._begun[ply + 2] = Attack(win.method, left)

    def judge_entry(self, found: list[StudiedMove], lesson: Lesson | None) -> None:
        """Label the move before the entry as losing, also where its proof exceeds what the solver finds directly."""
        if lesson is None or lesson.entry == 0:
            return
        ply = lesson.entry - 1
        if found[ply].before is None and found[ply].label in (None, "forced"):
            board = board_after(self._prover, self._moves[:ply])
            lost, rest, forbidden = find_losing_moves(self._prover, board, to_move(ply), lesson.defence)
            before = make_before(lesson.won is not None, False, bool(lesson.open))
            found[ply] = replace(
                found[ply],
                label=make_label(MoveFacts(before, True, False, found[ply].forced is not None)),
                before=before,
                threat=win_of(lesson.attacks[lesson.entry]),
                open=lesson.open,
                undecided=lesson.undecided,
                lost=lost,
                rest=rest,
                forbidden=forbidden,
            )

    def suspect(self, forced: Callable[[int], bool], winner: Color, lesson: Lesson | None) -> Suspect | None:
        """Find the loser's last free move where no mistake is named: not forced, not known to lose, and not lost
        before."""
        if lesson is not None and lesson.mistake is not None:
            return None
        end = len(self._moves) if lesson is None else lesson.entry
        left = LESSON_SHARE * self._nodes
        for ply in range(end - 1, -1, -1):
            if to_move(ply) is winner or forced(ply):
                continue
            self._prover.allow(left)
            before, board = self._prover.spent, board_after(self._prover, self._moves[: ply + 1])
            found = self._prover.press(board, winner, PRESSURE * self._nodes)
            left -= self._prover.spent - before
            if found.standing is not Standing.WON and found.pressed is not None:
                return Suspect(ply, self._moves[ply], METHODS[-1], found.pressed)
        return None

    def _estimate(self, ply: int) -> int | None:
        """Return the value for black of the position after ``ply`` moves, by the search where nothing is proven."""
        moves, color = self._moves, to_move(ply)
        if ply == len(moves) and self._over:
            sign = 1 if color is Color.WHITE else -1
            return sign * PROVEN
        sign = 1 if color is Color.BLACK else -1
        if ply in self._lost:
            return -sign * PROVEN
        if self._attack_at(ply) is not None:
            return sign * PROVEN
        board = board_after(self._prover, moves[:ply])
        if board.full:
            return 0
        search = _search(self._prover.rules.name, self._prover.size)
        found = search.search(board, color, moves[ply - 1], Limits(nodes=SEARCH_NODES), Stop())
        if not found.moves:
            return None
        self._choices[ply], value = found.moves[0]
        return sign * max(1 - PROVEN, min(PROVEN - 1, value))

    def _attack_at(self, ply: int) -> Attack | None:
        """Return the win of the side to move after ``ply`` moves, None also where the game is over."""
        if ply > len(self._moves) or (ply == len(self._moves) and self._over):
            return None
        found = self._prover.attack(board_after(self._prover, self._moves[:ply]), to_move(ply)).attack
        return found or self._begun.get(ply)

    def _is_missed(self, ply: int, win: Attack) -> bool:
        """Tell whether the move let a proven win go: a defence withstands it, and it was not proven again a turn
        later."""
        if self._moves[ply] == win.win.move or (ply + 1 == len(self._moves) and self._over):
            return False
        if self._attack_at(ply + 2) is not None:
            return False
        mover = to_move(ply)
        result = search_defences(self._prover, board_after(self._prover, self._moves[: ply + 1]), mover, win)
        return Verdict(result.standing, None, result.refuted).withstands(win.method)

    def _allow_a_move(self) -> None:
        """Allow the proofs about one more move, as far as those about the moves before have left any."""
        if self._labels_from is None:
            self._labels_from = self._prover.spent
        left = LABELS_SHARE * self._nodes - (self._prover.spent - self._labels_from)
        self._prover.allow(max(0, min(MOVE_SHARE * self._nodes, left)))

    def forced(self, ply: int) -> bool:
        """Tell whether a pass instead of the move would have lost."""
        self._allow_a_move()
        board = board_after(self._prover, self._moves[:ply])
        return self._prover.attack(board, to_move(ply).other).attack is not None

    def _find_threat(self, ply: int, threat: Attack | None) -> str | None:
        """Return the loss that a pass would have allowed."""
        if threat is None:
            return None
        board, attacker = board_after(self._prover, self._moves[:ply]), to_move(ply).other
        if win_size(threat.win, len(board.cells)) is None:  # more than a four and the answers to it
            return threat.method
        length = trace(self._prover.rules, board, attacker, threat.win).length
        return {1: "five", 2: "four"}.get(length, threat.method)

    def patterns(self, lesson: Lesson) -> tuple[StudiedPattern, ...]:
        """Extract the patterns of the lesson's attacks, the entry's first, each with its ply."""
        self._prover.allow(LESSON_SHARE * self._nodes)
        bare = Prover(solver(self._prover.rules.name, CANVAS), PATTERN_NODES)
        extractor = Extractor(bare)
        found, plies = [], dict[str, int]()
        for ply in sorted(lesson.attacks, key=lambda ply: (ply < lesson.entry, ply)):
            if win_size(lesson.attacks[ply].win, PATTERN_STEPS) is None:
                continue
            pattern = extractor.pattern(
                board_after(self._prover, self._moves[:ply]), lesson.winner, lesson.attacks[ply]
            )
            if pattern is not None:
                found.append(pattern)
                plies.setdefault(pattern.key, ply)
        return tuple(
            StudiedPattern.of(pattern, plies[pattern.key]) for pattern in select_essential(found, MOST_PATTERNS)
        )

    def studied(self, lesson: Lesson | None) -> StudiedLesson | None:
        """Convert the lesson, with the position that lost the game."""
        if lesson is None:
            return None
        chance = LastChance.of(self._prover.size, self._moves, lesson)
        return StudiedLesson(
            winner=text_of(lesson.winner),
            entry=lesson.entry,
            method=lesson.attacks[lesson.entry].method,
            mistake=lesson.mistake,
            open=lesson.open,
            undecided=lesson.undecided,
            line=lesson.line,
            led=lesson.led,
            won=lesson.won,
            last_chance=None if chance is None else chance.to_stored(),
        )

    def puzzles(self, found: Sequence[StudiedMove]) -> tuple[StudiedPuzzle, ...]:
        """Find positions to solve."""
        search = _search(self._prover.rules.name, self._prover.size)
        return find_puzzles(self._prover, search, self._judged, self._moves, found)


def _settle(found: list[StudiedMove], lesson: Lesson | None) -> None:
    """Replace estimates by the results of the backward walk."""
    if lesson is None:
        return
    for ply in lesson.attacks:
        if ply >= max(lesson.entry, 1):
            found[ply - 1] = replace(found[ply - 1], eval=PROVEN if lesson.winner is Color.BLACK else -PROVEN)
