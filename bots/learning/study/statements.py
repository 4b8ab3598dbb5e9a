"""Statements of a study about positions, and their revision after new proofs.

A study names moves after which it found no forced win. Another game or a larger search may prove such a win later. The
named move is then removed, and the label with the last named move.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bots.learning.proofs.proven_positions import position
from bots.learning.proofs.verdicts import OpenMove
from bots.learning.study.findings import Before, Label, StudiedMove, StudiedPuzzle, Study
from gomoku.board import Board, Color
from gomoku.keys import Keys

Move = tuple[int, int]
"""A move, played or possible: the number of moves before it and its point."""


class MoveFacts(NamedTuple):
    """Facts about one move from which `make_label` derives its label.

    ``before``: the statement about the position before the move. ``loses``: the opponent is proven to win after it.
    ``let_go``: the move gave up a proven win. ``forced``: passing would have lost.
    """

    before: Before | None
    loses: bool
    let_go: bool
    forced: bool


def make_label(facts: MoveFacts) -> Label | None:
    """Return the label of a move; a losing move is a mistake only if another move is known to be better.

    If every move loses, the move played is no mistake. If that is unknown, the label is ``not_proven_lost``.
    """
    if facts.loses and facts.before in ("won", "held"):
        return "lost_here"
    if facts.loses and facts.before is None:
        return "not_proven_lost"
    if facts.before == "won":
        return "missed_win" if facts.let_go else None
    return "forced" if facts.forced else None


def make_before(won: bool, lost: bool, held: bool) -> Before | None:
    """Return the strongest statement known about a position; a proof outranks a search that found nothing."""
    if won:
        return "won"
    if lost:
        return "lost"
    return "held" if held else None


LOST = ("lost_here", "not_proven_lost")


class CanonicalPosition(NamedTuple):
    """A position with its side to move, the same for all its symmetric images; ``key`` comes from `gomoku.keys`."""

    rules: str
    size: int
    key: int
    position: bytes


def list_named(study: Study) -> Iterator[Move]:
    """Yield the moves of a game after which no forced win was found: open moves, answers of its puzzles, its suspect,
    and the moves where it turned."""
    yield from read_looked(study)
    if study.check is not None and study.check.turn is not None:
        yield from ((study.check.turn.ply, move.point) for move in study.check.turn.open)
    if study.suspect is not None:
        yield study.suspect.ply, study.suspect.point
    for puzzle in study.puzzles:
        if puzzle.kind == "defence":
            yield from ((puzzle.ply, point) for point in puzzle.solution)


def read_looked(study: Study) -> dict[Move, int]:
    """Return the number of nodes spent on the search for a win after each open move."""
    return {(ply, move.point): move.nodes for ply, some in _opens(study) for move in some}


def with_looked(study: Study, nodes: Mapping[Move, int]) -> Study:
    """Return the study after searches with ``nodes`` found no win after these moves either."""

    def told(ply: int, some: Sequence[OpenMove]) -> tuple[OpenMove, ...]:
        return tuple(replace(move, nodes=max(move.nodes, nodes.get((ply, move.point), 0))) for move in some)

    moves = tuple(
        replace(move, open=told(ply, move.open)) if move.open else move for ply, move in enumerate(study.moves)
    )
    lesson = study.lesson and replace(study.lesson, open=told(study.lesson.entry - 1, study.lesson.open))
    return replace(study, moves=moves, lesson=lesson)


def _opens(study: Study) -> Iterator[tuple[int, Sequence[OpenMove]]]:
    """Yield the plies and open moves of the game, then those of the lesson."""
    for ply, move in enumerate(study.moves):
        yield ply, move.open
    if study.lesson is not None:
        yield study.lesson.entry - 1, study.lesson.open


def list_undecided(study: Study) -> Iterator[Move]:
    """Yield the moves shown as undecided."""
    for ply, move in enumerate(study.moves):
        yield from ((ply, point) for point in move.undecided)
    if study.lesson is not None:
        yield from ((study.lesson.entry - 1, point) for point in study.lesson.undecided)


def place(rules: str, size: int, moves: Sequence[int]) -> CanonicalPosition:
    """Return the canonical position after ``moves``."""
    board = Board.from_stones(size, moves[::2], moves[1::2])
    to_move = Color.WHITE if len(moves) % 2 else Color.BLACK
    key, by = Keys.of(board).least(to_move)
    return CanonicalPosition(rules, size, key, position(board, to_move, by))


def key_moves(moves: Sequence[int], size: int, asked: Iterable[Move]) -> dict[int, list[Move]]:
    """Group moves of a game by the key of the position after them."""
    of_ply: dict[int, set[int]] = {}
    for ply, point in asked:
        of_ply.setdefault(ply, set()).add(point)
    found: dict[int, list[Move]] = {}
    keys, color = Keys(size), Color.BLACK
    for ply in range(len(moves) + 1):
        for point in of_ply.get(ply, ()):
            found.setdefault(keys.after(point, color), []).append((ply, point))
        if ply < len(moves):
            keys.turn(moves[ply], color)
            color = color.other
    return found


def without(study: Study, lost: Container[Move]) -> Study:
    """Return the study without the moves in ``lost`` and without statements that rested only on them."""
    lesson, suspect = study.lesson, study.suspect
    if lesson is not None:
        left = _not_lost(lesson.open, lesson.entry - 1, lost)
        points = tuple(point for point in lesson.undecided if (lesson.entry - 1, point) not in lost)
        lesson = replace(
            lesson, mistake=lesson.mistake if left or lesson.won is not None else None, open=left, undecided=points
        )
    if suspect is not None and (suspect.ply, suspect.point) in lost:
        suspect = None
    check = study.check
    if check is not None and check.turn is not None:
        left = _not_lost(check.turn.open, check.turn.ply, lost)
        check = replace(check, turn=replace(check.turn, open=left) if left else None)
    return replace(
        study,
        check=check,
        moves=tuple(_move_without(move, ply, lost) for ply, move in enumerate(study.moves)),
        lesson=lesson,
        suspect=suspect,
        puzzles=tuple(puzzle for each in study.puzzles if (puzzle := _puzzle_without(each, lost)) is not None),
    )


def _not_lost(moves: Sequence[OpenMove], ply: int, lost: Container[Move]) -> tuple[OpenMove, ...]:
    return tuple(move for move in moves if (ply, move.point) not in lost)


def _puzzle_without(puzzle: StudiedPuzzle, lost: Container[Move]) -> StudiedPuzzle | None:
    if puzzle.kind != "defence":
        return puzzle
    solution = tuple(point for point in puzzle.solution if (puzzle.ply, point) not in lost)
    return replace(puzzle, solution=solution) if solution else None


def _move_without(move: StudiedMove, ply: int, lost: Container[Move]) -> StudiedMove:
    left = _not_lost(move.open, ply, lost)
    points = tuple(point for point in move.undecided if (ply, point) not in lost)
    if move.label not in LOST or (left, points) == (move.open, move.undecided):
        return move
    # the removed points lose to a line other than that in ``rest``, and that line is unknown here
    won = move.win is not None
    before = make_before(won, not won and not left and not points, bool(left))
    label = make_label(MoveFacts(before, True, False, move.forced is not None))
    threat = move.threat if label in LOST else None  # the threat exists after the move; it does not answer a pass
    return replace(move, open=left, undecided=points, rest=None, before=before, label=label, threat=threat)


def find_refuted(study: Study) -> set[Move]:
    """Return the moves that the study names or leaves undecided in positions that it proves lost."""
    lost = {ply for ply, move in enumerate(study.moves) if move.before == "lost"}
    return {(ply, point) for ply, point in [*list_named(study), *list_undecided(study)] if ply in lost}
