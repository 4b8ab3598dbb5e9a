"""The page of learned traps, and single traps."""

import asyncio

import msgspec
from msgspec.structs import replace

from bots.learning.patterns.block_weights import weigh_evidence
from bots.learning.patterns.cells import Kind, extent
from bots.learning.patterns.pattern import CANVAS, Pattern
from bots.learning.proofs.trace import fives_through
from gomoku.point import xy
from gomoku.rulesets import ruleset
from server.errors import Refused
from server.protocol.query import PatternsQuery
from server.protocol.study import BlockingPoint, PatternCell, PatternInfo, PatternMove, PatternPage, PatternSource
from server.store import shown_rows
from server.store.database import Database
from server.store.knowledge import patterns
from server.store.knowledge.patterns import StoredPattern
from server.store.shown_rows import check, one_row

MOST_SOURCES = 20
"""Most games named as sources of a trap."""

_KINDS = {Kind.ATTACKER: "attacker", Kind.EMPTY: "empty", Kind.NOT_ATTACKER: "other", Kind.DEFENDER: "defender"}


async def list_traps(store: Database, query: PatternsQuery, viewer: str | None) -> PatternPage:
    """Return a page of traps in use that the viewer may see, latest learned first."""
    after = shown_rows.unpack(query.cursor)
    rows = await patterns.list_patterns(store, viewer, query.rules, after, query.limit + 1)
    shown = rows[: query.limit]
    more = shown_rows.pack(shown[-1].learned_at, shown[-1].key) if len(rows) > query.limit else None
    described: list[PatternInfo] = []
    for stored in shown:
        with one_row("trap", stored.key):
            described.append(check(await describe_trap(store, stored, viewer)))
    return PatternPage(
        patterns=described,
        total=await patterns.count_patterns(store, viewer, query.rules),
        next=more,
    )


async def find_trap(store: Database, key: str, viewer: str | None) -> PatternInfo:
    """Return a trap by its key, with its line; raises Refused("not_found") if the viewer may not see it."""
    stored = await patterns.find_seen(store, key, viewer)
    if stored is None:
        raise Refused(code="not_found")
    line = await asyncio.to_thread(_list_line, stored.body)
    return replace(await describe_trap(store, stored, viewer), line=line)


async def describe_trap(store: Database, stored: StoredPattern, viewer: str | None) -> PatternInfo:
    """Build a trap with the figures that the viewer may see."""
    pattern = Pattern.from_json(msgspec.json.decode(stored.body))
    width, height = extent(pattern.cells)
    blocks = await patterns.count_blocks(store, stored.id, viewer)
    sources = await patterns.list_sources(store, stored.id, viewer, MOST_SOURCES)
    return PatternInfo(
        key=stored.key,
        rules=stored.rules,  # type: ignore[arg-type]  # the store has no others
        width=width,
        height=height,
        cells=[PatternCell(dx, dy, _KINDS[kind]) for dx, dy, kind in pattern.cells],  # type: ignore[arg-type]
        blocking=[
            BlockingPoint(dx, dy, weigh_evidence(weight, *blocks.get((dx, dy), (0, 0))))
            for dx, dy, weight in pattern.blocking
        ],
        length=pattern.length,
        taught=stored.taught,
        learned_at=stored.learned_at,
        sources=[PatternSource(source.game, source.ply, source.line) for source in sources],
        attacker=None if pattern.attacker is None else "black" if pattern.attacker.name == "BLACK" else "white",
    )


def _list_line(body: str) -> list[PatternMove]:
    """List the moves of the longest line of a pattern's proof, to the five where one of two points is left."""
    pattern = Pattern.from_json(msgspec.json.decode(body))
    left, top = xy(pattern.point((0, 0)), CANVAS)
    line, board = pattern.win.longest(), pattern.board()
    for ply, point in enumerate(line):
        board.place(point, pattern.color.other if ply % 2 else pattern.color)
    fives = fives_through(ruleset(pattern.rules), board, pattern.color, line[-1])[:2]
    return [
        PatternMove(x - left, y - top)
        for x, y in (xy(point, CANVAS) for point in [*line, *(fives if len(fives) == 2 else ())])
    ]
