"""Puzzles in the HTTP API: the position and the task, never the answer."""

from server.errors import Refused
from server.protocol.query import PuzzlesQuery
from server.protocol.study import PuzzleInfo
from server.puzzles.rating import deviate, find_odds, rate_puzzle
from server.store.database import Database
from server.store.knowledge import puzzles
from server.store.knowledge.puzzles import PuzzleWish
from server.store.records import Puzzle

HALF = 0.5
"""Ratings are shown rounded, and filters compare the rounded ones."""


async def find_puzzle(store: Database, id: int, viewer: str | None) -> PuzzleInfo:
    """Return a puzzle for ``viewer``, a player's id; raises Refused("not_found")."""
    found = await puzzles.find_puzzle(store, id, viewer)
    if found is None:
        raise Refused(code="not_found")
    return _info(found)


async def find_next(store: Database, query: PuzzlesQuery, viewer: str | None) -> PuzzleInfo | None:
    """Return the next puzzle of the requested kind for the viewer; None if there is none."""
    least = 0.0 if query.least is None else find_odds(query.least - HALF)
    most = None if query.most is None else find_odds(query.most + HALF)
    wanted = PuzzleWish(query.kind, query.rules, query.theme, least, most, query.after)
    id = await puzzles.find_next(store, viewer, wanted)
    found = None if id is None else await puzzles.find_puzzle(store, id, viewer)
    return None if found is None else _info(found)


def _info(found: Puzzle) -> PuzzleInfo:
    counted = found.solved + found.prior_solved, found.failed + found.prior_failed
    return PuzzleInfo(
        id=found.id,
        kind=found.kind,
        rules=found.rules,
        size=found.size,
        stones=found.moves,
        to_move="white" if len(found.moves) % 2 else "black",
        rating=rate_puzzle(*counted),
        deviation=deviate(*counted),
        solved=found.solved,
        failed=found.failed,
        themes=found.themes,
        length=found.length,
        yours=found.yours,
        game=found.game,
        ply=None if found.game is None else len(found.moves),
    )
