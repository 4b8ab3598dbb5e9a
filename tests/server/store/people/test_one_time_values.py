"""Values that are taken once: by one of two at the same time, before they expire, and not too many of them."""

import asyncio

from server.store.people import one_time_values
from server.store.people.one_time_values import OneTimeValue
from server.store.store import Store


async def put(store: Store, key: bytes, until: int = 100, *, now: int = 0, most: int = 10) -> None:
    value = OneTimeValue(f"of {key.decode()}", until)
    await one_time_values.keep(store, "begun", key, value, now, most)


async def test_a_value_is_taken_once(store: Store) -> None:
    await put(store, b"a")
    found = await asyncio.gather(*(one_time_values.take(store, "begun", b"a", 99) for _ in range(3)))
    assert [each.body for each in found if each is not None] == ["of a"]


async def test_a_value_is_of_one_kind_and_expires(store: Store) -> None:
    await put(store, b"a")
    assert await one_time_values.take(store, "ticket", b"a", 0) is None
    assert await one_time_values.find(store, "begun", b"a", 99) is not None
    assert await one_time_values.find(store, "begun", b"a", 100) is None
    assert await one_time_values.take(store, "begun", b"a", 100) is None


async def test_the_first_to_expire_make_room(store: Store) -> None:
    for n in range(6):
        await put(store, f"{n}".encode(), 100 + n, most=3)
    rows = await store.fetch("SELECT key FROM one_time_values ORDER BY key")
    assert [row["key"] for row in rows] == [b"3", b"4", b"5"]
    await put(store, b"6", 200, now=104)
    rows = await store.fetch("SELECT key FROM one_time_values ORDER BY key")
    assert [row["key"] for row in rows] == [b"5", b"6"]
