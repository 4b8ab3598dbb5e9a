"""Revises stored studies: statements that later proofs have refuted are withdrawn at once.

The games concerned are studied again too, but that may take a while. A stored proof of the position after a move
refutes it, and so does the lesson of another game whose win is proven from that position on: its proof may be too large
to be stored.
"""

from collections.abc import Iterable, Sequence

from bots.learning.study import statements
from bots.learning.study.findings import Study
from bots.learning.study.statements import Move
from server.store.database import Database
from server.store.games import library
from server.store.knowledge import lessons, proofs, studies
from server.store.knowledge.jobs import Job
from server.store.sql import Conflict


async def revise(store: Database, study: Study, rules: str, size: int, moves: Sequence[int]) -> Study:
    """Return the study of a game of these moves without the statements that are refuted today."""
    asked = statements.key_moves(moves, size, [*statements.list_named(study), *statements.list_undecided(study)])
    won = await proofs.list_won(store, rules, size, asked)
    for key, game, entry in await proofs.list_entries(store, rules, size, asked):
        history = await library.find_game(store, game)
        if history is not None:
            other = [move.point for move in history.moves[:entry]]
            won.add((key, statements.place(rules, size, other).position))
    lost = {move for key, position in won for move in _find_moves(asked[key], rules, size, moves, position)}
    return statements.without(study, lost) if lost else study


def _find_moves(asked: Iterable[Move], rules: str, size: int, moves: Sequence[int], position: bytes) -> Iterable[Move]:
    """Yield the moves that lead to a position; others may share its key."""
    for ply, point in asked:
        if statements.place(rules, size, [*moves[:ply], point]).position == position:
            yield ply, point


async def revise_concerned(store: Database, around: Iterable[tuple[str, int, int]], now: int) -> list[Job]:
    """Store the studies and lessons of games that new proofs refute in part, queue these games, and return them.

    A study names nothing that is refuted when it is stored, so games do not queue each other for ever. ``around`` are
    rules, size and key of the proven positions and of those a move before them.
    """
    revised = []
    for job in await proofs.list_concerned(store, around):
        stored, history = await studies.find_study(store, job.serial), await library.find_game(store, job.game)
        if stored is None or history is None:
            continue
        game, moves = history.game, [move.point for move in history.moves]
        study = await revise(store, stored.study, game.rules, game.size, moves)
        if study == stored.study:
            continue
        lesson, again = lessons.keep(job.serial, study, now), proofs.queue_again(job.serial, now)
        try:
            await store.execute(*studies.replace(job.serial, stored.study, study), lesson, again)
        except Conflict:  # it was studied or deleted at this moment
            continue
        revised.append(job)
    return revised
