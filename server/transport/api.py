"""Answers of the JSON API about stored games, and their export to files of a notation."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from msgspec.structs import replace

from gomoku.board import Color
from gomoku.game import Outcome, Reason
from gomoku.notation import psq, sgf
from gomoku.notation.record import GameRecord
from server.errors import Refused
from server.protocol.api import GameHistory, GamePage, LevelScore
from server.protocol.events import Moved
from server.protocol.query import GamesQuery
from server.protocol.shapes import ColorName, Notation, Who
from server.store.library import may_see
from server.store.rows import GameFilter
from server.store.store import Store

DAY_MS = 86_400_000

_TYPES = {"sgf": "application/x-go-sgf; charset=utf-8", "psq": "text/plain; charset=utf-8"}
_COLORS: dict[ColorName, Color] = {"black": Color.BLACK, "white": Color.WHITE}


async def games(store: Store, query: GamesQuery, viewer: str | None) -> GamePage:
    """A page of the library: public games, and those of the viewer, who is a player's id."""
    wanted = GameFilter(
        player=query.player,
        level=query.level,
        rules=query.rules,
        result=query.result,
        since=None if query.since is None else _midnight_ms(query.since),
        until=None if query.until is None else _midnight_ms(query.until) + DAY_MS,
        visible_to=viewer,
    )
    return await store.games(wanted, query.cursor, query.limit)


async def game(store: Store, id: str, viewer: str | None) -> GameHistory:
    """One game; raises Refused not_found where there is none that the viewer may see.

    A private game is shown to its players only. What a bot runs with stays hidden until the game is over: with the
    seed in hand its next move could be computed. So do its reasons in a rated game: they would be advice. How much it
    had learned by then is never told: that counts the games of others.
    """
    history = await store.game(id)
    if history is None or not may_see(history, viewer):
        raise Refused(code="not_found")
    if history.game.result is not None:
        return history if history.bot is None else replace(history, bot=replace(history.bot, learned=0))
    return replace(_without_reasons(history) if history.game.rated else history, bot=None)


def _without_reasons(history: GameHistory) -> GameHistory:
    events = [replace(event, why=None, forced=None) if isinstance(event, Moved) else event for event in history.events]
    return replace(history, moves=[replace(move, why=None, forced=None) for move in history.moves], events=events)


async def scores(store: Store, viewer: str | None) -> list[LevelScore]:
    """What the viewer has reached against the bots; raises Refused bad_token for nobody."""
    if viewer is None:
        raise Refused(code="bad_token")
    return await store.scores(viewer)


@dataclass(frozen=True)
class Export:
    """A game as a file."""

    filename: str
    type: str
    body: bytes


def export(history: GameHistory, notation: Notation) -> Export:
    """Write a game in a notation; measured at 0.6 ms for 225 moves, so it runs where it is called."""
    text = (sgf if notation == "sgf" else psq).dump(record(history))
    return Export(f"tengen-{history.game.id}.{notation}", _TYPES[notation], text.encode())


def record(history: GameHistory) -> GameRecord:
    """A stored game as a record of `gomoku.notation`: the moves that stand, with their times."""
    game = history.game
    outcome = None
    if game.result is not None and game.result.reason != "unfinished":
        winner = game.result.winner
        outcome = Outcome(None if winner is None else _COLORS[winner], Reason(game.result.reason))
    return GameRecord(
        size=game.size,
        moves=tuple(move.point for move in history.moves),
        rules=game.rules,
        black=_name(game.black),
        white=_name(game.white),
        outcome=outcome,
        date=datetime.fromtimestamp(game.started_at / 1000, UTC).strftime("%Y-%m-%d"),
        think_ms=tuple(move.think_ms for move in history.moves),
        left_ms=tuple(move.left_ms for move in history.moves),
    )


def _name(who: Who) -> str:
    return who.name if who.level is None else f"Bot, level {who.level}"


def _midnight_ms(day: date) -> int:
    return (day - date(1970, 1, 1)).days * DAY_MS
