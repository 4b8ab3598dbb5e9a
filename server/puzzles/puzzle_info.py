"""Puzzles in the HTTP API: the position and the task, never the answer."""

from server.errors import Refused
from server.protocol.query import PuzzlesQuery
from server.protocol.study import PuzzleInfo
from server.protocol.values import Rules
from server.puzzles.rating import aim
from server.ratings.glicko2 import PlayerRating
from server.store.database import Database
from server.store.knowledge import puzzles
from server.store.knowledge.puzzles import PuzzleWish
from server.store.people import puzzle_attempts
from server.store.records import Puzzle

USUAL: Rules = "freestyle"
"""The rules for somebody who has not played yet."""
HALF = 0.5
"""Ratings are shown rounded, and filters compare the rounded ones."""


async def find_puzzle(store: Database, id: int, viewer: str | None) -> PuzzleInfo:
    """Return a puzzle for ``viewer``, a player's id; raises Refused("not_found")."""
    found = await puzzles.find_puzzle(store, id, viewer)
    if found is None:
        raise Refused(code="not_found")
    return describe(found)


async def find_next(store: Database, query: PuzzlesQuery, viewer: str | None) -> PuzzleInfo | None:
    """Return the next puzzle of the requested kind for the viewer, near their rating; None if there is none.

    Without rules these are those of the viewer's last game, or the usual ones, if there is a puzzle of that kind for
    them.
    """
    least = None if query.least is None else query.least - HALF
    most = None if query.most is None else query.most + HALF
    near = None if viewer is None else await _find_aim(store, viewer)
    rules = query.rules
    if rules is None and viewer is not None:
        rules = await puzzles.find_last_rules(store, viewer) or USUAL
    for each in dict.fromkeys((rules, query.rules)):
        wanted = PuzzleWish(query.kind, each, query.theme, least, most, query.after)
        id = await puzzles.find_next(store, viewer, wanted, near)
        found = None if id is None else await puzzles.find_puzzle(store, id, viewer)
        if found is not None:
            return describe(found)
    return None


async def _find_aim(store: Database, viewer: str) -> float:
    held = await puzzle_attempts.find_rating(store, viewer)
    return aim(PlayerRating() if held is None else PlayerRating(held.rating, held.deviation, held.volatility))


def describe(found: Puzzle) -> PuzzleInfo:
    """Return a puzzle as its reader sees it, without its answer."""
    return PuzzleInfo(
        id=found.id,
        kind=found.kind,
        rules=found.rules,
        size=found.size,
        stones=found.moves,
        to_move="white" if len(found.moves) % 2 else "black",
        rating=round(found.rating),
        deviation=round(found.deviation),
        solved=found.solved,
        failed=found.failed,
        themes=found.themes,
        length=found.length,
        yours=found.yours,
        game=found.game,
        ply=None if found.game is None else len(found.moves),
    )
