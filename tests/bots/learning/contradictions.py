"""Contradictions between studies: one proves lost a position, up to symmetry, that another names as open."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bots.learning.study.findings import Study
from bots.learning.study.statements import LOST, CanonicalPosition, list_named, place


class Contradiction(NamedTuple):
    """A statement of a study that contradicts a proof; ``text`` is one line."""

    game: str
    text: str


class StudiedGame(NamedTuple):
    """A game and its study."""

    game: str
    rules: str
    size: int
    moves: Sequence[int]
    study: Study


def list_won(study: Study) -> Iterator[int]:
    """Yield the plies at which the study states a forced win for the side to move."""
    for ply, move in enumerate(study.moves):
        if move.win is not None:
            yield ply
        if move.label in LOST or move.before == "lost":
            yield ply + 1
    if study.lesson is not None:
        yield study.lesson.entry


def contradictions(studies: Iterable[StudiedGame], proven: Iterable[CanonicalPosition] = ()) -> list[Contradiction]:
    """List the named moves after which a study or a stored proof shows a win of the opponent.

    ``proven`` are positions whose side to move wins.
    """
    wins = dict.fromkeys(proven, "a stored proof")
    kept = list(studies)
    for game, rules, size, moves, study in kept:
        for ply in list_won(study):
            wins.setdefault(place(rules, size, moves[:ply]), f"game {game}, move {ply}")
    found = []
    for game, rules, size, moves, study in kept:
        for ply, point in dict.fromkeys(list_named(study)):
            by = wins.get(place(rules, size, [*moves[:ply], point]))
            if by is not None:
                text = f"game {game}: point {point} instead of move {ply + 1} is named, and lost by {by}"
                found.append(Contradiction(game, text))
    return found
