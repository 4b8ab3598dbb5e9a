"""Puzzles as the HTTP API shows them: the position and what is asked, never the answer."""

from server.errors import Refused
from server.protocol.query import PuzzlesQuery
from server.protocol.study import PuzzleInfo
from server.puzzles.rating import rate_puzzle
from server.store import puzzles
from server.store.records import Puzzle
from server.store.store import Store


async def find_puzzle(store: Store, id: int, viewer: str | None) -> PuzzleInfo:
    """A puzzle as ``viewer``, a player's id, may see it; raises Refused not_found."""
    found = await puzzles.find_puzzle(store, id, viewer)
    if found is None:
        raise Refused(code="not_found")
    return _info(found)


async def find_next(store: Store, query: PuzzlesQuery, viewer: str | None) -> PuzzleInfo | None:
    """The puzzle for the viewer to try next, of the kind and rules asked for; None where there is none yet."""
    id = await puzzles.find_next(store, viewer, query.kind, query.rules, query.after)
    found = None if id is None else await puzzles.find_puzzle(store, id, viewer)
    return None if found is None else _info(found)


def _info(found: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(
        id=found.id,
        kind=found.kind,
        rules=found.rules,
        size=found.size,
        stones=found.moves,
        to_move="white" if len(found.moves) % 2 else "black",
        rating=rate_puzzle(found.solved, found.failed),
        solved=found.solved,
        failed=found.failed,
        yours=None if found.yours is None else "solved" if found.yours else "failed",
        game=found.game,
        ply=None if found.game is None else len(found.moves),
    )
