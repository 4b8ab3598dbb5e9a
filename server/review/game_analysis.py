"""Access to analyses: the stored games that a viewer may see, and the present form of a study."""

from collections.abc import Sequence

from msgspec import Struct, convert

from server.errors import Refused
from server.moderation import fair_play
from server.moderation.fair_play import GuardedGame
from server.protocol.study import GameAnalysis, LessonCheck, LessonOf, MoveReview, PracticeInfo, SuspectInfo, TrapAt
from server.review.revising import revise
from server.store.database import Database
from server.store.games import library
from server.store.knowledge import patterns, practice, studies
from server.store.sql import read

_VISIBLE = """SELECT * FROM games WHERE id = :id AND black IS NOT NULL
  AND (visibility <> 'private' OR :me IN (owner, player0, player1))"""


class VisibleGame(Struct, frozen=True):
    """A begun game that a viewer may see, as far as its analysis depends on it."""

    serial: int
    rules: str
    size: int
    plies: int
    ended_at: int | None


async def find_visible(store: Database, id: str, viewer: str | None) -> VisibleGame:
    """Return a begun game; raises Refused if the viewer may not see it."""
    rows = await store.fetch(_VISIBLE, {"id": id, "me": viewer})
    if not rows:
        raise Refused(code="unknown_game")
    return read(VisibleGame, rows[0])


async def require_apart(store: Database, id: str, games: Sequence[GuardedGame]) -> None:
    """Raise Refused if an analysis of a game would be help in one of the running ``games``."""
    history = await library.find_game(store, id) if games else None
    if history is not None:
        fair_play.require_apart(games, history.game.size, [move.point for move in history.moves])


async def load(store: Database, id: str, viewer: str | None) -> GameAnalysis:
    """Return the analysis of a game; raises Refused if there is none, or if the viewer may not see it."""
    try:
        game = await find_visible(store, id, viewer)
    except Refused:
        raise Refused(code="not_found") from None
    stored = await studies.find_study(store, game.serial)
    if stored is None:
        raise Refused(code="not_found")
    history = await library.find_game(store, id)
    moves = [] if history is None else [move.point for move in history.moves]
    study = await revise(store, stored.study, game.rules, game.size, moves)
    traps = [TrapAt(key, ply) for key, ply in await patterns.list_by_game(store, game.serial, viewer)]
    return GameAnalysis(
        game=id,
        version=study.version,
        at=stored.at,
        nodes=study.nodes,
        moves=convert(study.moves, list[MoveReview], from_attributes=True),
        effort=study.effort,
        lesson=convert(study.lesson, LessonOf | None, from_attributes=True),
        suspect=convert(study.suspect, SuspectInfo | None, from_attributes=True),
        traps=traps,
        check=convert(study.checked, LessonCheck | None, from_attributes=True),
        practice=await find_practice(store, game.serial),
    )


async def find_practice(store: Database, serial: int) -> PracticeInfo | None:
    """Return what the bot that lost a game has practised since; None before that."""
    return convert(await practice.find_figures(store, serial), PracticeInfo | None, from_attributes=True)
