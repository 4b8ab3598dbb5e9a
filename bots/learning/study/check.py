"""The check of a study: the questions to the strongest search, and what is left of the study by its answers.

The solver names a move as saving if it finds no forced win after it, and a slow loss escapes it. So the search looks
at each named move, and at the position before the mistake: a move or position that it scores as clearly lost is not
named. Where the mistake falls, the walk goes back to the loser's earlier moves, until a position is not scored as lost
and a move there withstands.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from bots.learning.proofs.last_chances import with_open
from bots.learning.proofs.verdicts import METHODS, OpenMove
from bots.learning.study.effort import recheck_nodes
from bots.learning.study.findings import PositionScore, StudiedMove, StudiedPuzzle, Study, TurningPoint
from bots.learning.study.statements import LOST, Move, MoveFacts, make_before, make_label, read_looked

LOSING: Final = 140
"""Score from which the search counts a side as clearly losing. LEARNING.md tells how often a stronger program
agrees."""
MOST: Final = 16
"""Most answers for one game: a bound of its time."""


class ScoreQuestion(NamedTuple):
    """A position after ``ply`` moves: the score of the move ``point`` is wanted, or of the best move other than the one
    played, which is known to lose."""

    ply: int
    point: int | None


Walk = Generator[ScoreQuestion, PositionScore | None, TurningPoint | None]


def find_question(study: Study, moves: Sequence[int], laid: int) -> ScoreQuestion | None:
    """Return the next question about a study of a game, None if there is none. Nobody chose its first ``laid``
    stones."""
    return _follow(study, moves, laid)[0]


def with_answer(study: Study, answer: PositionScore) -> Study:
    """Return a study with one more answer."""
    assert study.check is not None
    return replace(study, check=replace(study.check, answers=(*study.check.answers, answer)))


def with_check(study: Study, before: Study) -> Study:
    """Return a new study of a game with the answers about the earlier one: the positions are the same."""
    check = before.check
    if check is None:
        return study
    return replace(study, check=replace(check, done=False, turn=None, again=check.done or check.again))


def settle(study: Study, moves: Sequence[int], laid: int) -> Study:
    """Return what is left of a study by the answers so far; once no question is left, its check is done."""
    check = study.check
    if check is None:
        return study
    if check.nodes == 0:
        return replace(study, check=replace(check, done=True))
    question, turn = _follow(study, moves, laid)
    scores = {(each.ply, each.point): each.score for each in check.answers}
    named = read_looked(study)
    lost = {ply for (ply, point), score in scores.items() if point is None and score <= -LOSING}
    doubted = {
        (ply, point)
        for ply, point in named
        if ply in lost or (question is None and (ply, point) not in scores) or scores.get((ply, point), 0) <= -LOSING
    }
    left = _with_scores(_without_doubted(study, doubted, moves), scores, check.nodes)
    return replace(left, check=replace(check, done=question is None, turn=turn))


def _follow(study: Study, moves: Sequence[int], laid: int) -> tuple[ScoreQuestion | None, TurningPoint | None]:
    """Lead the walk through the known answers: to the first question without one, or to its end."""
    check = study.check
    if check is None or check.nodes == 0:
        return None, None
    known = {ScoreQuestion(each.ply, each.point): each for each in check.answers}
    walk = _walk(study, moves, laid, check.nodes)
    try:
        question = next(walk)
        while True:
            answer = known.get(question)
            if answer is None and len(known) < MOST:
                return question, None
            question = walk.send(answer)
    except StopIteration as end:
        found: TurningPoint | None = end.value
        return None, found


def _walk(study: Study, moves: Sequence[int], laid: int, nodes: int) -> Walk:
    """Ask where the game was lost, then about the other named moves. An answer is None when there were enough."""
    turn = yield from _find_turn(study, moves, laid, nodes)
    for ply, point in read_looked(study):
        yield ScoreQuestion(ply, point)
    return turn


def _find_turn(study: Study, moves: Sequence[int], laid: int, nodes: int) -> Walk:
    lesson, suspect = study.lesson, study.suspect
    if lesson is not None:
        ply = lesson.entry - 1
        if lesson.won is not None:
            return None
    elif suspect is not None:  # nothing is proven: is the game lost at its end at all?
        ply = len(moves) - 1 - (len(moves) - 1 - suspect.ply) % 2
        played = yield ScoreQuestion(ply, moves[ply])
        if played is None or played.score > -LOSING:
            return None
    else:
        return None
    while ply >= max(1, laid):
        before = yield ScoreQuestion(ply, None)
        if before is None:
            return None
        if before.score > -LOSING:
            named = [] if lesson is None or ply != lesson.entry - 1 else [move.point for move in lesson.open]
            named += [move.point for move in study.moves[ply].open]
            held = []
            for point in dict.fromkeys([*named, *([] if before.best is None else [before.best])]):
                after = yield ScoreQuestion(ply, point)
                if after is not None and after.score > -LOSING:
                    held.append(_name(study, ply, point, after.score, nodes))
            if held:
                return TurningPoint(ply, tuple(held), before.score)
        ply -= 2
    return None


def _name(study: Study, ply: int, point: int, score: int, nodes: int) -> OpenMove:
    looked = read_looked(study).get((ply, point), recheck_nodes(study))
    return OpenMove(point, METHODS[-1], looked, nodes, score)


def _with_scores(study: Study, scores: dict[tuple[int, int | None], int], nodes: int) -> Study:
    def scored(ply: int, some: Sequence[OpenMove]) -> tuple[OpenMove, ...]:
        return tuple(
            replace(move, searched=nodes, score=scores[ply, move.point]) if (ply, move.point) in scores else move
            for move in some
        )

    moves = tuple(
        replace(move, open=scored(ply, move.open)) if move.open else move for ply, move in enumerate(study.moves)
    )
    lesson = study.lesson and replace(study.lesson, open=scored(study.lesson.entry - 1, study.lesson.open))
    return replace(study, moves=moves, lesson=lesson)


def _without_doubted(study: Study, doubted: set[Move], moves: Sequence[int]) -> Study:
    """Return a study that leaves the doubted moves undecided, without what rested on them alone: bots play none of
    them in the position that lost."""
    lesson = study.lesson
    if lesson is not None:
        ply = lesson.entry - 1
        left = tuple(move for move in lesson.open if (ply, move.point) not in doubted)
        chance = lesson.last_chance
        lesson = replace(
            lesson,
            last_chance=chance and with_open(chance, moves[:ply], (move.point for move in left)),
            open=left,
            undecided=_joined(lesson.undecided, lesson.open, left),
            mistake=lesson.mistake if left or lesson.won is not None else None,
        )
    return replace(
        study,
        lesson=lesson,
        moves=tuple(_move_without(move, ply, doubted) for ply, move in enumerate(study.moves)),
        puzzles=tuple(_puzzles_without(study.puzzles, doubted)),
    )


def _move_without(move: StudiedMove, ply: int, doubted: set[Move]) -> StudiedMove:
    left = tuple(each for each in move.open if (ply, each.point) not in doubted)
    if left == move.open:
        return move
    before = make_before(move.win is not None, move.before == "lost", bool(left))
    facts = MoveFacts(before, move.label in LOST, move.label == "missed_win", move.forced is not None)
    undecided = _joined(move.undecided, move.open, left)
    return replace(move, open=left, undecided=undecided, before=before, label=make_label(facts))


def _joined(undecided: Sequence[int], named: Sequence[OpenMove], left: Sequence[OpenMove]) -> tuple[int, ...]:
    return (*undecided, *(move.point for move in named if move not in left))


def _puzzles_without(puzzles: Sequence[StudiedPuzzle], doubted: set[Move]) -> Iterator[StudiedPuzzle]:
    for puzzle in puzzles:
        solution = tuple(point for point in puzzle.solution if (puzzle.ply, point) not in doubted)
        if puzzle.kind != "defence" or solution == puzzle.solution:
            yield puzzle
        elif solution:
            yield replace(puzzle, solution=solution)
