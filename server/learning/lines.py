"""Learned lines in the HTTP API, the page of a bot, and the line of the day."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import blake2b

from msgspec import convert, json

from bots.levels import LEVELS, list_offered
from server.errors import Refused
from server.learning import strength, traps
from server.protocol.api import Levels
from server.protocol.lines import BotPage, LineInfo, LinePage, PracticeTotal, UnbeatenLine
from server.protocol.query import LinesQuery
from server.protocol.study import PatternInfo
from server.store import shown_rows
from server.store.database import Database
from server.store.games import library, lines
from server.store.games.lines import StoredLine
from server.store.knowledge import experience, patterns, practice
from server.store.shown_rows import check, one_row

NEWEST = 5
DAY_MS = 86_400_000


async def list_lines(store: Database, query: LinesQuery, viewer: str | None) -> LinePage:
    """Return a page of lines that the viewer may see, latest first; raises Refused("bad_cursor")."""
    after = shown_rows.unpack(query.cursor)
    seen = None if after is None else (after[0], _number(after[1]))
    found = await lines.list_lines(store, viewer, query.rules, query.level, seen, query.limit + 1)
    shown = found[: query.limit]
    more = shown_rows.pack(shown[-1].at, str(shown[-1].serial)) if len(found) > query.limit else None
    return LinePage(await _list_infos(store, shown, viewer), more)


async def find_line(store: Database, game: str, viewer: str | None) -> LineInfo:
    """Return the line of a game; raises Refused("not_found") if the viewer may not see one."""
    line = await lines.find_line(store, game, viewer)
    if line is None:
        raise Refused(code="not_found")
    return await _info(store, line, viewer)


async def describe_bot(store: Database, level: int, levels: Levels) -> BotPage:
    """Return the page of a bot, the same for everybody; raises Refused("not_found")."""
    info = next((each for each in levels.levels if each.level == level), None)
    if info is None:
        raise Refused(code="not_found")
    played = [strength.BotResult(*game) for game in await experience.list_results(store, level)]
    elo = {each.number: each.elo for each in LEVELS if each.elo is not None}
    reached = await experience.sum_results(store, (game.person for game in played), level)
    rated = [(person, float(elo[other]), points, games) for person, other, points, games in reached if other in elo]
    curve = await asyncio.to_thread(lambda: strength.compute_curve(played, strength.estimate_people(rated)))
    newest = await lines.list_lines(store, None, None, level, None, NEWEST)
    held = await lines.list_no_longer_lost(store, level, NEWEST)
    return BotPage(
        info=info,
        versions=await experience.list_versions(store, level),
        curve=curve,
        games=len(played),
        needed=2 * strength.A_POINT,
        newest=await _list_infos(store, newest, None),
        held=await _list_infos(store, held, None),
        practice=convert(await practice.sum_figures(store, level), PracticeTotal | None, from_attributes=True),
    )


async def find_unbeaten(store: Database, now: int) -> UnbeatenLine:
    """Return the line of the day at ``now`` (ms since 1970), the same for everybody."""
    midnight = now // DAY_MS * DAY_MS
    day = datetime.fromtimestamp(midnight / 1000, UTC).strftime("%Y-%m-%d")
    found = await lines.list_unbeaten(store, midnight, [level.number for level in list_offered() if level.studies])
    if not found:
        return UnbeatenLine(day)
    drawn = int.from_bytes(blake2b(day.encode(), digest_size=8).digest(), "big")
    line = await lines.find_by_serial(store, found[drawn % len(found)])
    if line is None:  # deleted at this moment
        return UnbeatenLine(day)
    game, name = await lines.find_beater(store, line, midnight) or (None, None)
    for info in await _list_infos(store, [line], None):
        return UnbeatenLine(day, info, game, name)
    return UnbeatenLine(day)


async def _list_infos(store: Database, found: Sequence[StoredLine], viewer: str | None) -> list[LineInfo]:
    """Return the readable lines; a damaged one does not affect the others."""
    infos: list[LineInfo] = []
    for line in found:
        with one_row("the line of game", line.game):
            infos.append(check(await _info(store, line, viewer)))
    return infos


async def _info(store: Database, line: StoredLine, viewer: str | None) -> LineInfo:
    history = await library.find_game(store, line.game)
    moves = [] if history is None else [move.point for move in history.moves]
    found = [
        await patterns.find_seen(store, key, viewer)
        for key, _ in await patterns.list_by_game(store, line.serial, viewer)
    ]
    shown: list[PatternInfo] = []
    for pattern in found:
        if pattern is not None:
            with one_row("trap", pattern.key):
                shown.append(check(await traps.describe_trap(store, pattern, viewer)))
    return LineInfo(
        game=line.game,
        rules=line.rules,
        size=line.size,
        level=line.level,
        at=line.at,
        winner=line.winner,
        entry=line.entry,
        stones=moves[: line.entry],
        line=json.decode(line.line, type=list[int]),
        traps=sorted(shown, key=lambda trap: (-trap.length, trap.key)),
        tried=line.tried,
        won=line.won,
        mistake=line.mistake,
        teacher=line.teacher,
        exercise=lines.is_exercise(line),
    )


def _number(text: str) -> int:
    if not text.isdecimal():
        raise Refused(code="bad_cursor")
    return int(text)
