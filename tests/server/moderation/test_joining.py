"""Remarks, sanctions and reports follow a guest into an account, and go with a deleted player."""

from server.store import joining
from server.store.people import players, remarks, reports, sanctions
from server.store.store import Store
from tests.server.store.examples import add_player, new_room

NOW = 1_700_000_000_000


async def furnish(store: Store) -> None:
    ada, _, _ = [await add_player(store, id, id.capitalize()) for id in ("ada", "guest", "cy")]
    serial = await new_room(store, "room00000001", ada)
    await remarks.insert(store, serial, "watchers", "ada", "same", "text", "mine", NOW)
    await remarks.insert(store, serial, "watchers", "guest", "same", "text", "yours", NOW)
    await store.execute(*sanctions.insert("guest", "mute", "spam", "", NOW, None, None))
    await reports.insert(store, "guest", "same", "cy", serial, "spam", "", [], NOW)
    await reports.insert(store, "cy", "same", "guest", serial, "spam", "", [], NOW)


async def test_a_guest_brings_it_to_an_account(store: Store) -> None:
    """Nobody is rid of a mute by signing in."""
    await furnish(store)
    await joining.join(store, "guest", "ada", NOW)
    said = await remarks.list_last(store, "room00000001", ["watchers"], 9)
    assert [(each.player, each.body) for each in said] == [("ada", "mine"), ("ada", "yours")]
    assert [each.kind for each in await sanctions.list_active(store, "ada", NOW)] == ["mute"]
    waiting = await reports.list_reports(store, open=True, before=None, limit=9)
    assert [(each.by, each.about) for each in waiting] == [("ada", "cy"), ("cy", "ada")]


async def test_it_goes_with_a_player_who_is_deleted(store: Store) -> None:
    await furnish(store)
    await players.delete(store, "guest", NOW)
    said = await remarks.list_last(store, "room00000001", ["watchers"], 9)
    assert [each.body for each in said] == ["mine"]
    assert await sanctions.list_sanctions(store, "guest") == []
    waiting = await reports.list_reports(store, open=True, before=None, limit=9)
    assert [(each.by, each.about) for each in waiting] == [(None, "cy")]
