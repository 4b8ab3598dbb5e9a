import msgspec
import pytest

from bots.learning.patterns.pattern import CANVAS
from server.errors import Refused
from server.learning import traps
from server.protocol.query import PatternsQuery
from server.store.store import Store
from tests.server.learning.examples import pattern
from tests.server.store.knowledge.test_patterns import learned

A, B = pattern(1), pattern(2, "renju")


async def test_a_trap_is_a_picture_with_its_games(store: Store) -> None:
    await learned(store, "open00000000", A)
    await learned(store, "hidden000000", A, visibility="private")
    page = await traps.list_traps(store, PatternsQuery(), None)
    (info,) = page.patterns
    assert (page.total, page.next, info.key, info.length, info.taught) == (1, None, A.key, 3, 1)
    assert (info.width, info.height, info.attacker) == (5, 1, None) or (info.width, info.height) == (1, 5)
    assert [cell.kind for cell in info.cells].count("attacker") == 4
    ((x, y),) = [(cell.x, cell.y) for cell in info.cells if cell.kind == "empty"]
    assert [(point.x, point.y) for point in info.blocking] == [(x, y)]
    assert [(source.game, source.ply) for source in info.sources] == [("open00000000", 6)]
    whole = await traps.find_trap(store, A.key, None)
    (move,) = whole.line  # the made-up win plays in the middle of the canvas
    assert (move.x, move.y) == (10 - (CANVAS - info.width) // 2, 10 - (CANVAS - info.height) // 2)
    assert msgspec.structs.replace(whole, line=[]) == info
    own = await traps.find_trap(store, A.key, "ofhidden000000")
    assert (own.taught, len(own.sources)) == (2, 2)


async def test_pages_follow_one_another(store: Store) -> None:
    await learned(store, "one000000000", A, pattern(2), pattern(3))
    found: list[str] = []
    query = PatternsQuery(limit=2)
    while True:
        page = await traps.list_traps(store, query, None)
        found += [info.key for info in page.patterns]
        if page.next is None:
            break
        query = msgspec.structs.replace(query, cursor=page.next)
    assert found == sorted(each.key for each in (A, pattern(2), pattern(3)))


async def test_rules_are_told_apart_and_what_is_not_there_is_not_found(store: Store) -> None:
    await learned(store, "renju0000000", B, rules="renju")
    assert (await traps.list_traps(store, PatternsQuery(rules="caro"), None)).total == 0
    (info,) = (await traps.list_traps(store, PatternsQuery(rules="renju"), None)).patterns
    assert info.attacker == "black"
    for name in ("99", "nothing"):
        with pytest.raises(Refused, match="not_found"):
            await traps.find_trap(store, name, None)
    with pytest.raises(Refused, match="bad_cursor"):
        await traps.list_traps(store, PatternsQuery(cursor="what"), None)
