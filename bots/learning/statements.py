"""What the study of a game says of positions, and what is left of it once more is proven than it knew.

A study names moves after which it found no forced win. Somebody may prove one later, in another game or with more
nodes: then the name goes, and the label with the last of them. Two statements contradict each other where a position is
proven lost in one and named open in another, up to symmetry.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bots.learning.proven import position
from gomoku.board import Board, Color
from gomoku.keys import Keys

Study = Mapping[str, Any]
Move = tuple[int, int]
"""A move that was played or could have been: how many stood before it, and its point."""

LOST = ("lost_here", "not_proven_lost")


class Place(NamedTuple):
    """A position with the side to move, the same for all its images; ``key`` is that of `gomoku.keys`."""

    rules: str
    size: int
    key: int
    position: bytes


def named(study: Study) -> Iterator[Move]:
    """Moves of a game that are said to be open or answer its puzzles, and its suspect: after none of them a forced win
    was found."""
    for ply, review in enumerate(study["moves"]):
        yield from ((ply, move["point"]) for move in review.get("open", ()))
    lesson, suspect = study["lesson"], study.get("suspect")
    if lesson is not None:
        yield from ((lesson["entry"] - 1, move["point"]) for move in lesson["open"])
    if suspect is not None:
        yield suspect["ply"], suspect["point"]
    for puzzle in study.get("puzzles", ()):
        if puzzle["kind"] == "defence":
            yield from ((puzzle["ply"], point) for point in puzzle["solution"])


def undecided(study: Study) -> Iterator[Move]:
    """Moves of which nothing is known, and which are shown."""
    for ply, review in enumerate(study["moves"]):
        yield from ((ply, point) for point in review.get("undecided", ()))


def won(study: Study) -> Iterator[int]:
    """Plies at which, after so many moves of the game, the side to move is said to win by force."""
    for ply, review in enumerate(study["moves"]):
        if review.get("win") is not None:
            yield ply
        if review["label"] in LOST:
            yield ply + 1
    if study["lesson"] is not None:
        yield study["lesson"]["entry"]


def place(rules: str, size: int, moves: Sequence[int]) -> Place:
    """The position after some moves."""
    board = Board.from_stones(size, moves[::2], moves[1::2])
    to_move = Color.WHITE if len(moves) % 2 else Color.BLACK
    key, by = Keys.of(board).least(to_move)
    return Place(rules, size, key, position(board, to_move, by))


def keyed(moves: Sequence[int], size: int, asked: Iterable[Move]) -> dict[int, list[Move]]:
    """Moves of a game by the key of the position after them."""
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


def without(study: Study, lost: Container[Move]) -> dict[str, Any]:
    """The study without moves that are proven to lose by now, and without what it said because of them alone."""
    left = dict(study)
    left["moves"] = [_review(review, ply, lost) for ply, review in enumerate(study["moves"])]
    lesson, suspect = study["lesson"], study.get("suspect")
    if lesson is not None:
        ply = lesson["entry"] - 1
        open_moves = [move for move in lesson["open"] if (ply, move["point"]) not in lost]
        mistake = lesson["mistake"] if open_moves else None
        points = [point for point in lesson["undecided"] if (ply, point) not in lost]
        left["lesson"] = {**lesson, "mistake": mistake, "open": open_moves, "undecided": points}
    if suspect is not None and (suspect["ply"], suspect["point"]) in lost:
        left["suspect"] = None
    left["puzzles"] = [puzzle for each in study.get("puzzles", ()) if (puzzle := _puzzle(each, lost)) is not None]
    return left


def _puzzle(puzzle: Mapping[str, Any], lost: Container[Move]) -> Mapping[str, Any] | None:
    if puzzle["kind"] != "defence":
        return puzzle
    solution = [point for point in puzzle["solution"] if (puzzle["ply"], point) not in lost]
    return {**puzzle, "solution": solution} if solution else None


def _review(review: Mapping[str, Any], ply: int, lost: Container[Move]) -> Mapping[str, Any]:
    open_moves = [move for move in review.get("open", ()) if (ply, move["point"]) not in lost]
    points = [point for point in review.get("undecided", ()) if (ply, point) not in lost]
    if review["label"] not in LOST or (open_moves, points) == (review["open"], review["undecided"]):
        return review
    label = "lost_here" if open_moves else "not_proven_lost" if points else None
    # after the points that go another line wins than after the rest, and which one is not known here
    found = {**review, "label": label, "open": open_moves, "undecided": points, "rest": None}
    return found if label is not None else {**found, "threat": None}


class Contradiction(NamedTuple):
    """What a game's study says against something that is proven, in a line."""

    game: str
    text: str


class Studied(NamedTuple):
    """A game, and what its study says."""

    game: str
    rules: str
    size: int
    moves: Sequence[int]
    study: Study


def contradictions(studies: Iterable[Studied], proven: Iterable[Place] = ()) -> list[Contradiction]:
    """One for each named move after which the other side is proven to win, be it by a study or by a stored proof.

    ``proven`` are positions whose side to move wins.
    """
    wins = dict.fromkeys(proven, "a stored proof")
    kept = list(studies)
    for game, rules, size, moves, study in kept:
        for ply in won(study):
            wins.setdefault(place(rules, size, moves[:ply]), f"game {game}, move {ply}")
    found = []
    for game, rules, size, moves, study in kept:
        for ply, point in dict.fromkeys(named(study)):
            by = wins.get(place(rules, size, [*moves[:ply], point]))
            if by is not None:
                text = f"game {game}: point {point} instead of move {ply + 1} is named, and lost by {by}"
                found.append(Contradiction(game, text))
    return found
