"""One of several servers on a database leads in something, and another once it is gone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from server.errors import StoreError
from server.store.postgres_store import PostgresStore

pytestmark = pytest.mark.postgres


@pytest.fixture
async def other(postgres_address: str) -> AsyncIterator[PostgresStore]:
    """A second server's store."""
    opened = await PostgresStore.open(postgres_address)
    yield opened
    await opened.close()


async def test_one_leads_in_each_thing(store: PostgresStore, other: PostgresStore) -> None:
    assert await store.lead("ratings")
    assert not await other.lead("ratings")
    assert await other.lead("cleaning")
    assert await store.lead("ratings")
    assert not await store.lead("cleaning")


async def test_another_leads_once_one_is_gone(store: PostgresStore, other: PostgresStore) -> None:
    assert await other.lead("ratings")
    await other.close()
    assert await store.lead("ratings")


async def test_one_may_leave_it_to_another(store: PostgresStore, other: PostgresStore) -> None:
    assert await store.lead("seeks")
    await other.stop_leading("seeks")
    assert not await other.lead("seeks")
    await store.stop_leading("seeks")
    assert await other.lead("seeks")


async def test_whoever_loses_the_connection_asks_again(store: PostgresStore, other: PostgresStore) -> None:
    assert await other.lead("ratings")
    session = other._leads._session
    assert session is not None
    await store.fetch(
        "SELECT CAST(pg_terminate_backend(pid) AS text) AS done FROM pg_stat_activity WHERE pid = ?",
        (session.connection.get_server_pid(),),
    )
    async with asyncio.timeout(60):
        while not await store.lead("ratings"):
            await asyncio.sleep(0.01)
    with suppress(StoreError):  # where it has not noticed by itself
        assert not await other.lead("ratings")
    assert not await other.lead("ratings")
