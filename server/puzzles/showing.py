"""Puzzles as the HTTP API shows them: the position and what is asked, never the answer."""

from server.errors import Refused
from server.protocol.query import PuzzlesQuery
from server.protocol.study import PuzzleInfo
from server.puzzles.rating import rating
from server.store import puzzles
from server.store.rows import Puzzle
from server.store.store import Store


async def puzzle(store: Store, id: int, viewer: str | None) -> PuzzleInfo:
    """A puzzle as ``viewer``, a player's id, may see it; raises Refused not_found."""
    found = await puzzles.by_id(store, id, viewer)
    if found is None:
        raise Refused(code="not_found")
    return _info(found)


async def following(store: Store, query: PuzzlesQuery, viewer: str | None) -> PuzzleInfo:
    """The puzzle for the viewer to try next, of the kind and rules asked for; raises Refused not_found."""
    id = await puzzles.following(store, viewer, query.kind, query.rules, query.after)
    if id is None:
        raise Refused(code="not_found")
    return await puzzle(store, id, viewer)


def _info(found: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(
        id=found.id,
        kind=found.kind,
        rules=found.rules,
        size=found.size,
        stones=found.moves,
        to_move="white" if len(found.moves) % 2 else "black",
        rating=rating(found.solved, found.failed),
        solved=found.solved,
        failed=found.failed,
        yours=None if found.yours is None else "solved" if found.yours else "failed",
        game=found.game,
        ply=None if found.game is None else len(found.moves),
    )
