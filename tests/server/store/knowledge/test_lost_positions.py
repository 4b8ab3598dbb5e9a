"""Positions that lost games: kept with their game, and out of play with the patterns that it taught."""

from server.learning import teaching
from server.store.games import library
from server.store.knowledge import lost_positions, patterns
from tests.kit.stores import OpenStore
from tests.server.learning.examples import CHANCE
from tests.server.store.knowledge.test_patterns import A, B, conclude, learned


async def test_the_position_that_lost_a_game_is_kept_with_it(store: OpenStore) -> None:
    serial = await learned(store, "one000000000", A)
    revision = await patterns.read_revision(store)
    assert await lost_positions.list_in_use(store, "freestyle") == [CHANCE]
    assert await lost_positions.list_in_use(store, "renju") == []
    await conclude(store, serial, "one000000000", A)
    assert await patterns.read_revision(store) == revision
    await library.delete_game(store, "one000000000")
    assert await lost_positions.list_in_use(store, "freestyle") == []
    assert await patterns.read_revision(store) > revision


async def test_positions_are_out_of_play_while_a_pattern_of_their_game_is_off(store: OpenStore) -> None:
    await learned(store, "one000000000", A, B)
    await learned(store, "two000000000", B)
    await patterns.switch(store, A.key, "off")
    assert len(await lost_positions.list_in_use(store, "freestyle")) == 1
    await patterns.switch(store, A.key, "on")
    assert len(await lost_positions.list_in_use(store, "freestyle")) == 2


async def test_positions_of_a_forgotten_pattern_stay_forgotten(store: OpenStore) -> None:
    serial = await learned(store, "one000000000", A, B)
    await learned(store, "two000000000", B)
    await patterns.switch(store, A.key, "forgotten")
    assert len(await lost_positions.list_in_use(store, "freestyle")) == 1
    await conclude(store, serial, "one000000000", A, B)
    assert len(await lost_positions.list_in_use(store, "freestyle")) == 1
    await teaching.rebuild(store, 5)
    assert len(await lost_positions.list_in_use(store, "freestyle")) == 1
