import asyncio
from pathlib import Path

import pytest

from server.protocol.values import Who
from server.store.store import Store
from tests.server.store.examples import new_room


@pytest.fixture
def made(path: Path) -> Path:
    """A database with a room in it."""

    async def make() -> None:
        store = await Store.open(path)
        await new_room(store, "room00000001", Who(level=1))
        await store.close()

    asyncio.run(make())
    return path
