"""The games beside which a player's are put are asked of either store."""

from bots.learning.study.effort import VERSION
from server.protocol.values import Who
from server.store.games import evidence
from tests.kit.stores import OpenStore
from tests.server.store.examples import add_player, finished


async def put_rated(store: OpenStore, id: str, black: Who, white: Who) -> int:
    """Keep a rated game that was analysed."""
    serial = await finished(store, id, black, white, ended_at=9)
    for seat, who in enumerate((black, white)):
        sql = "INSERT INTO rating_changes VALUES (?, ?, ?, 'gomoku', 9, 0, 1, 0.5, 0, 1500, 60, 1500, 60, 0.06, 1)"
        await store.execute((sql, (serial, seat, who.id)))
    sql = "INSERT INTO analyses (game, version, at, body) VALUES (?, ?, 9, ?)"
    await store.execute((sql, (serial, VERSION, b"")))
    return serial


async def test_games_against_the_player_are_not_beside_theirs(store: OpenStore) -> None:
    ada, bob, cy = [await add_player(store, name, name) for name in ("ada", "bob", "cy")]
    for who in (bob, cy):
        await store.execute(("INSERT INTO ratings VALUES (?, 'gomoku', 1500, 60, 0.06, 2, 9, 1)", (who.id,)))
    await put_rated(store, "game00000001", ada, bob)
    between = await put_rated(store, "game00000002", bob, cy)
    near = await evidence.list_near(store, ada.id, "gomoku", 1490.0)
    assert [(each.serial, each.seat, bool(each.slow)) for each in near] == [(between, 0, False), (between, 1, False)]
    assert await evidence.list_near(store, ada.id, "gomoku", 1700.0) == []
