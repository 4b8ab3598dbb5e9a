"""The library in the HTTP API: stored games, and their export to files."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from msgspec.structs import replace

from gomoku import point
from gomoku.board import Color
from gomoku.errors import BadPoint, ForbiddenReason
from gomoku.game import Game, Outcome, Reason
from gomoku.notation import psq, sgf
from gomoku.notation.record import GameRecord
from gomoku.openings.patterns import find_pattern
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset
from server.errors import Refused
from server.protocol.api import Explored, GameHistory, GamePage, GameSummary, LevelScore, SlowGame, Vacations
from server.protocol.events import Chose, Created, Declared, Moved, Proposed, Seated
from server.protocol.query import ExplorerQuery, GamesQuery
from server.protocol.values import (
    ByoYomiSpec,
    CanadianSpec,
    ClockSpec,
    ColorName,
    CorrespondenceSpec,
    Language,
    Notation,
    Result,
    RoomRating,
)
from server.ratings.ledger import find_pool, name_pool
from server.rooms.room_ratings import read_rating
from server.rooms.vacations import make_vacations
from server.store.database import Database
from server.store.games import correspondence, explorer_lookup, library
from server.store.games.library import may_see
from server.store.people.people_lists import find_players
from server.store.records import GameFilter
from server.transport.file_words import FILE_WORDS, FileWords

DAY_MS = 86_400_000

_TYPES = {"sgf": "application/x-go-sgf; charset=utf-8", "psq": "text/plain; charset=utf-8"}
_COLORS: dict[ColorName, Color] = {"black": Color.BLACK, "white": Color.WHITE}


async def games(store: Database, query: GamesQuery, viewer: str | None) -> GamePage:
    """Return a page of the library: public games, and those of the viewer, who is a player's id."""
    wanted = GameFilter(
        player=query.player,
        level=query.level,
        rules=query.rules,
        result=query.result,
        since=_from_ms(query.since),
        until=_until_ms(query.until),
        visible_to=viewer,
    )
    return await library.list_games(store, wanted, query.cursor, query.limit)


async def game(store: Database, id: str, viewer: str | None) -> GameHistory:
    """Return one game; raises Refused("not_found") if the viewer may not see any such game.

    A private game is for its players only. The bot's parameters stay hidden until the game is over, as its next move
    could be computed from the seed; so do its reasons in a rated game, which would be advice. The revision of its
    knowledge is never shown: that counts the games of others.
    """
    history = await library.find_game(store, id)
    if history is None or not may_see(history, viewer):
        raise Refused(code="not_found")
    if history.game.result is not None:
        bot = None if history.bot is None else replace(history.bot, learned=0, book=0)
        return replace(history, bot=bot, rating=await _read_rating(store, history.game))
    return replace(_without_reasons(history) if history.game.rated else history, bot=None)


async def _read_rating(store: Database, game: GameSummary) -> RoomRating | None:
    """Read the rating changes of a finished game, black first."""
    pool = find_pool(game.rules, isinstance(game.clock, CorrespondenceSpec))
    if pool is None:
        return None
    serial, black = await library.find_place(store, game.id)
    told = await read_rating(store, serial, name_pool(pool))
    if told is None or black == 0:
        return told
    (one, other), shifts = told.marks, told.shifts
    return replace(told, marks=(other, one), shifts=None if shifts is None else (shifts[1], shifts[0]))


def _without_reasons(history: GameHistory) -> GameHistory:
    events = [replace(event, why=None, forced=None) if isinstance(event, Moved) else event for event in history.events]
    return replace(history, moves=[replace(move, why=None, forced=None) for move in history.moves], events=events)


async def explorer(store: Database, query: ExplorerQuery) -> Explored:
    """Return the continuations of a position in public games; the same for every reader. Raises Refused("bad_filter")
    for an invalid position.

    If the moves go on after the end of a game, the answer describes that end.
    """
    rules = ruleset(query.rules)
    if query.size not in rules.sizes:
        raise Refused(code="bad_filter", why=f"{query.rules} is not played on {query.size}x{query.size}")
    try:
        moves = point.parse_all(query.moves, query.size)
    except BadPoint as error:
        raise Refused(code="bad_filter", why=str(error)) from error
    if len(set(moves)) < len(moves):
        raise Refused(code="bad_filter", why="two stones on one point")
    game, forbidden = await asyncio.to_thread(_follow, rules, query.size, moves)
    asked = explorer_lookup.PositionQuery(
        rules=query.rules,
        size=query.size,
        moves=game.moves,
        who=query.who,
        players=None if query.player is None else await find_players(store, query.player),
        since=_from_ms(query.since),
        until=_until_ms(query.until),
        before=query.before,
    )
    return replace(
        await explorer_lookup.explore(store, asked),
        result=game.outcome and _result(game.outcome),
        line=game.winning_line and list(game.winning_line),
        forbidden=[(at, reason.value) for at, reason in sorted(forbidden.items())],
        pattern=find_pattern(game.moves, query.size) if rules.length == 5 else None,
    )


def _follow(rules: RuleSet, size: int, moves: Sequence[int]) -> tuple[Game, dict[int, ForbiddenReason]]:
    """Return the game after these moves, or at its end, and the points forbidden there; takes a millisecond or two."""
    game = Game(rules, size, forbidden_loses=True)
    for each in moves:
        if game.play(each) is not None:
            break
    return game, game.forbidden_points()


