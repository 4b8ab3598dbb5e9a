"""The page of learned traps, and one of them."""

import msgspec

from bots.learning.cells import Kind, extent
from bots.learning.pattern import Pattern
from bots.learning.weights import evident
from server.errors import Refused
from server.protocol.query import PatternsQuery
from server.protocol.study import BlockingPoint, PatternCell, PatternInfo, PatternPage, PatternSource
from server.store import cursor, patterns
from server.store.patterns import StoredPattern
from server.store.store import Store

MOST_SOURCES = 20
"""Games that are named beside a trap."""

_KINDS = {Kind.ATTACKER: "attacker", Kind.EMPTY: "empty", Kind.NOT_ATTACKER: "other", Kind.DEFENDER: "defender"}


async def page(store: Store, query: PatternsQuery, viewer: str | None) -> PatternPage:
    """Traps in use that the viewer may know of, in the order that was asked for."""
    after = cursor.unpack(query.cursor)
    rows = await patterns.page(store, viewer, query.rules, query.sort == "met", after, query.limit + 1)
    shown = rows[: query.limit]
    more = cursor.pack(shown[-1][0], shown[-1][1].key) if len(rows) > query.limit else None
    return PatternPage(
        patterns=[await _info(store, stored, viewer) for _, stored in shown],
        total=await patterns.count(store, viewer, query.rules),
        next=more,
    )


async def one(store: Store, key: str, viewer: str | None) -> PatternInfo:
    """A trap by its key; raises Refused where there is none that the viewer may know of."""
    stored = await patterns.seen(store, key, viewer)
    if stored is None:
        raise Refused(code="not_found")
    return await _info(store, stored, viewer)


async def _info(store: Store, stored: StoredPattern, viewer: str | None) -> PatternInfo:
    pattern = Pattern.from_json(msgspec.json.decode(stored.body))
    width, height = extent(pattern.cells)
    sources = await patterns.sources(store, stored.id, viewer, MOST_SOURCES)
    return PatternInfo(
        key=stored.key,
        rules=stored.rules,  # type: ignore[arg-type]  # the store has no others
        width=width,
        height=height,
        cells=[PatternCell(dx, dy, _KINDS[kind]) for dx, dy, kind in pattern.cells],  # type: ignore[arg-type]
        blocking=[
            BlockingPoint(dx, dy, evident(weight, stored.met, stored.held)) for dx, dy, weight in pattern.blocking
        ],
        length=pattern.length,
        met=stored.met,
        not_lost=stored.held,
        taught=stored.taught,
        learned_at=stored.learned_at,
        sources=[PatternSource(source.game, source.ply) for source in sources],
        attacker=None if pattern.attacker is None else "black" if pattern.attacker.name == "BLACK" else "white",
    )