def _result(outcome: Outcome) -> Result:
    winner = next((name for name, color in _COLORS.items() if color is outcome.winner), None)
    return Result(winner, outcome.reason.value)


async def scores(store: Database, viewer: str | None) -> list[LevelScore]:
    """Return the viewer's results against the bots; raises Refused("bad_token") without a viewer."""
    if viewer is None:
        raise Refused(code="bad_token")
    return await library.list_scores(store, viewer)


async def slow_games(store: Database, viewer: str | None) -> list[SlowGame]:
    """Return the viewer's unfinished games by correspondence; raises Refused("bad_token") without a viewer."""
    if viewer is None:
        raise Refused(code="bad_token")
    return await correspondence.list_games(store, viewer)


async def vacations(store: Database, viewer: str | None, now: int) -> Vacations:
    """Return the viewer's vacations; raises Refused("bad_token") without a viewer."""
    if viewer is None:
        raise Refused(code="bad_token")
    return make_vacations(await correspondence.list_vacations(store, viewer, 0), now)


@dataclass(frozen=True)
class Export:
    """A game as a file."""

    filename: str
    type: str
    body: bytes


def export(history: GameHistory, notation: Notation, lang: Language = "en") -> Export:
    """Write a game in a notation; measured at 0.6 ms for 225 moves."""
    text = (sgf if notation == "sgf" else psq).dump(record(history, lang))
    return Export(f"tengen-{history.game.id}.{notation}", _TYPES[notation], text.encode())


def record(history: GameHistory, lang: Language = "en") -> GameRecord:
    """Convert a stored game to a record of `gomoku.notation`: the moves on the board with their times; its texts in
    ``lang``.
    """
    game, words = history.game, FILE_WORDS[lang]
    outcome = None
    if game.result is not None and game.result.reason != "unfinished":
        winner = game.result.winner
        outcome = Outcome(None if winner is None else _COLORS[winner], Reason(game.result.reason))
    times = _list_times(history)
    return GameRecord(
        size=game.size,
        moves=tuple(move.point for move in history.moves),
        rules=game.rules,
        black=words.name(game.black),
        white=words.name(game.white),
        outcome=outcome,
        date=game.played_on
        if game.started_at is None
        else datetime.fromtimestamp(game.started_at / 1000, UTC).strftime("%Y-%m-%d"),
        think_ms=tuple(move.think_ms for move in history.moves),
        left_ms=tuple(left for left, _ in times),
        overtime=tuple(overtime for _, overtime in times) if any(overtime for _, overtime in times) else (),
        opening="" if game.opening == "free" else game.opening,
        comments=_tell_beginning(history, words),
    )


def _list_times(history: GameHistory) -> list[tuple[int | None, int | None]]:
    """Return for each move the time left on its player's clock, and the stones or periods of overtime, in the form of
    files.
    """
    reserves: dict[int, int | None] = {}
    for event in history.events:
        if isinstance(event, Moved):  # a move that was taken back is overwritten by its replacement
            reserves[event.ply] = None if event.reserve is None else event.reserve[event.seat]
    return [write_time(history.game.clock, move.left_ms, reserves.get(move.ply)) for move in history.moves]


def write_time(clock: ClockSpec, left: int | None, reserve: int | None) -> tuple[int | None, int | None]:
    """Convert ``left``, the time until the flag, to main time, or to that of the running period with the periods or
    stones left.

    By correspondence it is the time that remains for later moves: of the whole game, or of the bank.
    """
    if left is None:
        return None, None
    match clock:
        case ByoYomiSpec(period_ms=period, periods=periods):
            if left > period * periods:
                return left - period * periods, None
            number = max(1, -(-left // period))
            return left - (number - 1) * period, number
        case CanadianSpec(period_ms=period):
            return (left, reserve) if reserve else (max(0, left - period), None)
        case CorrespondenceSpec(move_ms=move, bank_ms=bank):
            if reserve is not None or move is None:
                return (left if reserve is None else reserve), None
            return (max(0, left - move) if bank else None), None
        case _:
            return left, None


def _tell_beginning(history: GameHistory, words: FileWords) -> dict[int, str]:
    """Return comments by the number of stones on the board: decisions of the opening, and the end of a given
    position.
    """
    told: dict[int, list[str]] = {history.game.start: [words.given]} if history.game.start else {}
    names = ["", ""]
    for event in history.events:
        match event:
            case Created():
                names[0] = words.name(event.owner)
            case Seated():
                names[event.seat] = words.name(event.who)
            case Chose():
                told.setdefault(event.ply, []).append(words.choices[event.choice].format(name=names[event.seat]))
            case Declared():
                sentence = words.declared.format(name=names[event.seat], n=event.number)
                told.setdefault(event.ply, []).append(sentence)
            case Proposed():
                offered = " ".join(point.name(at, history.game.size) for at in event.points)
                sentence = words.proposed.format(name=names[event.seat], points=offered)
                told.setdefault(event.ply, []).append(sentence)
    return {ply: words.between.join(sentences) for ply, sentences in told.items()}


def _from_ms(day: date | None) -> int | None:
    return None if day is None else _midnight_ms(day)


def _until_ms(day: date | None) -> int | None:
    """Return the end of the day, which is included."""
    return None if day is None else _midnight_ms(day) + DAY_MS


def _midnight_ms(day: date) -> int:
    return (day - date(1970, 1, 1)).days * DAY_MS
